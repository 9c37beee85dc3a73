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
import type { OnrampAsk, OnrampSeller } from '../../ports/onramp-port.ts'
import type { Estimate } from './estimate-quote.ts'

const optionsLifeMs = 60_000

/** Whether a network of the options is a chain; chain ids there are bare references. */
export function isNetworkOf({ chain_id }: OnrampNetwork, chain: ChainId): boolean {
  return chain_id === referenceOf(chain) || chain_id === chain
}

/** The purchase currency and network of a request, found in the seller's options. */
interface MatchedOption {
  readonly ask: OnrampAsk
  readonly network: OnrampNetwork
}

/**
 * Wraps a seller: requests are checked against its options, which are cached for a minute, and its
 * answers are validated. Refuses with 400 and the wrong field; a seller that contradicts itself
 * counts as not answering.
 * @param estimate - makes an estimate when there is no offer
 */
export function checkedSeller(seller: OnrampSeller, estimate?: Estimate): OnrampSeller {
  const kept = boundedCache<OnrampOptions>(50, optionsLifeMs)

  const readOptions: OnrampSeller['options'] = async (signal, place) => {
    const key = `${place?.country ?? ''}-${place?.subdivision ?? ''}`
    const known = kept.get(key)
    if (known) return known
    const answer: unknown = await seller.options(signal, place)
    if (!isOnrampOptions(answer)) throw refuseNonsense(seller)
    kept.set(key, answer)
    return answer
  }

  const findOffer = async (ask: OnrampAsk, signal?: AbortSignal): Promise<MatchedOption> => {
    const { purchaseCurrencies, paymentCurrencies } = await readOptions(signal, ask.place)
    const { chain, purchaseCurrency: wish } = ask
    const named = purchaseCurrencies.filter(({ id, symbol }) => symbol === wish || id === wish)
    if (named.length === 0)
      throw refusal(400, 'purchaseCurrency', `${seller.provider.name} does not sell this`)
    const bought = named.find(({ networks }) =>
      networks.some((network) => isNetworkOf(network, chain)),
    )
    const network = bought?.networks.find((network) => isNetworkOf(network, chain))
    if (!bought || !network)
      throw refusal(400, 'chainId', `${seller.provider.name} does not deliver this on ${chain}`)
    const money = paymentCurrencies.find(({ id }) => id === ask.paymentCurrency)
    if (!money)
      throw refusal(
        400,
        'paymentCurrency',
        `${seller.provider.name} takes no ${ask.paymentCurrency}`,
      )
    const method = money.payment_method_limits.find(
      ({ id }) =>
        ask.paymentMethod === undefined || id.toLowerCase() === ask.paymentMethod.toLowerCase(),
    )
    if (!method)
      throw refusal(
        400,
        'paymentMethod',
        `${seller.provider.name} does not take this for ${money.id}`,
      )
    const places = currencyPlaces(money.id)
    if (!isPayable(ask.amount, places))
      throw refusal(
        400,
        'amount',
        `An amount of ${money.id} is above zero and has at most ${places} places`,
      )
    const [asked, min, max] = [ask.amount, method.min, method.max].map(
      (text) => moneyUnits(text) ?? 0n,
    )
    if (asked === undefined || min === undefined || max === undefined || asked < min || asked > max)
      throw refusal(400, 'amount', `Between ${method.min} and ${method.max} ${money.id}`)
    return {
      ask: {
        ...ask,
        amount: moneyText(asked, places),
        purchaseCurrency: bought.symbol,
        paymentMethod: method.id,
        network: network.name,
      },
      network,
    }
  }

  return {
    provider: seller.provider,
    options: readOptions,
    async quote(asked, signal) {
      const { ask, network } = await findOffer(asked, signal)
      try {
        const answer: unknown = await seller.quote(ask, signal)
        if (!isOnrampQuoteAnswer(answer) || !isSound(answer, ask)) throw refuseNonsense(seller)
        return answer
      } catch (error) {
        if (readRefusal(error)?.status !== 503) throw error
        const [, feePercent] = seller.provider.feePercent ?? []
        const made = await estimate?.(ask, { network, feePercent }, signal)
        if (made) return made
        throw error
      }
    },
    async start(asked, signal) {
      const { ask } = await findOffer(asked, signal)
      return seller.start({ ...asked, ...ask }, signal)
    },
    ...(seller.order && { order: seller.order.bind(seller) }),
  }
}

/**
 * Whether a quote fits the request and adds up: a fee above the total, or another coin, is no
 * offer.
 */
function isSound(
  quote: OnrampQuoteAnswer,
  { amount, paymentCurrency, purchaseCurrency }: OnrampAsk,
): boolean {
  const { paymentTotal, paymentSubtotal, purchaseAmount, networkFee, providerFee } = quote
  const [total, subtotal, bought] = [paymentTotal, paymentSubtotal, purchaseAmount].map((one) =>
    moneyUnits(one.amount),
  )
  if (total == null || subtotal == null || bought == null || bought === 0n) return false
  const moneys = [paymentTotal, paymentSubtotal, networkFee, ...(providerFee ? [providerFee] : [])]
  if (!moneys.every(({ currency }) => currency === paymentCurrency)) return false
  if (purchaseAmount.currency.toUpperCase() !== purchaseCurrency.toUpperCase()) return false
  return total === moneyUnits(amount) && subtotal <= total
}

function refuseNonsense({ provider }: OnrampSeller): Error {
  return refusal(503, '', `${provider.name} answers what cannot be believed`)
}
