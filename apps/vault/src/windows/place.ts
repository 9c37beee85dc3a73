import type { VaultWindow } from '@latchkey/protocol/vault'
import { fromBase64url } from '../base64url.ts'

const kinds: readonly VaultWindow[] = [
  ...(['login', 'approve', 'recover', 'recovery', 'export', 'way-out', 'devices', 'delete'] as const),
]

/** What an address of the vault's windows asks for. */
export interface Place {
  readonly window: VaultWindow
  /** Of the fragment; null where there is none, as after a reload. */
  readonly id: string | null
  /** Where a page that came here in its own tab is gone back to: path, query and fragment of its address. */
  readonly back: string | null
  /** Back from the provider of a sign-in. */
  readonly isDone: boolean
}

/** Reads `/p/{window}/{project}#{id}~{path}`, and `?done` of a sign-in; null for anything else. */
export function readPlace({ pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>): Place | null {
  const [, window = ''] = /^\/p\/([a-z-]+)\/[\w-]{1,64}$/.exec(pathname) ?? []
  const [, id = null, path] = /^#([\w-]{16,128})(?:~([\w-]{1,4096}))?$/.exec(hash) ?? []
  const kind = kinds.find((one) => one === window)
  const back = kind === 'login' && path !== undefined ? readPath(path) : null
  return kind ? { window: kind, id, back, isDone: kind === 'login' && search === '?done' } : null
}

function readPath(text: string): string | null {
  try {
    const path = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64url(text))
    return path.startsWith('/') ? path : null
  } catch {
    return null
  }
}
