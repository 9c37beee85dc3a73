import type { VaultWindow } from '@latchkey/protocol/vault'

const kinds: readonly VaultWindow[] = ['login', 'approve', 'recover', 'recovery', 'export', 'devices', 'delete']

/** What an address of the vault's windows asks for. */
export interface Place {
  readonly window: VaultWindow
  /** Of the fragment; null where there is none, as after a reload. */
  readonly id: string | null
  /** Back from the provider of a sign-in. */
  readonly isDone: boolean
}

/** Reads `/p/{window}/{project}#{id}`, and `?done` of a sign-in; null for anything else. */
export function readPlace({ pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>): Place | null {
  const [, window = ''] = /^\/p\/([a-z]+)\/[\w-]{1,64}$/.exec(pathname) ?? []
  const id = /^#[\w-]{16,128}$/.test(hash) ? hash.slice(1) : null
  const kind = kinds.find((one) => one === window)
  return kind ? { window: kind, id, isDone: kind === 'login' && search === '?done' } : null
}
