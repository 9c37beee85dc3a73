import { referenceOf } from '@latchkey/protocol'
import { callDataPattern, wholePattern } from '@latchkey/protocol/schema'
import type { Hex } from 'viem'
import { z } from 'zod'
import { refusal } from '../../base/refuse.ts'
import type { SwapRequest } from '../../ports/swap-port.ts'
import { coinAddress } from './wire-token.ts'

/** An offer of 0x whose content was checked. Amounts are base units. */
export interface ZeroExOffer {
  readonly paid: bigint
  readonly received: bigint
  /** `least` is the minimum amount that arrives, `most` the maximum amount that is paid. */
  readonly least: bigint
  readonly most: bigint
  readonly fee?: { readonly amount: bigint; readonly token: Hex | 'coin' }
  readonly spender?: Hex
  readonly transaction?: {
    readonly to: Hex
    readonly data: Hex
    readonly value: bigint
    readonly gas?: bigint
  }
}

const uint256 = 2n ** 256n
const amount = z
  .string()
  .regex(wholePattern)
  .transform((text) => BigInt(text))
  .refine((value) => value < uint256)
const address = z
  .string()
  .regex(/^0x[\da-f]{40}$/i)
  .transform((text) => text.toLowerCase() as Hex)

const answerShape = z.object({
  liquidityAvailable: z.literal(true),
  /**
   * 0x does not document `chainId`; if the answer contains it, it must match the requested chain.
   */
  chainId: z.union([z.number(), z.string()]).optional(),
  buyToken: address,
  sellToken: address,
  buyAmount: amount,
  sellAmount: amount.optional(),
  minBuyAmount: amount.optional(),
  estimatedNetSellAmount: amount.optional(),
  maxSellAmount: amount.optional(),
  allowanceTarget: address.nullable(),
  fees: z.object({ zeroExFee: z.object({ amount, token: address }).nullish() }).optional(),
  transaction: z
    .object({
      to: address,
      data: z
        .string()
        .regex(callDataPattern)
        .transform((text) => text as Hex),
      value: amount,
      gas: amount.nullish(),
    })
    .optional(),
})

/**
 * Checks an answer of 0x against `request`; undefined when 0x has no liquidity.
 * @param spender - the only contract that may get an allowance
 * @throws a refusal: 503 when the answer does not fit the request
 */
export function readZeroEx(
  answer: unknown,
  request: SwapRequest,
  spender: Hex,
): ZeroExOffer | undefined {
  if (z.object({ liquidityAvailable: z.literal(false) }).safeParse(answer).success) return undefined
  const parsedAnswer = answerShape.safeParse(answer)
  if (!parsedAnswer.success)
    throw unusableAnswerRefusal(
      `not of the documented shape at ${parsedAnswer.error.issues[0]?.path.join('.')}`,
    )
  const { data } = parsedAnswer
  const [from, to] = [request.from, request.to].map((token) =>
    token === 'coin' ? coinAddress : token,
  ) as [Hex, Hex]
  if (data.chainId !== undefined && String(data.chainId) !== referenceOf(request.chain))
    throw unusableAnswerRefusal('another chain')
  if (data.sellToken !== from || data.buyToken !== to) throw unusableAnswerRefusal('other tokens')
  const amounts = request.side === 'pay' ? soldAmounts(data, request) : boughtAmounts(data, request)
  const target = data.allowanceTarget
  const isUnwrap = target === null && request.from !== 'coin'
  if (target !== null && target !== spender) throw unusableAnswerRefusal('a foreign spender')
  const { transaction, fees } = data
  if (transaction) {
    const { to: calledContract, value } = transaction
    if (request.from === 'coin' ? value !== amounts.most : value !== 0n)
      throw unusableAnswerRefusal('a wrong value')
    // Only the spender may take the visitor's tokens, so the transaction must call the spender.
    // Only to turn the wrapped token back into the coin it must call the contract of the wrapped
    // token instead.
    if (request.from !== 'coin' && calledContract !== (isUnwrap ? from : spender))
      throw unusableAnswerRefusal('a foreign contract')
    if (BigInt(calledContract) < 2n ** 16n) throw unusableAnswerRefusal('no contract')
  }
  const fee = fees?.zeroExFee
  return {
    ...amounts,
    ...(fee && fee.amount > 0n
      ? {
          fee: {
            amount: fee.amount,
            token: fee.token === coinAddress ? ('coin' as const) : fee.token,
          },
        }
      : {}),
    ...(target === null || request.from === 'coin' ? {} : { spender: target }),
    ...(transaction
      ? {
          transaction: {
            to: transaction.to,
            data: transaction.data,
            value: transaction.value,
            ...(transaction.gas ? { gas: transaction.gas } : {}),
          },
        }
      : {}),
  }
}

type OfferAmounts = Pick<ZeroExOffer, 'paid' | 'received' | 'least' | 'most'>
type ZeroExAnswer = z.output<typeof answerShape>

function soldAmounts(
  { sellAmount, buyAmount, minBuyAmount }: ZeroExAnswer,
  request: SwapRequest,
): OfferAmounts {
  if (sellAmount !== request.amount) throw unusableAnswerRefusal('another amount')
  if (minBuyAmount === undefined || minBuyAmount <= 0n || minBuyAmount > buyAmount)
    throw unusableAnswerRefusal('a wrong minimum')
  return { paid: sellAmount, received: buyAmount, least: minBuyAmount, most: sellAmount }
}

function boughtAmounts(
  { buyAmount, estimatedNetSellAmount, maxSellAmount }: ZeroExAnswer,
  request: SwapRequest,
): OfferAmounts {
  if (buyAmount !== request.amount) throw unusableAnswerRefusal('another amount')
  const paid = estimatedNetSellAmount ?? maxSellAmount
  if (maxSellAmount === undefined || paid === undefined || paid <= 0n || paid > maxSellAmount)
    throw unusableAnswerRefusal('a wrong maximum')
  return { paid, received: buyAmount, least: buyAmount, most: maxSellAmount }
}

/** Creates the refusal of an answer of 0x that fails a check. */
export function unusableAnswerRefusal(reason: string): Error {
  return refusal(503, '', `The aggregator's answer does not fit the question: ${reason}`)
}
