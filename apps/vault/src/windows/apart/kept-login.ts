import type { VaultWindow } from '@latchkey/protocol/vault'

const name = 'latchkey-vault-apart'

/** What this window goes on with when it comes back from a provider. */
export interface KeptLogin {
  readonly window: Exclude<VaultWindow, 'login'>
  readonly id: string
  readonly login: string
  /**
   * Collects the sign-in together with this device's key, which cannot be taken: alone it is
   * nothing.
   */
  readonly secret: string
  /** Of the frame, as the page said; null where it said none. */
  readonly account: string | null
}

const windows: readonly KeptLogin['window'][] = [
  'approve',
  'recover',
  'recovery',
  'export',
  'devices',
  'delete',
]

/** Kept for this tab. @throws where nothing may be kept */
export function keepLogin(
  keep: Pick<Storage, 'setItem'>,
  { window, id, login, secret, account }: KeptLogin,
): void {
  keep.setItem(name, [window, id, login, secret, account ?? ''].join(' '))
}

/** Takes it out, for once; null where there is none. */
export function takeLogin(keep: Pick<Storage, 'getItem' | 'removeItem'>): KeptLogin | null {
  try {
    const [said, ...ids] = (keep.getItem(name) ?? '').split(' ')
    keep.removeItem(name)
    const window = windows.find((one) => one === said)
    const [id = '', login = '', secret = '', account = ''] = ids
    const isWhole =
      ids.length === 4 && [id, login, secret].every((one) => /^[\w-]{16,128}$/.test(one))
    return window && isWhole ? { window, id, login, secret, account: account || null } : null
  } catch {
    return null
  }
}
