import {
  type Asset,
  addressOf,
  chainOf,
  isSwapQuotesAnswer,
  LatchkeyError,
  type SwapOffer,
} from '@latchkey/protocol'
import { maxAmount } from '../amount/decimal.ts'
import { isSameAsset, toTokenId } from '../gateway/token-id.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { plainText } from '../plain-text.ts'
import type { SwapQuestion, SwapQuote } from './swap.ts'
import { askSwapGateway, chainContextOf } from './swap-gateway.ts'

/** Reads the best quote for a swap, as described for `swapQuoteQuery`. */
export async function readSwapQuote(
  kit: Kit,
  parameters: SwapQuestion & { readonly signal?: AbortSignal | undefined },
): Promise<SwapQuote> {
  const { account, pay, receive, amount, side = 'pay', signal } = parameters
  const chain = chainOf(account)
  if (chainOf(pay.id) !== chain || chainOf(receive.id) !== chain)
    refuseWith('chain-mismatch', chain)
  if (isSameAsset(pay.id, receive.id))
    refuseWith('swap-unavailable', 'the same token on both sides')
  if (amount <= 0n || amount > maxAmount) refuseWith('amount-invalid')
  const { adapter, source } = chainContextOf(kit, chain, signal)
  const [from, to] = [pay, receive].map((asset) => toTokenId(adapter, source.chain, asset)) as [
    string,
    string,
  ]
  const query = {
    amount: `${amount}`,
    from,
    to,
    userAddress: addressOf(account),
    ...(side === 'receive' && { side }),
  }
  const { quotes } = await askSwapGateway(kit, {
    chain,
    path: 'quotes',
    query,
    isAnswer: isSwapQuotesAnswer,
    signal,
  })
  const { swaps: swapFeature = true } = kit.getState().features
  if (!swapFeature) refuseWith('swap-unavailable', 'features.swaps is off')
  // When `features.swaps` is a list, only the providers whose displayed names are in it are asked.
  const allowedProviderNames =
    swapFeature === true ? null : swapFeature.map((name) => name.toLowerCase())
  const listedQuotes = quotes.filter(
    ({ provider }) =>
      !allowedProviderNames || allowedProviderNames.includes((provider ?? '').toLowerCase()),
  )
  const matchingQuotes = listedQuotes.filter(
    ({ fromAccount, toAccount }) => isSameAsset(fromAccount, from) && isSameAsset(toAccount, to),
  )
  if (listedQuotes.length === 0) refuseWith('swap-unavailable', 'no offer')
  if (matchingQuotes.length === 0) refuseWith('gateway-answer-invalid', 'offers of other tokens')
  // Takes the first quote that fits the request. A quote for a different amount is skipped, because
  // the page would show it as a quote for the requested amount.
  for (const offer of matchingQuotes) {
    const amounts = amountsOf(offer)
    if (!amounts || (side === 'pay' ? amounts.paid !== amount : amounts.received < amount)) continue
    const coin = adapter.nativeAsset(source.chain)
    const fee = readFee(offer, [
      [from, pay],
      [to, receive],
      [toTokenId(adapter, source.chain, coin), coin],
    ])
    const provider = plainText(offer.provider ?? '', 60)
    return {
      account,
      side,
      pay: { asset: pay, amount: amounts.paid },
      receive: { asset: receive, amount: amounts.received },
      ...(offer.id && { offerId: offer.id }),
      ...(provider && { provider }),
      ...(fee && { fee }),
      ...(typeof offer.priceImpact === 'number' && {
        priceImpact: Math.min(offer.priceImpact, 100),
      }),
      at: Date.now(),
    }
  }
  throw matchingQuotes.some((offer) => amountsOf(offer) === null)
    ? new LatchkeyError('swap-amount-incorrect')
    : new LatchkeyError('gateway-answer-invalid', { reason: 'offers of another amount' })
}

interface Amounts {
  readonly paid: bigint
  readonly received: bigint
}

function amountsOf({ fromAmount, toAmount }: SwapOffer): Amounts | null {
  const [paid, received] = [BigInt(fromAmount), BigInt(toAmount ?? 0)]
  const isAmount = (amount: bigint): boolean => amount > 0n && amount <= maxAmount
  return isAmount(paid) && isAmount(received) ? { paid, received } : null
}

/**
 * The provider's fee, if its asset is known: the amount cannot be shown without the asset's
 * decimals.
 */
function readFee(
  { fee, feeAccount }: SwapOffer,
  knownAssets: readonly (readonly [tokenId: string, Asset])[],
): SwapQuote['fee'] | undefined {
  const asset = feeAccount && knownAssets.find(([id]) => isSameAsset(id, feeAccount))?.[1]
  const amount = BigInt(fee ?? 0)
  return asset && amount > 0n && amount <= maxAmount ? { asset, amount } : undefined
}
