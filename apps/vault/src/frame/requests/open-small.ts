import type { ChainId } from '@latchkey/protocol'
import type { SmallSpent } from '../../store/record.ts'
import type { Vault } from '../vault.ts'
import { readSmallSum, type SmallSum } from './small-sum.ts'

const dayMs = 86_400_000
/** Maximum number of payments in a day that are listed one by one; further ones need a window. */
const mostSpent = 200

/** The payments of this device that were approved in the frame. */
export interface Small {
  /**
   * Reads a request as a small payment within the day's limit; null when it must be decided in a
   * window.
   */
  readonly read: (asked: Parameters<typeof readSmallSum>[0]) => Promise<SmallSum | null>
  /** Adds a payment to the day; false when another frame has used up the limit meanwhile. */
  readonly count: (chain: ChainId, sum: SmallSum) => Promise<boolean>
}

export function openSmall({ project, store }: Pick<Vault, 'project' | 'store'>): Small {
  const addSum = async (chain: ChainId, sum: SmallSum) => {
    const account = (await store.wallet())?.account
    return (spent: readonly SmallSpent[]) =>
      account === undefined ? null : addToDay(spent, { account, chain, sum }, Date.now())
  }
  return {
    async read(asked) {
      const sum = readSmallSum(asked, project)
      return sum && (await addSum(asked.chain, sum))(await store.small()) ? sum : null
    },
    count: async (chain, sum) => store.changeSmall(await addSum(chain, sum)),
  }
}

/**
 * The payments of the last 24 hours plus one more; null when that is above the day's limit or the
 * list is full. Payments dated in the future, after a clock was set back, still count.
 */
export function addToDay(
  spent: readonly SmallSpent[],
  {
    account,
    chain,
    sum,
  }: { readonly account: string; readonly chain: ChainId; readonly sum: SmallSum },
  now: number,
): readonly SmallSpent[] | null {
  const recent = spent.filter(({ at }) => at > now - dayMs)
  const costs = sum.amount + sum.fee
  const before = recent
    .filter((one) => one.account === account && one.chain === chain)
    .reduce((all, one) => all + BigInt(one.amount), 0n)
  if (recent.length >= mostSpent || before + costs > sum.day) return null
  return [...recent, { account, chain, at: now, amount: String(costs) }]
}
