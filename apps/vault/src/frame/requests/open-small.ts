import type { ChainId } from '@latchkey/protocol'
import type { SmallSpent } from '../../store/record.ts'
import type { Vault } from '../vault.ts'
import { readSmallSum, type SmallSum } from './small-sum.ts'

const dayMs = 86_400_000
/** Payments of a day that are counted one by one; more are a window's. */
const mostSpent = 200

/** The payments of this device that are approved in the frame. */
export interface Small {
  /**
   * The small sum that a request is, while the day has room for it; null: it is decided in a
   * window.
   */
  readonly read: (asked: Parameters<typeof readSmallSum>[0]) => Promise<SmallSum | null>
  /** Counts it to the day; false where another frame has taken the room meanwhile. */
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
 * What was spent in the last 24 hours with one payment more; null where the day has no room for it.
 * What a clock that was set back says was spent later still counts.
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
