import type { VaultWindow } from '@latchkey/protocol/vault'
import { fromBase64url } from '../../base64url.ts'

const windowKinds: readonly WindowAddress['window'][] = [
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

/** What the address of a vault window contains. */
export interface WindowAddress {
  /** Kind of window; `stop` is the link in a notice mail, which no page opened. */
  readonly window: VaultWindow | 'stop'
  /** Id in the fragment; null when there is none, as after a reload of the window. */
  readonly id: string | null
  /**
   * Path, query and fragment of the page to return to, when the vault replaced the page in its tab.
   */
  readonly back: string | null
  /**
   * The account that is signed in in the vault's frame, according to the page; null for login
   * windows, or when the page names none.
   */
  readonly account: string | null
  /** Whether the visitor has just come back from a login provider. */
  readonly isDone: boolean
}

/**
 * Reads an address of the form `/p/{window}/{project}#{id}~{more}`, where `more` is the account, or
 * for a login the path to return to; `?done` marks a login that comes back from the provider. Null
 * for any other address.
 */
export function parseWindowAddress({
  pathname,
  hash,
  search,
}: Pick<Location, 'pathname' | 'hash' | 'search'>): WindowAddress | null {
  const [, window = ''] = /^\/p\/([a-z-]+)\/[\w-]{1,64}$/.exec(pathname) ?? []
  const [, id = null, more] = /^#([\w-]{16,128})(?:~([\w-]{1,4096}))?$/.exec(hash) ?? []
  const windowKind = windowKinds.find((candidate) => candidate === window)
  const isLogin = windowKind === 'login'
  const returnPath = isLogin && more !== undefined ? readPath(more) : null
  const account = isLogin ? null : (more ?? null)
  return windowKind
    ? { window: windowKind, id, back: returnPath, account, isDone: isLogin && search === '?done' }
    : null
}

function readPath(text: string): string | null {
  try {
    const path = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64url(text))
    return path.startsWith('/') ? path : null
  } catch {
    return null
  }
}
