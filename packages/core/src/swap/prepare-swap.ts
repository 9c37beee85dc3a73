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
import type { Kit } from '../machine/kit.ts'
import { newId } from '../machine/new-id.ts'
import { reduceTransaction } from '../machine/reduce-transaction.ts'
import type { Transaction } from '../machine/state.ts'
import { activeOf } from '../wallet/ask-wallet.ts'
import { approveSwap } from './approve-swap.ts'
import { buildSwap } from './build-swap.ts'
import { checkCall, isPinned } from './check-call.ts'
import { checkDecimals } from './check-decimals.ts'
import { checkSimulation } from './check-simulation.ts'
import { readHoldings } from './read-holdings.ts'
import { quoteLifeMs, type SwapDraft, type SwapQuote } from './swap.ts'
import { placeOf } from './swap-gateway.ts'
import { trySwap } from './try-swap.ts'

/**
 * Builds a swap, tries it behind its approval on the newest state, and keeps each call as a draft;
 * asks gateway and chain, never the wallet. What the gateway answers is held against what was
 * asked, and what the swap does against what it promises.
 * @throws in this order `not-connected` | `chain-mismatch` | `account-missing` |
 *   `feature-unsupported` | `swap-chain-unsupported` | `amount-invalid` | `swap-quote-expired` |
 *   `insufficient-funds` | `swap-liquidity-missing` | `swap-unavailable` | `gateway-answer-invalid`
 *   | `swap-short` | `swap-simulation-failed` | `insufficient-fee-funds` | what the reads throw
 */
export function prepareSwap(kit: Kit, parameters: prepareSwap.Parameters): Promise<SwapDraft> {
  return inWords(runPrepareSwap(kit, parameters))
}

async function runPrepareSwap(kit: Kit, parameters: prepareSwap.Parameters): Promise<SwapDraft> {
  const {
    quote,
    slippage = swapSlippagePercent,
    approval: wish = 'exact',
    assets: listed = [],
    signal,
  } = parameters
  const { account, pay, receive } = quote
  const chain = chainOf(account)
  checkWish(kit, quote, slippage)
  const asked = [pay.asset, receive.asset]
  const [held, built, places] = await Promise.allSettled([
    readHoldings(kit, { account, asked, listed, signal }),
    buildSwap(kit, { quote, slippage, signal }),
    checkDecimals(kit, { assets: asked, signal }),
  ])
  if (signal?.aborted) refuseWith('aborted')
  if (held.status === 'rejected') throw held.reason
  const { amountOf, assets, isWarned } = held.value
  if (pay.amount > amountOf(pay.asset)) refuseWith('insufficient-funds', pay.asset.symbol)
  if (built.status === 'rejected') throw built.reason
  if (places.status === 'rejected') throw places.reason
  const { call, minimum, maximum } = built.value

  await checkCall(kit, { quote, call, minimum, maximum })
  const isKnown = isPinned(kit, quote, call.to)
  // Whom the owner has not named gets what this swap needs and not a unit more.
  const isUnlimited = wish === 'unlimited' && isKnown
  const amount = isUnlimited ? undefined : maximum
  const leave = await approveSwap(kit, { quote, spender: call.to, maximum, amount, signal })
  const { simulation, before } = await trySwap(kit, { account, call, ...leave, assets, signal })
  checkSimulation(simulation, { pay: pay.asset, receive: receive.asset, minimum, maximum, assets })
  const { adapter, source } = placeOf(kit, chain, signal)
  const coin = adapter.nativeAsset(source.chain)
  // Where nobody can tell what it does, a call of a token itself could be anything: a transfer of
  // all of it.
  const isCalled = ({ id }: Asset): boolean =>
    id !== coin.id && adapter.isSameAddress(addressOf(id as AccountId), call.to)
  if (!simulation.changes && assets.some(isCalled))
    refuseWith(
      'swap-simulation-failed',
      'it calls a token, and the node cannot tell what that does',
    )
  const fees = before.reduce((sum, one) => sum + one.fee, simulation.fee)
  if (fees + call.value > amountOf(coin)) refuseWith('insufficient-fee-funds', coin.symbol)
  if (signal?.aborted) refuseWith('aborted')

  const base = {
    status: 'draft',
    chain,
    from: account,
    to: call.to,
    asset: pay.asset,
    createdAt: Date.now(),
  } as const
  const { fee, feeAsset } = simulation
  const approvals = before.map((one, at): Transaction => {
    // What is sent before the approval takes an older one back.
    const allowed = at < before.length - 1 ? 0n : (amount ?? maxAmount)
    const costs = one.fee > 0n ? { fee: one.fee, feeAsset } : {}
    return { ...base, id: newId(), amount: allowed, purpose: 'approve', call: one.call, ...costs }
  })
  const [approval, reset] = [approvals.at(-1), approvals.at(-2)]
  const swap: Transaction = {
    ...base,
    id: newId(),
    amount: pay.amount,
    purpose: 'swap',
    call,
    receives: { asset: receive.asset, amount: receive.amount, minimum },
    ...(maximum === pay.amount ? {} : { maximum }),
    ...(simulation.data === undefined ? {} : { fee, feeAsset }),
  }
  kit.learn('transaction', reduceTransaction)
  for (const transaction of [...approvals, swap]) {
    kit.dispatch({ type: 'transaction-drafted', transaction })
  }
  const notes: TransferNote[] = []
  // A wrapped coin makes its own swap.
  if (!isKnown && !asked.some(isCalled)) notes.push('unknown-router')
  if (!simulation.changes) notes.push('partial-trial')
  // Its trial, the allowance and the decimals are then the word of whoever built the swap.
  if (source.chain.rpcUrls.length === 0) notes.push('gateway-trial')
  if (approval && isUnlimited) notes.push('unlimited-approval')
  if (isWarned(asked)) notes.push('warned-token')
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
    /** Of `swapQuoteQuery`, no older than `quoteLifeMs`. */
    readonly quote: SwapQuote
    /** Percent, 0 to 50; default 1. */
    readonly slippage?: number | undefined
    /**
     * What the swap's contract may take of the paid token; default exactly what the swap may. A
     * router that `swaps.routers` does not name never gets more.
     */
    readonly approval?: 'exact' | 'unlimited' | undefined
    /** What else the page knows the account to hold: none of it may leave. */
    readonly assets?: readonly Asset[] | undefined
    readonly signal?: AbortSignal | undefined
  }
}

function checkWish(kit: Kit, { account, pay, receive, at }: SwapQuote, slippage: number): void {
  const namespace = namespaceOf(account)
  const chain = chainOf(account)
  const { connector, session } = activeOf(kit, namespace)
  if ([session.selected, pay.asset.id, receive.asset.id].some((id) => chainOf(id) !== chain))
    refuseWith('chain-mismatch', chain)
  if (session.selected !== account) refuseWith('account-missing', account)
  if (!connector.features.sendCall) refuseWith('feature-unsupported', 'sendCall')
  const { simulate, allowance, approval } = placeOf(kit, chain, undefined).adapter.read
  if (!simulate || !allowance || !approval) refuseWith('swap-chain-unsupported', chain)
  if (pay.amount <= 0n || pay.amount > maxAmount) refuseWith('amount-invalid')
  if (!(slippage >= 0 && slippage <= 50))
    refuseWith('amount-invalid', 'slippage is 0 to 50 percent')
  const age = Date.now() - at
  if (!(age >= 0 && age <= quoteLifeMs)) refuseWith('swap-quote-expired')
}
