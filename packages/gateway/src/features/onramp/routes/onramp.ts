import type { ChainId, Money, OnrampOptions, OnrampQuoteAnswer } from '@latchkey/protocol'
import {
  chainIdSchema,
  onrampOptionsSchema,
  onrampProvidersSchema,
  onrampQuoteAnswerSchema,
} from '@latchkey/protocol/schema'
import { z } from 'zod'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { isNetworkOfChain } from '../checked-seller.ts'
import { chainOfNetwork, findSeller } from '../find-seller.ts'

const name = z.string().min(1).max(64)
const twoLetters = z.string().regex(/^[A-Za-z]{2}$/)
const decimal = z.string().regex(/^\d{1,40}(?:\.\d{1,36})?$/)
/** A currency in a request: its id, or the whole entry that the options contain for it. */
const currency = z.union([name, z.looseObject({ id: name, symbol: name.optional() })])
const moneyShape = z.object({ value: decimal, currency: name })

/** Creates the route `GET /v1/onramp/providers`; its answer is the same for all countries. */
function providersRoute({ onramp }: Pick<RouteServices, 'onramp'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/onramp/providers'],
    summary: 'Who sells coins for money',
    access: 'project',
    query: z.object({ countries: z.string().max(512).optional() }),
    answer: onrampProvidersSchema,
    handle: () => ({ json: [...onramp.sellers.values()].map(({ provider }) => provider) }),
  })
}

/**
 * Creates the route `GET /v1/onramp/options`, which answers the options of one provider (default:
 * the first), on one chain if given.
 */
function optionsRoute({ onramp }: Pick<RouteServices, 'onramp'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/onramp/options'],
    summary: 'What can be bought, with which money, within which limits',
    access: 'project',
    query: z.object({ provider: name.optional(), chainId: chainIdSchema.optional() }),
    answer: onrampOptionsSchema,
    described: { refusals: [503] },
    async handle({ query: { provider, chainId }, signal }) {
      const options = await findSeller(onramp, provider).options(signal)
      return { json: chainId ? filterByChain(options, chainId) : options }
    },
  })
}

/**
 * Creates the route `POST /v1/onramp/quote`. `provider`, `chainId` and `paymentMethod` are
 * parameters that Latchkey adds to WalletConnect's version of this call.
 */
function quoteRoute({ onramp }: Pick<RouteServices, 'onramp'>): Route {
  const json = z.object({
    purchaseCurrency: currency,
    paymentCurrency: currency,
    amount: z.union([decimal, z.number().positive()]),
    network: name.optional(),
    provider: name.optional(),
    chainId: chainIdSchema.optional(),
    paymentMethod: name.optional(),
  })
  return defineRoute({
    method: 'POST',
    paths: ['/v1/onramp/quote'],
    summary: 'What an amount of money buys, fees included',
    access: 'project',
    json,
    answer: onrampQuoteAnswerSchema,
    described: { refusals: [503] },
    async handle({
      json: {
        purchaseCurrency,
        paymentCurrency,
        amount,
        network,
        provider,
        chainId,
        paymentMethod,
      },
      signal,
    }) {
      const seller = findSeller(onramp, provider)
      const wantedCurrency = currencyName(purchaseCurrency)
      const chain =
        chainId ?? (await chainOfNetwork(seller, { network, wish: wantedCurrency }, signal))
      const paymentCurrencyId =
        typeof paymentCurrency === 'string' ? paymentCurrency : paymentCurrency.id
      const quoteRequest = {
        purchaseCurrency: wantedCurrency,
        chain,
        paymentCurrency: paymentCurrencyId,
        paymentMethod,
        amount: String(amount),
      }
      return { json: await seller.quote(quoteRequest, signal) }
    },
  })
}

/**
 * Creates the route `GET /v1/onramp/buy/options`, which answers the same as `/v1/onramp/options`
 * with the field names of newer clients.
 */
