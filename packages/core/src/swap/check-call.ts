import { type AccountId, type Asset, addressOf, chainOf } from '@latchkey/protocol'
import type { Call } from '../contract/reader.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import type { SwapQuote } from './swap.ts'
import { chainContextOf } from './swap-gateway.ts'

/**
 * The latest deadline that is accepted, in seconds from now: while a swap can be held back, others
 * can profit from a change of the price.
 */
const longestSeconds = 86_400n

/** Whether the owner has listed a contract in `swaps.routers`. */
export function isPinnedRouter(kit: Kit, { account }: SwapQuote, router: string): boolean {
  const chain = chainOf(account)
  const { adapter } = chainContextOf(kit, chain, undefined)
  return (
    kit.options.swaps?.routers[chain]?.some((knownRouter) =>
      adapter.isSameAddress(knownRouter, router),
    ) ?? false
  )
}

/**
 * Checks the data of a router's call against the quote: the receiver, both tokens, the amounts and
 * the deadline. Data of an unknown form cannot be checked; such a swap is checked by its simulation
 * only.
 * @throws `gateway-answer-invalid` | `swap-short`
 */
export async function checkCall(
  kit: Kit,
  parameters: {
    readonly quote: SwapQuote
    readonly call: Call
    /** The least amount that was promised for this swap, in base units. */
    readonly minimum: bigint
    readonly maximum: bigint
  },
): Promise<void> {
  const { quote, call, minimum, maximum } = parameters
  const { account, pay, receive } = quote
  const { adapter, source } = chainContextOf(kit, chainOf(account), undefined)
  const decodedCall = await adapter.read.swapCall?.(call)
  if (!decodedCall) return
  const coin = adapter.nativeAsset(source.chain)
  const isToken = ({ id }: Asset, token: string | undefined): boolean =>
    isSameAsset(id, coin.id)
      ? token === undefined
      : token !== undefined && adapter.isSameAddress(addressOf(id as AccountId), token)
  if (!adapter.isSameAddress(decodedCall.recipient, addressOf(account)))
    refuseWith('swap-short', 'what arrives goes to somebody else')
  if (!isToken(pay.asset, decodedCall.pays))
    refuseWith('gateway-answer-invalid', 'the swap takes another token')
  if (!isToken(receive.asset, decodedCall.receives))
    refuseWith('gateway-answer-invalid', 'the swap brings another token')
  if (decodedCall.most > maximum)
    refuseWith('swap-short', 'its call may take more than was offered')
  if (decodedCall.least < minimum)
    refuseWith('swap-short', 'its call accepts less than was promised')
  if (
    decodedCall.deadline !== undefined &&
    decodedCall.deadline > BigInt(Math.floor(Date.now() / 1000)) + longestSeconds
  )
    refuseWith('gateway-answer-invalid', 'the swap could be held back for days')
}
