import type { Session } from '../contract/contract.ts'

/**
 * The account that stays selected when a wallet sends new accounts. It is the same address, or the
 * first account, of the kind that the visitor picked; when nothing was picked and `isSame` is true,
 * the same address among accounts of the first one's kind.
 */
export function keepSelected(
  { picked, selected }: Session,
  after: Session,
  isSame: boolean,
): Session {
  // All accounts of a session are on its present chain, so only the part after it, the address,
  // differs.
  const address = selected.slice(selected.lastIndexOf(':'))
  const kind = picked ?? (isSame && after.accounts[0]?.type)
  const some = after.accounts.filter(({ type }) => type === kind)
  const kept = some.find(({ account }) => account.endsWith(address)) ?? (picked && some[0])
  return { ...after, ...(picked && { picked }), ...(kept && { selected: kept.account }) }
}
