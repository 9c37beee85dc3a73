import { randomBytes } from 'node:crypto'
import { defaultOnrampOptions, onrampFeeRangePercent } from '@latchkey/protocol'
import type { Config } from '../config/schema.ts'
import type { Fetch } from '../providers/node-rounds.ts'
import type { OnrampSeller } from '../providers/onramp-port.ts'
import { refusal } from '../refuse.ts'
import { askUpstream } from './ask-upstream.ts'
import { readCoinbaseOptions, readCoinbaseOrder, readCoinbaseQuote, readCoinbaseToken } from './coinbase-answers.ts'
import { coinbaseToken } from './coinbase-token.ts'

const page = 'https://pay.coinbase.com/buy/select-asset'

/**
 * Coinbase Onramp. With a key: options, quotes, sessions and how they went; with an `appId` alone only the address of its
 * page, since everything else is asked with the key.
 */
export function coinbaseSeller(
  config: NonNullable<Config['onramp']['coinbase']>,
  {
    fetchUpstream = fetch,
    keyOf = async () => config.key,
  }: {
    readonly fetchUpstream?: Fetch
    /** Asked at each use; by default the key of the configuration. */
    readonly keyOf?: () => Promise<string | undefined>
  } = {},
): OnrampSeller {
  const { appId, timeoutMs, chains, country } = config
  const base = config.url.replace(/\/+$/, '')

  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    rest: { query?: string; body?: object },
    signal?: AbortSignal,
  ) => {
    const key = await keyOf()
    if (key === undefined) throw refusal(503, '', 'Coinbase is asked with a key, and there is none here')
    const url = `${base}${path}`
    const headers = { authorization: `Bearer ${tokenOf(key, method, url)}` }
    const { query, body } = rest
    const answer = await askUpstream(
      query ? `${url}?${query}` : url,
      { timeoutMs, headers, signal, ...(body && { body }) },
      fetchUpstream,
    )
    if (answer.status === 400) throw refusal(400, '', 'Coinbase refuses this')
    if (answer.status !== 200) throw refusal(503, '', `Coinbase answers ${answer.status}`)
    return answer.json
  }

  return {
    provider: {
      serviceProvider: 'coinbase',
      name: 'Coinbase',
      categories: ['CRYPTO_ONRAMP'],
      status: 'LAUNCHED',
      websiteUrl: 'https://www.coinbase.com',
      feePercent: onrampFeeRangePercent,
      chains,
    },
    async options(signal, place) {
      // What its documentation gives as the example: without a key nobody says more.
      if ((await keyOf()) === undefined) return readCoinbaseOptions(defaultOnrampOptions, chains)
      const query = new URLSearchParams({ country: place?.country ?? country })
      if (place?.subdivision) query.set('subdivision', place.subdivision)
      return readCoinbaseOptions(await ask('GET', '/v1/buy/options', { query: `${query}` }, signal), chains)
    },
    async quote({ purchaseCurrency, network, paymentCurrency, paymentMethod, amount, place }, signal) {
      const body = {
        purchase_currency: purchaseCurrency,
        ...(network ? { purchase_network: network } : {}),
        payment_amount: amount,
        payment_currency: paymentCurrency,
        payment_method: (paymentMethod ?? 'card').toUpperCase(),
        country: place?.country ?? country,
        ...(place?.subdivision ? { subdivision: place.subdivision } : {}),
      }
      return readCoinbaseQuote(await ask('POST', '/v1/buy/quote', { body }, signal))
    },
    async start({ wallet, network, purchaseCurrency, paymentCurrency, paymentMethod, amount, ...rest }, signal) {
      // Below 50 characters, and nobody else's to guess: whoever knows it may ask how the purchase went.
      const reference = randomBytes(16).toString('hex')
      const blockchains = network ? [network] : []
      const search = new URLSearchParams({
        ...(network ? { defaultNetwork: network } : {}),
        defaultAsset: purchaseCurrency,
        defaultExperience: 'buy',
        fiatCurrency: paymentCurrency,
        presetFiatAmount: amount,
        ...(paymentMethod ? { defaultPaymentMethod: paymentMethod.toUpperCase() } : {}),
        ...(rest.returnUrl ? { redirectUrl: rest.returnUrl } : {}),
      })
      if ((await keyOf()) === undefined) {
        if (appId === undefined) throw refusal(503, '', 'Coinbase knows nobody of this gateway')
        search.set('appId', appId)
        search.set('destinationWallets', JSON.stringify([{ address: wallet, blockchains, assets: [purchaseCurrency] }]))
        search.set('partnerUserId', reference)
        return { url: `${page}?${search}` }
      }
      const body = {
        addresses: [{ address: wallet, blockchains }],
        assets: [purchaseCurrency],
        ...(rest.callerAddress ? { clientIp: rest.callerAddress } : {}),
      }
      const token = readCoinbaseToken(await ask('POST', '/v1/token', { body }, signal))
      if (token === undefined) throw refusal(503, '', 'Coinbase opens no session')
      search.set('sessionToken', token)
      search.set('partnerUserRef', reference)
      return { url: `${page}?${search}`, orderId: reference }
    },
    async order(id, signal) {
      if (!/^[\da-f]{32}$/.test(id) || (await keyOf()) === undefined) return undefined
      const path = `/v1/buy/user/${id}/transactions`
      return readCoinbaseOrder(await ask('GET', path, { query: 'page_size=1' }, signal), id)
    },
  }
}

function tokenOf(key: string, method: 'GET' | 'POST', url: string): string {
  try {
    return coinbaseToken(key, method, url)
  } catch {
    // What a library says of it may hold the key.
    throw refusal(503, '', 'The key for Coinbase is not of its form')
  }
}
