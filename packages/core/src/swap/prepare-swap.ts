import {
  type AccountId,
  type Asset,
  addressOf,
  chainOf,
  inWords,
  namespaceOf,
  swapSlippagePercent,
} from '@latchkey/protocol'
import { maxAmount } from '../amount/decimal.ts'
import type { TransferNote } from '../contract/reader.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { newId } from '../machine/new-id.ts'
import { reduceTransaction } from '../machine/reduce-transaction.ts'
import type { Transaction } from '../machine/state.ts'
import { getActiveWallet } from '../wallet/ask-wallet.ts'
import { approveSwap } from './approve-swap.ts'
import { buildSwap } from './build-swap.ts'
import { checkCall, isPinnedRouter } from './check-call.ts'
import { checkDecimals } from './check-decimals.ts'
import { checkSimulation } from './check-simulation.ts'
import { readHoldings } from './read-holdings.ts'
import { quoteLifeMs, type SwapDraft, type SwapQuote } from './swap.ts'
import { chainContextOf } from './swap-gateway.ts'
import { trySwap } from './try-swap.ts'

/**
 * Builds a swap, simulates it after its approval on the newest state, and keeps each call as a
 * draft. It asks gateway and chain, never the wallet. The gateway's answer is checked against the
 * request, and the simulated swap against the amounts that were promised.
 * @throws in this order `not-connected` | `chain-mismatch` | `account-missing` |
 * `feature-unsupported` | `swap-chain-unsupported` | `amount-invalid` | `swap-quote-expired` |
 * `insufficient-funds` | `swap-liquidity-missing` | `swap-unavailable` | `gateway-answer-invalid` |
 * `swap-short` | `swap-simulation-failed` | `insufficient-fee-funds` | what the reads throw
 */
export function prepareSwap(kit: Kit, parameters: prepareSwap.Parameters): Promise<SwapDraft> {
  return inWords(runPrepareSwap(kit, parameters))
}

