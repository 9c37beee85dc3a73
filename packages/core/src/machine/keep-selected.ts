import type { Session } from '../contract/contract.ts'

/**
 * The account that stays selected when a wallet sends new accounts. It is the same address, or the
 * first account, of the kind that the visitor picked; when nothing was picked and `isSame` is true,
 * the same address among accounts of the first one's kind.
 */
export function keepSelected(
  { picked, selected }: Session,
  nextSession: Session,
  isSame: boolean,
): Session {
  // All accounts of a session are on its present chain, so only the part after it, the address,
  // differs.
  const address = selected.slice(selected.lastIndexOf(':'))
  const kind = picked ?? (isSame && nextSession.accounts[0]?.type)
  const sameKindAccounts = nextSession.accounts.filter(({ type }) => type === kind)
  const keptAccount =
    sameKindAccounts.find(({ account }) => account.endsWith(address)) ??
    (picked && sameKindAccounts[0])
  return {
    ...nextSession,
    ...(picked && { picked }),
    ...(keptAccount && { selected: keptAccount.account }),
  }
}
