import type { Session } from '../contract/session.ts'

/**
 * Returns a wallet's new session with the account that stays selected. When the visitor picked a
 * kind of account, this is the account of that kind with the same address, or else the first
 * account of that kind. When nothing was picked and `isSame` is true, it is the account with the
 * same address among those of the first account's kind. Otherwise the wallet's own selection stays.
 */
export function keepSelectedAccount(
  { picked, selected }: Session,
  nextSession: Session,
  isSame: boolean,
): Session {
  // All accounts of a session are on the session's present chain, so they differ only in the part
  // after the chain, the address.
  const address = selected.slice(selected.lastIndexOf(':'))
  const accountType = picked ?? (isSame && nextSession.accounts[0]?.type)
  const sameKindAccounts = nextSession.accounts.filter(({ type }) => type === accountType)
  const keptAccount =
    sameKindAccounts.find(({ account }) => account.endsWith(address)) ??
    (picked && sameKindAccounts[0])
  return {
    ...nextSession,
    ...(picked && { picked }),
    ...(keptAccount && { selected: keptAccount.account }),
  }
}
