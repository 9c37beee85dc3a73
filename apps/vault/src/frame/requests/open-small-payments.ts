import type { ChainId } from '@latchkey/protocol'
import type { SmallPayment } from '../../store/record.ts'
import type { Vault } from '../vault.ts'
import { readSmallSum, type SmallSum } from './small-sum.ts'

const dayMs = 86_400_000
/**
 * Maximum number of small payments that are remembered for 24 hours; further payments need a
 * window.
 */
const maxPayments = 200

/**
 * Small payments, which the visitor may approve in the frame until their sum reaches the day's
 * limit.
 */
export interface SmallPayments {
  /**
   * Reads a request as a small payment within the day's limit; null when a window must decide it.
   */
  readonly readSum: (request: Parameters<typeof readSmallSum>[0]) => Promise<SmallSum | null>
  /**
   * Adds a payment to the day's total; resolves to false when another frame has used up the limit
   * in the meantime.
   */
  readonly count: (chain: ChainId, sum: SmallSum) => Promise<boolean>
}

export function openSmallPayments({
  project,
  store,
}: Pick<Vault, 'project' | 'store'>): SmallPayments {
  const addSum = async (chain: ChainId, sum: SmallSum) => {
    const account = (await store.wallet())?.account
    return (payments: readonly SmallPayment[]) =>
      account === undefined ? null : addToDay(payments, { account, chain, sum }, Date.now())
  }
  return {
    async readSum(request) {
      const sum = readSmallSum(request, project)
      return sum && (await addSum(request.chain, sum))(await store.small()) ? sum : null
    },
    count: async (chain, sum) => store.changeSmallPayments(await addSum(chain, sum)),
  }
}

/**
 * Adds a payment to those of the last 24 hours and returns them all; null when their sum is above
 * the day's limit, or there are too many. Payments with a future date count too, because the clock
 * may have been set back.
 */
export function addToDay(
  payments: readonly SmallPayment[],
  {
    account,
    chain,
    sum,
  }: { readonly account: string; readonly chain: ChainId; readonly sum: SmallSum },
  now: number,
): readonly SmallPayment[] | null {
  const recentPayments = payments.filter(({ at }) => at > now - dayMs)
  const paymentCost = sum.amount + sum.fee
  const spentToday = recentPayments
    .filter((payment) => payment.account === account && payment.chain === chain)
    .reduce((sumSoFar, payment) => sumSoFar + BigInt(payment.amount), 0n)
  if (recentPayments.length >= maxPayments || spentToday + paymentCost > sum.day) return null
  return [...recentPayments, { account, chain, at: now, amount: String(paymentCost) }]
}
