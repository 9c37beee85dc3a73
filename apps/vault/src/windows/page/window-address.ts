import type { VaultWindow } from '@latchkey/protocol/vault'
import { fromBase64url } from '../../base64url.ts'

const kinds: readonly WindowAddress['window'][] = [
  ...([
    'login',
    'approve',
    'recover',
    'recovery',
    'export',
    'way-out',
    'devices',
    'delete',
    'stop',
  ] as const),
]

/** What an address of the vault's windows asks for. */
export interface WindowAddress {
  /** `stop` is what the link of a notice leads to: no page opened it. */
  readonly window: VaultWindow | 'stop'
  /** Of the fragment; null where there is none, as after a reload. */
  readonly id: string | null
  /**
   * Where a page that came here in its own tab is gone back to: path, query and fragment of its
   * address.
   */
  readonly back: string | null
  /**
   * Of a window that is not of a sign-in: the account of the frame, as the page says; null where it
   * says none.
   */
  readonly account: string | null
  /** Back from the provider of a sign-in. */
  readonly isDone: boolean
}

/**
 * Reads `/p/{window}/{project}#{id}~{account, of a sign-in path}`, and `?done` of a sign-in; null
 * for anything else.
 */
export function readPlace({
  pathname,
  hash,
  search,
}: Pick<Location, 'pathname' | 'hash' | 'search'>): WindowAddress | null {
  const [, window = ''] = /^\/p\/([a-z-]+)\/[\w-]{1,64}$/.exec(pathname) ?? []
  const [, id = null, more] = /^#([\w-]{16,128})(?:~([\w-]{1,4096}))?$/.exec(hash) ?? []
  const kind = kinds.find((one) => one === window)
  const isLogin = kind === 'login'
  const back = isLogin && more !== undefined ? readPath(more) : null
  const account = isLogin ? null : (more ?? null)
  return kind ? { window: kind, id, back, account, isDone: isLogin && search === '?done' } : null
}

function readPath(text: string): string | null {
  try {
    const path = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64url(text))
    return path.startsWith('/') ? path : null
  } catch {
    return null
  }
}
