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
import { withPatience } from '../http/with-patience.ts'
import type { Kit } from '../machine/kit.ts'
import type { BuyAsk, BuyQuote } from './onramp.ts'
import { onrampFailure } from './onramp-failure.ts'
import { checkOnrampAmount, onrampLimits } from './onramp-limits.ts'
import { readOptions, readProviders } from './read-onramp.ts'

/** Milliseconds a visitor waits for a quote before an estimate is shown. */
const patienceMs = 5_000

/** See `onrampQuoteQuery`. */
export async function readQuote(
  kit: Kit,
  ask: BuyAsk & { readonly signal?: AbortSignal | undefined },
): Promise<BuyQuote | null> {
  const { signal, ...wish } = ask
  const options = await readOptions(kit, ask)
  const bought = options.purchaseCurrencies.find(({ symbol }) => symbol === wish.purchaseCurrency)
  if (!bought) return null
  const amount = checkOnrampAmount(options, wish)
  const paymentMethod = onrampLimits(options, wish)?.id
  const body = {
    purchaseCurrency: wish.purchaseCurrency,
    paymentCurrency: wish.paymentCurrency,
    paymentMethod,
    amount,
    network: bought.networks[0]?.name,
    provider: wish.provider,
    chainId: wish.chain,
  }
  try {
    const answer = await withPatience(patienceMs, signal, (inner) =>
      postToGateway(kit, 'v1/onramp/quote', {
        body,
        signal: inner,
        isRepeatable: true,
        read: (answer) =>
          isOnrampQuoteAnswer(answer) && isAnswerTo(answer, { ...wish, amount }) ? answer : null,
      }),
    )
    return { ...answer, isEstimate: answer.isEstimate === true, at: Date.now() }
  } catch (cause) {
    const failure = onrampFailure(cause, 'onramp-unavailable')
    if (failure.code === 'onramp-chain-unsupported') return null
    if (failure.code !== 'onramp-unavailable') throw failure
    const sellers = await readProviders(kit, signal).catch(() => [])
    const seller = sellers.find(({ serviceProvider }) => serviceProvider === wish.provider)
    return estimateQuote({ ...wish, amount }, seller?.feePercent?.[1] ?? onrampFeeRangePercent[1])
  }
}

/**
 * Whether a quote fits the request: the same currency, the same coin, and fees not above the amount
 * paid.
 */
function isAnswerTo(quote: OnrampQuoteAnswer, ask: BuyAsk): boolean {
  const { paymentTotal, paymentSubtotal, purchaseAmount, isEstimate } = quote
  const [total, subtotal, bought] = [paymentTotal, paymentSubtotal, purchaseAmount].map(
    ({ amount }) => moneyUnits(amount),
  )
  if (total == null || subtotal == null || bought == null || bought === 0n) return false
  const isCoin = purchaseAmount.currency.toUpperCase() === ask.purchaseCurrency.toUpperCase()
  const isMoneyLeft = isEstimate === true && purchaseAmount.currency === ask.paymentCurrency
  const isMoney =
    paymentTotal.currency === ask.paymentCurrency &&
    paymentSubtotal.currency === ask.paymentCurrency
  return isMoney && (isCoin || isMoneyLeft) && total === moneyUnits(ask.amount) && subtotal <= total
}

/** The amount left to buy for after the highest fees; no price is invented. */
function estimateQuote(
  { amount, paymentCurrency: currency }: BuyAsk,
  feePercent: number,
): BuyQuote {
  const places = currencyPlaces(currency)
  const total = moneyUnits(amount) ?? 0n
  const kept = shareOfMoney(total, Math.min(Math.max(feePercent, 0), 100), places)
  const moneyOf = (units: bigint): { amount: string; currency: string } => ({
    amount: moneyText(units, places),
    currency,
  })
  return {
    networkFee: moneyOf(0n),
    paymentSubtotal: moneyOf(total - kept),
    paymentTotal: moneyOf(total),
    purchaseAmount: moneyOf(total - kept),
    providerFee: moneyOf(kept),
    quoteId: 'estimate',
    isEstimate: true,
    at: Date.now(),
  }
}
