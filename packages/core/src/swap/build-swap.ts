import {
  type AccountId,
  addressOf,
  chainOf,
  isApproveTransactionAnswer,
  isSwapTransactionAnswer,
} from '@latchkey/protocol'
import { maxAmount } from '../amount/decimal.ts'
import type { Call } from '../contract/reader.ts'
import { isSameAsset, toTokenId } from '../gateway/token-id.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import type { SwapQuote } from './swap.ts'
import { askSwapGateway, chainContextOf } from './swap-gateway.ts'

interface Parameters {
  readonly quote: SwapQuote
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns the least amount that may be received and the most that may be paid for a quote, in base
 * units, both rounded down. When the amount to receive is fixed, the slippage applies to the amount
 * paid.
 * @param slippage percent
 */
export function swapLimitsOf(
  { pay, receive, side }: SwapQuote,
  slippage: number,
): { least: bigint; most: bigint } {
  const slippageBasisPoints = BigInt(Math.round(slippage * 100))
  return side === 'receive'
    ? { least: receive.amount, most: (pay.amount * (10_000n + slippageBasisPoints)) / 10_000n }
    : { least: (receive.amount * (10_000n - slippageBasisPoints)) / 10_000n, most: pay.amount }
}

/**
 * Builds a swap as a contract call and checks it against the request: the account sends it, it does
 * not pay more than the quote and `slippage` allow, and it does not receive less.
 * @param slippage percent
 * @throws `swap-short` | `gateway-answer-invalid` | what `askSwapGateway` throws
 */
export async function buildSwap(
  kit: Kit,
  { quote, slippage, signal }: Parameters & { readonly slippage: number },
): Promise<{ readonly call: Call; readonly minimum: bigint; readonly maximum: bigint }> {
  const { account, pay, receive, offerId, side } = quote
  const chain = chainOf(account)
  const { adapter, source } = chainContextOf(kit, chain, signal)
  const body = {
    ...(side === 'receive' ? { amount: `${receive.amount}`, side } : { amount: `${pay.amount}` }),
    from: toTokenId(adapter, source.chain, pay.asset),
    to: toTokenId(adapter, source.chain, receive.asset),
    userAddress: account,
    eip155: { slippage, permit: null },
    disableEstimate: true,
    ...(offerId && { offerId }),
  }
  const { tx } = await askSwapGateway(kit, {
    chain,
    path: 'build-transaction',
    body,
    isAnswer: isSwapTransactionAnswer,
    signal,
  })
  const contractAddress = addressOnChain(tx.to, chain)
  if (!isSameAsset(tx.from, account))
    refuseWith('gateway-answer-invalid', 'a swap of another account')
  if (
    contractAddress === null ||
    !adapter.isAddress(contractAddress) ||
    adapter.isSameAddress(contractAddress, addressOf(account))
  )
    return refuseWith('gateway-answer-invalid', 'a swap on no contract of the chain')
  const isCoin = isSameAsset(pay.asset.id, adapter.nativeAsset(source.chain).id)
  const { least, most } = swapLimitsOf(quote, slippage)
  if (side === 'receive' && typeof tx.maximum !== 'string')
    refuseWith('gateway-answer-invalid', 'a swap without a maximum')
  const maximum = typeof tx.maximum === 'string' ? BigInt(tx.maximum) : pay.amount
  // When the gateway sends no `value`, the call's value is the most that may be paid if the chain's
  // coin is paid, and 0 otherwise.
  const impliedValue = isCoin ? maximum : 0n
  const value = typeof tx.value === 'string' ? BigInt(tx.value) : impliedValue
  if (value > (isCoin ? most : 0n))
    refuseWith('swap-short', 'it takes more of the coin than was offered')
  if (maximum > most) refuseWith('swap-short', 'it may take more than was offered')
  const minimum = BigInt(tx.amount)
  if (minimum > maxAmount) refuseWith('gateway-answer-invalid', 'a minimum that is no amount')
  if (minimum < least) refuseWith('swap-short', 'its minimum is below the promise')
  return {
    call: { to: contractAddress, data: tx.data, value },
    minimum,
    maximum: side === 'receive' ? maximum : pay.amount,
  }
}

/**
 * Builds an approval as a contract call and checks it against the request: the paid token,
 * `spender` and `amount`.
 * @param spender bare address
 * @param amount base units, 0 to revoke; undefined for unlimited
 * @throws `gateway-answer-invalid` | what `askSwapGateway` throws
 */
export async function buildApproval(
  kit: Kit,
  {
    quote,
    spender,
    amount,
    signal,
  }: Parameters & { readonly spender: string; readonly amount: bigint | undefined },
): Promise<Call> {
  const { account, pay, receive, offerId } = quote
  const chain = chainOf(account)
  const { adapter, source } = chainContextOf(kit, chain, signal)
  const query = {
    from: toTokenId(adapter, source.chain, pay.asset),
    to: toTokenId(adapter, source.chain, receive.asset),
    userAddress: addressOf(account),
    offerId,
    ...(amount !== undefined && { amount: `${amount}` }),
  }
  const { tx } = await askSwapGateway(kit, {
    chain,
    path: 'build-approve',
    query,
    isAnswer: isApproveTransactionAnswer,
    signal,
  })
  // In the gateway's answer, `tx.from` is the account of the token contract, which the approval
  // calls.
  const contractAddress = addressOnChain(tx.from, chain)
  const call: Call = { to: contractAddress ?? '', data: tx.data, value: BigInt(tx.value) }
  const decodedApproval = await adapter.read.approval?.(call)
  if (!decodedApproval) return refuseWith('gateway-answer-invalid', 'the approval is none')
  const isRequestedApproval =
    adapter.isSameAddress(decodedApproval.token, addressOf(pay.asset.id as AccountId)) &&
    adapter.isSameAddress(decodedApproval.spender, spender) &&
    decodedApproval.amount === (amount ?? maxAmount)
  return isRequestedApproval
    ? call
    : refuseWith('gateway-answer-invalid', 'the approval is another one than was asked for')
}

function addressOnChain(account: AccountId, chain: string): string | null {
  return chainOf(account) === chain ? addressOf(account) : null
}
