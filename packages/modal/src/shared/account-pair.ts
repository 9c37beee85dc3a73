import type { SessionAccount } from '@latchkey/core'

/** The key's own account and the contract it also has on this chain. */
export interface AccountPair {
  readonly own: SessionAccount
  readonly smart: SessionAccount
}

/** Both, where the wallet has granted both; of several keys' the first. */
export function accountPair(accounts: readonly SessionAccount[]): AccountPair | undefined {
  const own = accounts.find(({ type }) => type === 'eoa')
  const smart = accounts.find(({ type }) => type === 'smartAccount')
  return own && smart && { own, smart }
}
