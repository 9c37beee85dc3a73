import type { Session } from '../contract/contract.ts'

/**
 * Of what a wallet tells anew, the account that stays selected: of the kind picked the same
 * address, or the first; where nothing was picked the same address among those of the first one's
 * kind, if `isSame` asks for it.
 */
export function keepSelected(
  { picked, selected }: Session,
  after: Session,
  isSame: boolean,
): Session {
  // All of a session's accounts are on its present chain: what differs behind that is the address.
  const address = selected.slice(selected.lastIndexOf(':'))
  const kind = picked ?? (isSame && after.accounts[0]?.type)
  const some = after.accounts.filter(({ type }) => type === kind)
  const kept = some.find(({ account }) => account.endsWith(address)) ?? (picked && some[0])
  return { ...after, ...(picked && { picked }), ...(kept && { selected: kept.account }) }
}
