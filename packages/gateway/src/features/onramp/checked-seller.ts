import {
  type ChainId,
  currencyPlaces,
  isOnrampOptions,
  isOnrampQuoteAnswer,
  isPayable,
  moneyText,
  moneyUnits,
  type OnrampNetwork,
  type OnrampOptions,
  type OnrampQuoteAnswer,
  referenceOf,
} from '@latchkey/protocol'
import { boundedCache } from '../../base/bounded-cache.ts'
import { readRefusal, refusal } from '../../base/refuse.ts'
import type { OnrampRequest, OnrampSeller } from '../../ports/onramp-port.ts'
import type { Estimate } from './estimate-quote.ts'

const optionsLifeMs = 60_000

/**
 * Whether a network in a seller's options is `chain`; sellers may write the chain id as a bare
 * CAIP-2 reference.
 */
export function isNetworkOfChain({ chain_id }: OnrampNetwork, chain: ChainId): boolean {
  return chain_id === referenceOf(chain) || chain_id === chain
}

/**
 * A purchase request together with the network, found in the seller's options, on which the seller
 * delivers the coin.
 */
interface MatchedOption {
  readonly ask: OnrampRequest
  readonly network: OnrampNetwork
}

/**
 * Wraps a seller of coins: requests are checked against the seller's options, which are cached for
 * a minute, and its answers are validated. A request that does not fit the options is refused with
 * 400 and the name of the wrong field. An answer that does not fit the request counts as no answer.
 * @param estimate - makes an estimate when the seller has no offer
 */
export function checkedSeller(seller: OnrampSeller, estimate?: Estimate): OnrampSeller {
  const optionsCache = boundedCache<OnrampOptions>(50, optionsLifeMs)

  const readOptions: OnrampSeller['options'] = async (signal, region) => {
    const key = `${region?.country ?? ''}-${region?.subdivision ?? ''}`
    const cachedOptions = optionsCache.get(key)
    if (cachedOptions) return cachedOptions
    const answer: unknown = await seller.options(signal, region)
    if (!isOnrampOptions(answer)) throw implausibleAnswerRefusal(seller)
    optionsCache.set(key, answer)
    return answer
  }

  const findOffer = async (
    request: OnrampRequest,
    signal?: AbortSignal,
  ): Promise<MatchedOption> => {
    const { purchaseCurrencies, paymentCurrencies } = await readOptions(signal, request.place)
    const { chain, purchaseCurrency: wantedCurrency } = request
    const matchingCurrencies = purchaseCurrencies.filter(
      ({ id, symbol }) => symbol === wantedCurrency || id === wantedCurrency,
    )
    if (matchingCurrencies.length === 0)
      throw refusal(400, 'purchaseCurrency', `${seller.provider.name} does not sell this`)
    const boughtCurrency = matchingCurrencies.find(({ networks }) =>
      networks.some((network) => isNetworkOfChain(network, chain)),
    )
    const network = boughtCurrency?.networks.find((network) => isNetworkOfChain(network, chain))
    if (!boughtCurrency || !network)
      throw refusal(400, 'chainId', `${seller.provider.name} does not deliver this on ${chain}`)
    const paidCurrency = paymentCurrencies.find(({ id }) => id === request.paymentCurrency)
    if (!paidCurrency)
      throw refusal(
        400,
        'paymentCurrency',
        `${seller.provider.name} takes no ${request.paymentCurrency}`,
      )
    const method = paidCurrency.payment_method_limits.find(
      ({ id }) =>
        request.paymentMethod === undefined ||
        id.toLowerCase() === request.paymentMethod.toLowerCase(),
    )
    if (!method)
      throw refusal(
        400,
        'paymentMethod',
        `${seller.provider.name} does not take this for ${paidCurrency.id}`,
      )
    const decimalPlaces = currencyPlaces(paidCurrency.id)
    if (!isPayable(request.amount, decimalPlaces))
      throw refusal(
        400,
        'amount',
        `An amount of ${paidCurrency.id} is above zero and has at most ${decimalPlaces} places`,
      )
    const [asked, min, max] = [request.amount, method.min, method.max].map(
      (text) => moneyUnits(text) ?? 0n,
    )
    if (asked === undefined || min === undefined || max === undefined || asked < min || asked > max)
      throw refusal(400, 'amount', `Between ${method.min} and ${method.max} ${paidCurrency.id}`)
    return {
      ask: {
        ...request,
        amount: moneyText(asked, decimalPlaces),
        purchaseCurrency: boughtCurrency.symbol,
        paymentMethod: method.id,
        network: network.name,
      },
      network,
    }
  }

  return {
    provider: seller.provider,
    options: readOptions,
    async quote(rawRequest, signal) {
      const { ask: request, network } = await findOffer(rawRequest, signal)
      try {
        const answer: unknown = await seller.quote(request, signal)
        if (!isOnrampQuoteAnswer(answer) || !isConsistentQuote(answer, request))
          throw implausibleAnswerRefusal(seller)
        return answer
      } catch (error) {
        if (readRefusal(error)?.status !== 503) throw error
        const [, feePercent] = seller.provider.feePercent ?? []
        const estimatedQuote = await estimate?.(request, { network, feePercent }, signal)
        if (estimatedQuote) return estimatedQuote
        throw error
      }
    },
    async start(asked, signal) {
      const { ask: request } = await findOffer(asked, signal)
      return seller.start({ ...asked, ...request }, signal)
    },
    ...(seller.order && { order: seller.order.bind(seller) }),
  }
}

/**
 * Whether a quote fits the request and its amounts add up: one whose fee is above its total, or
 * that is for another coin, is not offered.
 */
function isConsistentQuote(
  quote: OnrampQuoteAnswer,
  { amount, paymentCurrency, purchaseCurrency }: OnrampRequest,
): boolean {
  const { paymentTotal, paymentSubtotal, purchaseAmount, networkFee, providerFee } = quote
  const [total, subtotal, bought] = [paymentTotal, paymentSubtotal, purchaseAmount].map((one) =>
    moneyUnits(one.amount),
  )
  if (total == null || subtotal == null || bought == null || bought === 0n) return false
  const quoteAmounts = [
    paymentTotal,
    paymentSubtotal,
    networkFee,
    ...(providerFee ? [providerFee] : []),
  ]
  if (!quoteAmounts.every(({ currency }) => currency === paymentCurrency)) return false
  if (purchaseAmount.currency.toUpperCase() !== purchaseCurrency.toUpperCase()) return false
  return total === moneyUnits(amount) && subtotal <= total
}

function implausibleAnswerRefusal({ provider }: OnrampSeller): Error {
  return refusal(503, '', `${provider.name} answers what cannot be believed`)
}
