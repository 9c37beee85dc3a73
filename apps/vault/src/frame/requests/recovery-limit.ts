import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { SignIn } from '../account/open-sign-in.ts'
import type { Question } from '../approval/open-approvals.ts'
import type { Vault } from '../vault.ts'
import { outgoingAmount } from './barred.ts'
import { limitForChain, spentUnderLimit } from './count-together.ts'

/** Amount that may be sent before recovery is set up; undefined when recovery is set up. */
export async function readLimit(
  { project }: Pick<Vault, 'project'>,
  signIn: SignIn,
  chain: ChainId,
): Promise<bigint | undefined> {
  const { methods } = await signIn.call('GET /api/account', undefined)
  if (methods.length > 0) return undefined
  return limitForChain(project, chain)
}

/**
 * Whether a request must wait until recovery is set up.
 * @param leavingAmount - result of `outgoingAmount`; a request whose amount is null always has to
 * wait
 */
export async function isOverLimit(
  { store }: Pick<Vault, 'store'>,
  {
    limit,
    chain,
    leavingAmount,
  }: {
    readonly limit: bigint
    readonly chain: ChainId
    readonly leavingAmount: bigint | null
  },
): Promise<boolean> {
  if (leavingAmount === null) return true
  const spentSoFar = spentUnderLimit((await store.wallet())?.spent ?? {}, chain)
  return leavingAmount > 0n && spentSoFar + leavingAmount > limit
}

/**
 * Adds a payment to the total sent before recovery was set up. The limit is checked in the same
 * step, because two frames of a page may each get approval for a payment, and only one of the two
 * may fit the limit.
 * @throws `recovery-needed` (4001)
 */
export async function countSpending(
  { store }: Pick<Vault, 'store'>,
  { shown: { chain }, reading, account, limit }: Question,
): Promise<void> {
  const leavingAmount = outgoingAmount(reading, account) ?? 0n
  if (leavingAmount === 0n) return
  const countResult = { isOver: false }
  await store.changeWallet((record) => {
    const spentAmount = BigInt(record.spent[chain] ?? 0) + leavingAmount
    countResult.isOver =
      limit !== undefined && spentUnderLimit(record.spent, chain) + leavingAmount > limit
    return countResult.isOver
      ? record
      : { ...record, spent: { ...record.spent, [chain]: String(spentAmount) } }
  })
  if (countResult.isOver) throw new LatchkeyError('recovery-needed', { sourceCode: 4001 })
}
