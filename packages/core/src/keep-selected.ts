import type { Session } from './contract.ts'

/**
 * Of what a wallet tells anew, the account that stays selected: of the kind picked the same address, or the first; where
 * nothing was picked the same address among those of the first one's kind, if `isSame` asks for it.
 */
export function keepSelected(before: Session | undefined, after: Session, isSame: boolean): Session {
  const { picked, selected = '' } = before ?? {}
  const cut = (id: string): number => id.lastIndexOf(':')
  const wished = after.selected.slice(0, cut(after.selected)) + selected.slice(cut(selected))
  const kind = picked ?? (isSame && after.accounts[0]?.type)
  const some = after.accounts.filter(({ type }) => type === kind)
  const kept = some.find(({ account }) => account === wished) ?? (picked && some[0])
  return { ...after, ...(picked && { picked }), ...(kept && { selected: kept.account }) }
}