async function runPrepareSwap(kit: Kit, parameters: prepareSwap.Parameters): Promise<SwapDraft> {
  const {
    quote,
    slippage = swapSlippagePercent,
    approval: approvalKind = 'exact',
    assets: listedAssets = [],
    signal,
  } = parameters
  const { account, pay, receive } = quote
  const chain = chainOf(account)
  checkSwapRequest(kit, quote, slippage)
  const swapAssets = [pay.asset, receive.asset]
  const [held, built, places] = await Promise.allSettled([
    readHoldings(kit, { account, asked: swapAssets, listed: listedAssets, signal }),
    buildSwap(kit, { quote, slippage, signal }),
    checkDecimals(kit, { assets: swapAssets, signal }),
  ])
  if (signal?.aborted) refuseWith('aborted')
  if (held.status === 'rejected') throw held.reason
  const { heldAmountOf: amountOf, assets, isWarned } = held.value
  if (pay.amount > amountOf(pay.asset)) refuseWith('insufficient-funds', pay.asset.symbol)
  if (built.status === 'rejected') throw built.reason
  if (places.status === 'rejected') throw places.reason
  const { call, minimum, maximum } = built.value

  await checkCall(kit, { quote, call, minimum, maximum })
  const isKnownRouter = isPinnedRouter(kit, quote, call.to)
  // A router that the site owner has not listed gets an approval for exactly the amount of this
  // swap, never an unlimited one.
  const isUnlimited = approvalKind === 'unlimited' && isKnownRouter
  const amount = isUnlimited ? undefined : maximum
  const approvalCalls = await approveSwap(kit, { quote, spender: call.to, maximum, amount, signal })
  const { simulation, before } = await trySwap(kit, {
    account,
    call,
    ...approvalCalls,
    assets,
    signal,
  })
  checkSimulation(simulation, { pay: pay.asset, receive: receive.asset, minimum, maximum, assets })
  const { adapter, source } = chainContextOf(kit, chain, signal)
  const coin = adapter.nativeAsset(source.chain)
  // When the simulation reports no balance changes, a call to a token contract is refused: it could
  // do anything, such as transfer the whole balance.
  const isContractOfAsset = ({ id }: Asset): boolean =>
    id !== coin.id && adapter.isSameAddress(addressOf(id as AccountId), call.to)
  if (!simulation.changes && assets.some(isContractOfAsset))
    refuseWith(
      'swap-simulation-failed',
      'it calls a token, and the node cannot tell what that does',
    )
  const totalFee = before.reduce((sum, one) => sum + one.fee, simulation.fee)
  if (totalFee + call.value > amountOf(coin)) refuseWith('insufficient-fee-funds', coin.symbol)
  if (signal?.aborted) refuseWith('aborted')

  const baseDraft = {
    status: 'draft',
    chain,
    from: account,
    to: call.to,
    asset: pay.asset,
    createdAt: Date.now(),
  } as const
  const { fee, feeAsset } = simulation
  const approvals = before.map((one, at): Transaction => {
    // All calls in `before` except the last revoke an earlier approval, so their amount is 0.
    const approvalAmount = at < before.length - 1 ? 0n : (amount ?? maxAmount)
    const costs = one.fee > 0n ? { fee: one.fee, feeAsset } : {}
    return {
      ...baseDraft,
      id: newId(),
      amount: approvalAmount,
      purpose: 'approve',
      call: one.call,
      ...costs,
    }
  })
  const [approval, reset] = [approvals.at(-1), approvals.at(-2)]
  const swap: Transaction = {
    ...baseDraft,
    id: newId(),
    amount: pay.amount,
    purpose: 'swap',
    call,
    receives: { asset: receive.asset, amount: receive.amount, minimum },
    ...(maximum === pay.amount ? {} : { maximum }),
    ...(simulation.data === undefined ? {} : { fee, feeAsset }),
  }
  kit[inside].learn({ transaction: reduceTransaction })
  for (const transaction of [...approvals, swap]) {
    kit[inside].dispatch({ type: 'transaction-drafted', transaction })
  }
  const notes: TransferNote[] = []
  // The contract of a wrapped coin wraps and unwraps by itself, so it does not count as an unknown
  // router.
  if (!isKnownRouter && !swapAssets.some(isContractOfAsset)) notes.push('unknown-router')
  if (!simulation.changes) notes.push('partial-trial')
  // Without nodes of the site owner, the simulation, the allowance and the decimals come from the
  // same gateway that built the swap, so the visitor gets a warning.
  if (source.chain.rpcUrls.length === 0) notes.push('gateway-trial')
  if (approval && isUnlimited) notes.push('unlimited-approval')
  if (isWarned(swapAssets)) notes.push('warned-token')
  return {
    quote,
    slippage,
    ...(reset && { reset }),
    ...(approval && { approval }),
    swap,
    simulation,
    notes,
  }
}

export declare namespace prepareSwap {
  type Parameters = {
    /** A quote that `swapQuoteQuery` returned, no older than `quoteLifeMs` milliseconds. */
    readonly quote: SwapQuote
    /** Slippage in percent, 0 to 50; default 1. */
    readonly slippage?: number | undefined
    /**
     * Amount of the paid token to approve; default exactly what the swap may take. A router that
     * `swaps.routers` does not list never gets more.
     */
    readonly approval?: 'exact' | 'unlimited' | undefined
    /**
     * Other assets that the account holds, as far as the page knows. The swap is refused if it pays
     * any of them.
     */
    readonly assets?: readonly Asset[] | undefined
    readonly signal?: AbortSignal | undefined
  }
}

function checkSwapRequest(
  kit: Kit,
  { account, pay, receive, at }: SwapQuote,
  slippage: number,
): void {
  const namespace = namespaceOf(account)
  const chain = chainOf(account)
  const { connector, session } = getActiveWallet(kit, namespace)
  if ([session.selected, pay.asset.id, receive.asset.id].some((id) => chainOf(id) !== chain))
    refuseWith('chain-mismatch', chain)
  if (session.selected !== account) refuseWith('account-missing', account)
  if (!connector.features.sendCall) refuseWith('feature-unsupported', 'sendCall')
  const { simulate, allowance, approval } = chainContextOf(kit, chain, undefined).adapter.read
  if (!simulate || !allowance || !approval) refuseWith('swap-chain-unsupported', chain)
  if (pay.amount <= 0n || pay.amount > maxAmount) refuseWith('amount-invalid')
  if (!(slippage >= 0 && slippage <= 50))
    refuseWith('amount-invalid', 'slippage is 0 to 50 percent')
  const quoteAgeMs = Date.now() - at
  if (!(quoteAgeMs >= 0 && quoteAgeMs <= quoteLifeMs)) refuseWith('swap-quote-expired')
}
