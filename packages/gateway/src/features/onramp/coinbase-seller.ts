import { randomBytes } from 'node:crypto'
import { defaultOnrampOptions, onrampFeeRangePercent } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { OnrampSeller } from '../../ports/onramp-port.ts'
import { readCoinbaseOptions, readCoinbaseOrder, readCoinbaseQuote } from './coinbase-answers.ts'
import { type CoinbaseOptions, coinbaseApi, coinbasePageUrl } from './coinbase-api.ts'

/**
 * Coinbase Onramp as a seller of coins. With an API key it provides options, quotes, payment
 * sessions and their state. With only an `appId` it provides just the address of its payment page,
 * because all calls need the key.
 */
export function coinbaseSeller(
  config: NonNullable<Config['onramp']['coinbase']>,
  options: CoinbaseOptions = {},
): OnrampSeller {
  const { appId, chains, country } = config
  const { askCoinbase, hasKey, openSession } = coinbaseApi(config, options)

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
    async options(signal, region) {
      // Without an API key, the options are the example in Coinbase's documentation.
      if (!(await hasKey())) return readCoinbaseOptions(defaultOnrampOptions, chains)
      const query = new URLSearchParams({ country: region?.country ?? country })
      if (region?.subdivision) query.set('subdivision', region.subdivision)
      return readCoinbaseOptions(
        await askCoinbase('GET', '/v1/buy/options', { query: `${query}` }, signal),
        chains,
      )
    },
    async quote(
      { purchaseCurrency, network, paymentCurrency, paymentMethod, amount, place: region },
      signal,
    ) {
      const body = {
        purchase_currency: purchaseCurrency,
        ...(network ? { purchase_network: network } : {}),
        payment_amount: amount,
        payment_currency: paymentCurrency,
        payment_method: (paymentMethod ?? 'card').toUpperCase(),
        country: region?.country ?? country,
        ...(region?.subdivision ? { subdivision: region.subdivision } : {}),
      }
      return readCoinbaseQuote(await askCoinbase('POST', '/v1/buy/quote', { body }, signal))
    },
    async start(
      { wallet, network, purchaseCurrency, paymentCurrency, paymentMethod, amount, ...rest },
      signal,
    ) {
      // Coinbase requires fewer than 50 characters of the reference. It must be unguessable,
      // because anyone who knows it may read the state of the purchase.
      const partnerReference = randomBytes(16).toString('hex')
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
      if (!(await hasKey())) {
        if (appId === undefined) throw refusal(503, '', 'Coinbase knows nobody of this gateway')
        search.set('appId', appId)
        search.set(
          'destinationWallets',
          JSON.stringify([{ address: wallet, blockchains, assets: [purchaseCurrency] }]),
        )
        search.set('partnerUserId', partnerReference)
        return { url: `${coinbasePageUrl}?${search}` }
      }
      const { callerAddress } = rest
      const token = await openSession(
        { wallet, blockchains, asset: purchaseCurrency, callerAddress },
        signal,
      )
      search.set('sessionToken', token)
      search.set('partnerUserRef', partnerReference)
      return { url: `${coinbasePageUrl}?${search}`, orderId: partnerReference }
    },
    async order(id, signal) {
      if (!/^[\da-f]{32}$/.test(id) || !(await hasKey())) return undefined
      const path = `/v1/buy/user/${id}/transactions`
      return readCoinbaseOrder(await askCoinbase('GET', path, { query: 'page_size=1' }, signal), id)
    },
  }
}
