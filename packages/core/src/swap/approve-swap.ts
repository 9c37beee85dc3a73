import { type AccountId, addressOf, chainOf, namespaceOf } from '@latchkey/protocol'
import type { Call } from '../contract/reader.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import { toError } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { buildApproval } from './build-swap.ts'
import type { SwapQuote } from './swap.ts'
import { chainContextOf } from './swap-gateway.ts'

/** The approval call that must be sent before a swap, if one is needed. */
export interface SwapApproval {
  readonly approve?: Call
  /** Builds the call that revokes the earlier approval; absent when there was none. */
  readonly takeBack?: () => Promise<Call>
}

/**
 * Builds the approval that a swap needs first. None is needed when the allowance is already high
 * enough, when the chain's coin is paid, or when the call goes to the token itself.
 */
export async function approveSwap(
  kit: Kit,
  parameters: {
    readonly quote: SwapQuote
    /** Address, without its chain, of the contract that may take the token. */
    readonly spender: string
    /** The most of the paid token that the swap may take, in base units. */
    readonly maximum: bigint
    /** Amount to approve, base units; undefined for unlimited. */
    readonly amount: bigint | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<SwapApproval> {
  const { quote, spender, maximum, signal } = parameters
  const { account: owner, pay } = quote
  const { adapter, source } = chainContextOf(kit, chainOf(owner), signal)
  if (isSameAsset(pay.asset.id, adapter.nativeAsset(source.chain).id)) return {}
  // The contract of a wrapped coin unwraps the tokens of its caller without an allowance, so no
  // approval is needed.
  if (adapter.isSameAddress(addressOf(pay.asset.id as AccountId), spender)) return {}
  const allowance = await adapter.read
    .allowance?.(source, { owner, asset: pay.asset, spender })
    .catch((cause) => {
      throw toError(kit, [namespaceOf(owner)], cause)
    })
  if (allowance !== undefined && allowance >= maximum) return {}
  const approvalCall = await buildApproval(kit, parameters)
  return allowance
    ? { approve: approvalCall, takeBack: () => buildApproval(kit, { ...parameters, amount: 0n }) }
    : { approve: approvalCall }
}
