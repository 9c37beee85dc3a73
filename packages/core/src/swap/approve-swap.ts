import { type AccountId, addressOf, chainOf, namespaceOf } from '@latchkey/protocol'
import type { Call } from '../contract/reader.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { buildApproval } from './build-swap.ts'
import type { SwapQuote } from './swap.ts'
import { placeOf } from './swap-gateway.ts'

/** What a swap needs before it. */
export interface Leave {
  readonly approve?: Call
  /** Builds the call that takes back what was allowed before; absent where nothing was. */
  readonly takeBack?: () => Promise<Call>
}

/**
 * The approval a swap needs before it; none where the chain says that there is one already, with
 * the coin, or on the token itself.
 */
export async function approveSwap(
  kit: Kit,
  parameters: {
    readonly quote: SwapQuote
    /** Bare address. */
    readonly spender: string
    /** What the swap may take, base units. */
    readonly maximum: bigint
    /** Base units; without it, without end. */
    readonly amount: bigint | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<Leave> {
  const { quote, spender, maximum, signal } = parameters
  const { account: owner, pay } = quote
  const { adapter, source } = placeOf(kit, chainOf(owner), signal)
  if (isSameAsset(pay.asset.id, adapter.nativeAsset(source.chain).id)) return {}
  // What unwraps a coin takes it from whoever calls.
  if (adapter.isSameAddress(addressOf(pay.asset.id as AccountId), spender)) return {}
  const allowed = await adapter.read
    .allowance?.(source, { owner, asset: pay.asset, spender })
    .catch((cause) => {
      throw toError(kit, [namespaceOf(owner)], cause)
    })
  if (allowed !== undefined && allowed >= maximum) return {}
  const approve = await buildApproval(kit, parameters)
  return allowed
    ? { approve, takeBack: () => buildApproval(kit, { ...parameters, amount: 0n }) }
    : { approve }
}
