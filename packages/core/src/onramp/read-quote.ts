import {
  currencyPlaces,
  isOnrampQuoteAnswer,
  moneyText,
  moneyUnits,
  type OnrampQuoteAnswer,
  onrampFeeRangePercent,
  shareOfMoney,
} from '@latchkey/protocol'
import { postToGateway } from '../gateway/post.ts'
import { withTimeout } from '../http/with-timeout.ts'
import type { Kit } from '../machine/kit.ts'
import type { BuyAsk, BuyQuote } from './onramp.ts'
import { onrampFailure } from './onramp-failure.ts'
import { checkOnrampAmount, onrampLimits } from './onramp-limits.ts'
import { readOptions, readProviders } from './read-onramp.ts'

/** Milliseconds a visitor waits for a quote before an estimate is shown. */
const quoteTimeoutMs = 5_000

/** Reads a quote for buying coins, as described for `onrampQuoteQuery`. */
export async function readQuote(
  kit: Kit,
  request: BuyAsk & { readonly signal?: AbortSignal | undefined },
): Promise<BuyQuote | null> {
  const { signal, ...quoteRequest } = request
  const options = await readOptions(kit, request)
  const boughtCurrency = options.purchaseCurrencies.find(
    ({ symbol }) => symbol === quoteRequest.purchaseCurrency,
  )
  if (!boughtCurrency) return null
  const amount = checkOnrampAmount(options, quoteRequest)
  const paymentMethod = onrampLimits(options, quoteRequest)?.id
  const body = {
    purchaseCurrency: quoteRequest.purchaseCurrency,
    paymentCurrency: quoteRequest.paymentCurrency,
    paymentMethod,
    amount,
    network: boughtCurrency.networks[0]?.name,
    provider: quoteRequest.provider,
    chainId: quoteRequest.chain,
  }
  try {
    const answer = await withTimeout(quoteTimeoutMs, signal, (innerSignal) =>
      postToGateway(kit, 'v1/onramp/quote', {
        body,
        signal: innerSignal,
        isRepeatable: true,
        read: (answer) =>
          isOnrampQuoteAnswer(answer) && isAnswerToRequest(answer, { ...quoteRequest, amount })
            ? answer
            : null,
      }),
    )
    return { ...answer, isEstimate: answer.isEstimate === true, at: Date.now() }
  } catch (cause) {
    const failure = onrampFailure(cause, 'onramp-unavailable')
    if (failure.code === 'onramp-chain-unsupported') return null
    if (failure.code !== 'onramp-unavailable') throw failure
    const sellers = await readProviders(kit, signal).catch(() => [])
    const seller = sellers.find(({ serviceProvider }) => serviceProvider === quoteRequest.provider)
    return estimateQuote(
      { ...quoteRequest, amount },
      seller?.feePercent?.[1] ?? onrampFeeRangePercent[1],
    )
  }
}

/**
 * Whether a provider's quote fits the request: the same currency, the same coin, and fees not above
 * the amount paid.
 */
function isAnswerToRequest(quote: OnrampQuoteAnswer, request: BuyAsk): boolean {
  const { paymentTotal, paymentSubtotal, purchaseAmount, isEstimate } = quote
  const [total, subtotal, bought] = [paymentTotal, paymentSubtotal, purchaseAmount].map(
    ({ amount }) => moneyUnits(amount),
  )
  if (total == null || subtotal == null || bought == null || bought === 0n) return false
  const isCoin = purchaseAmount.currency.toUpperCase() === request.purchaseCurrency.toUpperCase()
  const isEstimateInMoney =
    isEstimate === true && purchaseAmount.currency === request.paymentCurrency
  const isMoney =
    paymentTotal.currency === request.paymentCurrency &&
    paymentSubtotal.currency === request.paymentCurrency
  return (
    isMoney &&
    (isCoin || isEstimateInMoney) &&
    total === moneyUnits(request.amount) &&
    subtotal <= total
  )
}

/**
 * Makes an estimate instead of a quote: the money that is left for the purchase after the highest
 * fee. No coin amount is estimated, because no price is known.
 */
function estimateQuote(
  { amount, paymentCurrency: currency }: BuyAsk,
  feePercent: number,
): BuyQuote {
  const decimalPlaces = currencyPlaces(currency)
  const total = moneyUnits(amount) ?? 0n
  const feeUnits = shareOfMoney(total, Math.min(Math.max(feePercent, 0), 100), decimalPlaces)
  const toMoney = (units: bigint): { amount: string; currency: string } => ({
    amount: moneyText(units, decimalPlaces),
    currency,
  })
  return {
    networkFee: toMoney(0n),
    paymentSubtotal: toMoney(total - feeUnits),
    paymentTotal: toMoney(total),
    purchaseAmount: toMoney(total - feeUnits),
    providerFee: toMoney(feeUnits),
    quoteId: 'estimate',
    isEstimate: true,
    at: Date.now(),
  }
}
