import type { OnrampOptions } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { readRefusal, refusal } from '../../base/refuse.ts'
import type { OnrampRequest, OnrampSeller } from '../../ports/onramp-port.ts'
import { chainId, configOf } from '../../test/make-gateway.ts'
import { checkedSeller } from './checked-seller.ts'
import { estimateQuote } from './estimate-quote.ts'

const token = `0x${'a1'.repeat(20)}`
const network = { name: 'devnet', display_name: 'Devnet', chain_id: '31337' }
const payment_method_limits = [{ id: 'card', min: '10', max: '7500' }]
const options: OnrampOptions = {
  purchaseCurrencies: [
    // The coin with a token's contract beside it.
    { id: 'c', name: 'Ether', symbol: 'ETH', networks: [{ ...network, contract_address: token }] },
    {
      id: 't',
      name: 'Token',
      symbol: 'TKN',
      networks: [{ ...network, contract_address: token.toUpperCase().replace('X', 'x') }],
    },
    { id: 'n', name: 'Nameless', symbol: 'NON', networks: [{ ...network, contract_address: '' }] },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits },
    { id: 'XAU', payment_method_limits },
  ],
}
const ask: OnrampRequest = {
  purchaseCurrency: 'ETH',
  chain: chainId,
  paymentCurrency: 'USD',
  amount: '100',
}

function sellerWith(known: Readonly<Record<string, string>>, quote: OnrampSeller['quote']) {
  const asked: unknown[] = []
  const estimate = estimateQuote(configOf(['http://node.example']), {
    async now(assets, currency) {
      asked.push([assets, currency])
      return new Map(
        assets.flatMap((id) => (known[id] ? [[id, { price: known[id], at: 1, source: 'p' }]] : [])),
      )
    },
  })
  const provider = {
    serviceProvider: 'one',
    name: 'One',
    categories: [],
    feePercent: [1, 2.5],
    chains: [chainId],
  } as const
  const seller = {
    provider,
    options: async () => options,
    quote,
    start: async () => ({ url: 'https://one.example/' }),
  }
  return { seller: checkedSeller(seller, estimate), asked }
}
const down: OnrampSeller['quote'] = () => Promise.reject(refusal(503, '', 'away'))
const money = (amount: string, currency = 'USD') => ({ amount, currency })

describe('estimateQuote', () => {
  test('default: marked, at the price of the market, after the most the seller keeps', async () => {
    const { seller, asked } = sellerWith({ [`${chainId}/slip44:60`]: '2500.123' }, down)
    expect(await seller.quote(ask)).toEqual({
      networkFee: money('0.00'),
      providerFee: money('2.50'),
      paymentSubtotal: money('97.50'),
      paymentTotal: money('100.00'),
      purchaseAmount: money('0.038998', 'ETH'),
      quoteId: 'estimate',
      isEstimate: true,
    })
    expect(asked).toEqual([[[`${chainId}/slip44:60`], 'usd']])
    const tokens = sellerWith({ [`${chainId}/erc20:${token}`]: '1.25' }, down)
    expect(await tokens.seller.quote({ ...ask, purchaseCurrency: 'TKN' })).toMatchObject({
      purchaseAmount: money('78', 'TKN'),
    })
  })

  test('behavior: also where the seller talks nonsense, never where it offers or the visitor errs', async () => {
    const nonsense = sellerWith({ [`${chainId}/slip44:60`]: '1' }, async () => ({}) as never)
    expect(await nonsense.seller.quote(ask)).toMatchObject({ isEstimate: true })
    const offer = {
      networkFee: money('0'),
      paymentSubtotal: money('99'),
      paymentTotal: money('100'),
      purchaseAmount: money('1', 'ETH'),
      quoteId: 'q',
    }
    const { seller, asked } = sellerWith({}, async () => offer)
    expect(await seller.quote(ask)).toEqual(offer)
    await expect(seller.quote({ ...ask, amount: '1' })).rejects.toThrow()
    expect(asked).toEqual([])
  })

  test.each<readonly [string, Partial<OnrampRequest>, Record<string, string>]>([
    ['a price', {}, {}],
    ['a coin with an address', { purchaseCurrency: 'NON' }, {}],
    ['money with a rate', { paymentCurrency: 'XAU' }, { [`${chainId}/slip44:60`]: '1' }],
    ['a believable price', {}, { [`${chainId}/slip44:60`]: '-1' }],
    ['a price above nothing', {}, { [`${chainId}/slip44:60`]: '0' }],
    ['anything that is bought', {}, { [`${chainId}/slip44:60`]: '999999999999' }],
  ])('behavior: without %s there is none', async (_, more, known) => {
    const { seller } = sellerWith(known, down)
    const refused = await seller.quote({ ...ask, ...more }).then(() => undefined, readRefusal)
    expect(refused?.status).toBe(503)
  })
})
