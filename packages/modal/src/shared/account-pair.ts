import type { SessionAccount } from '@latchkey/core'

/** The externally owned account and the smart account of one key on this chain. */
export interface AccountPair {
  readonly own: SessionAccount
  readonly smart: SessionAccount
}

/**
 * The externally owned account and the smart account of one key, when the wallet has granted both;
 * when it granted accounts of several keys, the first account of each type.
 */
export function accountPair(accounts: readonly SessionAccount[]): AccountPair | undefined {
  const ownAccount = accounts.find(({ type }) => type === 'eoa')
  const smart = accounts.find(({ type }) => type === 'smartAccount')
  return ownAccount && smart && { own: ownAccount, smart }
}
