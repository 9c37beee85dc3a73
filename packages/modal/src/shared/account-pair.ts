import type { SessionAccount } from '@latchkey/core'

/** The key's own account and its contract account on this chain. */
export interface AccountPair {
  readonly own: SessionAccount
  readonly smart: SessionAccount
}

/**
 * The key's own account and its contract account, when the wallet has granted both; for several
 * keys, the first account of each type.
 */
export function accountPair(accounts: readonly SessionAccount[]): AccountPair | undefined {
  const ownAccount = accounts.find(({ type }) => type === 'eoa')
  const smart = accounts.find(({ type }) => type === 'smartAccount')
  return ownAccount && smart && { own: ownAccount, smart }
}
