import type { VaultWindow } from '@latchkey/protocol/vault'

const storageKey = 'latchkey-vault-apart'

/** What this window stores to continue its login after the return from a login provider. */
export interface StoredLogin {
  readonly window: Exclude<VaultWindow, 'login'>
  readonly id: string
  readonly login: string
  /**
   * Secret with which this window collects the result of the login. It is useless without this
   * device's key, which cannot be exported.
   */
  readonly secret: string
  /**
   * The account that is signed in in the vault's frame, according to the page; null when the page
   * named none.
   */
  readonly account: string | null
}

const allowedWindows: readonly StoredLogin['window'][] = [
  'approve',
  'recover',
  'recovery',
  'export',
  'devices',
  'delete',
]

/** Keeps the login for this tab. @throws when the browser stores nothing */
export function storeLogin(
  storage: Pick<Storage, 'setItem'>,
  { window, id, login, secret, account }: StoredLogin,
): void {
  storage.setItem(storageKey, [window, id, login, secret, account ?? ''].join(' '))
}

/** Reads and deletes the kept login; null when there is none. */
export function takeLogin(storage: Pick<Storage, 'getItem' | 'removeItem'>): StoredLogin | null {
  try {
    const [said, ...ids] = (storage.getItem(storageKey) ?? '').split(' ')
    storage.removeItem(storageKey)
    const window = allowedWindows.find((windowName) => windowName === said)
    const [id = '', login = '', secret = '', account = ''] = ids
    const isComplete =
      ids.length === 4 &&
      [id, login, secret].every((windowName) => /^[\w-]{16,128}$/.test(windowName))
    return window && isComplete ? { window, id, login, secret, account: account || null } : null
  } catch {
    return null
  }
}