function buyOptionsRoute({ onramp }: Pick<RouteServices, 'onramp'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/onramp/buy/options'],
    summary: 'What can be bought in a country',
    access: 'project',
    query: z.object({
      country: twoLetters.optional(),
      subdivision: twoLetters.optional(),
      provider: name.optional(),
    }),
    answer: z.object({
      paymentCurrencies: z.array(
        z.object({ id: name, limits: z.array(z.object({ id: name, min: decimal, max: decimal })) }),
      ),
      purchaseCurrencies: z.array(
        z.object({
          id: name,
          name: z.string(),
          symbol: name,
          networks: z.array(
            z.object({
              name: z.string(),
              displayName: z.string(),
              contractAddress: z.string(),
              chainId: z.string(),
            }),
          ),
        }),
      ),
    }),
    described: { refusals: [503] },
    async handle({ query: { provider, ...region }, signal }) {
      const { paymentCurrencies, purchaseCurrencies } = await findSeller(onramp, provider).options(
        signal,
        region,
      )
      const formatNetworks = (all: OnrampOptions['purchaseCurrencies'][number]['networks']) =>
        all.map((one) => ({
          name: one.name,
          displayName: one.display_name,
          contractAddress: one.contract_address,
          chainId: one.chain_id,
        }))
      return {
        json: {
          paymentCurrencies: paymentCurrencies.map(({ id, payment_method_limits: limits }) => ({
            id,
            limits,
          })),
          purchaseCurrencies: purchaseCurrencies.map((one) => ({
            ...one,
            networks: formatNetworks(one.networks),
          })),
        },
      }
    },
  })
}

/** Creates the route `GET /v1/onramp/buy/quotes`. */
function buyQuotesRoute({ onramp }: Pick<RouteServices, 'onramp'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/onramp/buy/quotes'],
    summary: 'What an amount of money buys, in the words of the newer clients',
    access: 'project',
    query: z.object({
      purchaseCurrency: name,
      purchaseNetwork: name.optional(),
      paymentAmount: decimal,
      paymentCurrency: z.string().min(3).max(4),
      paymentMethod: name,
      country: twoLetters.optional(),
      subdivision: twoLetters.optional(),
      provider: name.optional(),
    }),
    answer: z.object({
      paymentTotal: moneyShape,
      paymentSubTotal: moneyShape,
      purchaseAmount: moneyShape,
      coinbaseFee: moneyShape,
      networkFee: moneyShape,
      quoteId: name,
    }),
    described: { refusals: [503] },
    async handle({ query, signal }) {
      const {
        purchaseCurrency: wantedCurrency,
        purchaseNetwork: network,
        paymentAmount: amount,
        provider,
        ...rest
      } = query
      const { paymentCurrency, paymentMethod, country, subdivision } = rest
      const seller = findSeller(onramp, provider)
      const region = { country, subdivision }
      const chain = await chainOfNetwork(
        seller,
        { network, wish: wantedCurrency, place: region },
        signal,
      )
      const quoteRequest = {
        purchaseCurrency: wantedCurrency,
        chain,
        paymentCurrency,
        paymentMethod,
        amount,
        place: region,
      }
      return { json: formatBuyQuote(await seller.quote(quoteRequest, signal)) }
    },
  })
}

export function onrampRoutes(services: Pick<RouteServices, 'onramp'>): readonly Route[] {
  return [providersRoute, optionsRoute, quoteRoute, buyOptionsRoute, buyQuotesRoute].map(
    (makeRoute) => makeRoute(services),
  )
}

function currencyName(
  wantedCurrency: string | { readonly id: string; readonly symbol?: string | undefined },
): string {
  return typeof wantedCurrency === 'string'
    ? wantedCurrency
    : (wantedCurrency.symbol ?? wantedCurrency.id)
}

function filterByChain(options: OnrampOptions, chain: ChainId): OnrampOptions {
  const purchaseCurrencies = options.purchaseCurrencies.flatMap((one) => {
    const networks = one.networks.filter((network) => isNetworkOfChain(network, chain))
    return networks.length > 0 ? [{ ...one, networks }] : []
  })
  return purchaseCurrencies.length > 0
    ? { ...options, purchaseCurrencies }
    : { purchaseCurrencies: [], paymentCurrencies: [] }
}

function formatBuyQuote(quote: OnrampQuoteAnswer): object {
  const formatMoney = ({ amount, currency }: Money) => ({ value: amount, currency })
  return {
    paymentTotal: formatMoney(quote.paymentTotal),
    paymentSubTotal: formatMoney(quote.paymentSubtotal),
    purchaseAmount: formatMoney(quote.purchaseAmount),
    coinbaseFee: formatMoney(
      quote.providerFee ?? { amount: '0', currency: quote.paymentTotal.currency },
    ),
    networkFee: formatMoney(quote.networkFee),
    quoteId: quote.quoteId,
  }
}
