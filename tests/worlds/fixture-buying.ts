import type {
  ExchangeStatusResult,
  OnrampOptions,
  OnrampProvider,
  OnrampQuoteAnswer,
  OrderStatus,
  RegisteredName,
} from '@latchkey/protocol'

const chain = 'eip155:31337'
const zone = 'latchkey.eth'
const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hash = `0x${'5a'.repeat(32)}`

const providers: readonly OnrampProvider[] = [
  {
    serviceProvider: 'sandbox',
    name: 'Sandbox card',
    categories: ['CRYPTO_ONRAMP'],
    feePercent: [1, 2],
    isSandbox: true,
  },
  {
    serviceProvider: 'harbor',
    name: 'Harbor Pay',
    categories: ['CRYPTO_ONRAMP'],
    feePercent: [1, 2],
  },
  {
    serviceProvider: 'silent',
    name: 'Quiet Bank',
    categories: ['CRYPTO_ONRAMP'],
    feePercent: [2.5, 2.5],
  },
]
const network = { name: 'devnet', display_name: 'Devnet', chain_id: '31337', contract_address: '' }
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const options: OnrampOptions = {
  purchaseCurrencies: [
    { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [network] },
    { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: [network] },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: limits },
    { id: 'EUR', payment_method_limits: limits },
    { id: 'JPY', payment_method_limits: [{ id: 'card', min: '1500', max: '1000000' }] },
  ],
}

/** A quote of 2,574.40 for one coin; the second provider's is only an estimate. */
function quote(ask: {
  amount: string
  paymentCurrency: string
  purchaseCurrency: string
  provider: string
}): OnrampQuoteAnswer {
  const { amount, paymentCurrency: currency } = ask
  const total = Number(amount)
  const fee = Math.ceil(total * 2) / 100
  const subtotal = total - fee - 0.42
  const bought =
    ask.purchaseCurrency === 'ETH' ? (subtotal / 2574.4).toFixed(8) : subtotal.toFixed(6)
  return {
    paymentTotal: { amount, currency },
    paymentSubtotal: { amount: subtotal.toFixed(2), currency },
    networkFee: { amount: '0.42', currency },
    providerFee: { amount: fee.toFixed(2), currency },
    purchaseAmount: { amount: bought, currency: ask.purchaseCurrency },
    quoteId: 'paper',
    ...(ask.provider === 'harbor' && { isEstimate: true }),
  }
}

const taken = ['ada', 'harbor', 'latch']
const nameOf = (label: string): RegisteredName => ({
  name: `${label}.${zone}`,
  registered_at: '2026-01-01T00:00:00Z',
  addresses: { 2147514921: { address: own } },
})

/** Answers of a fixture gateway about buying and names; undefined for any other call. */
export function buyingAnswer(
  path: string,
  body: string,
): { readonly body: unknown; readonly status?: number } | undefined {
  if (path === '/v1/onramp/providers') return { body: providers }
  if (path === '/v1/onramp/options') return { body: options }
  if (path === '/v1/onramp/quote') {
    const ask = JSON.parse(body)
    return ask.provider === 'silent' ? { body: { reasons: [] }, status: 503 } : { body: quote(ask) }
  }
  if (path === '/v1/generators/onrampurl')
    return { body: { url: 'https://pay.example/', orderId: 'created' } }
  const [, order] = /^\/v1\/onramp\/orders\/(\w+)$/.exec(path) ?? []
  if (order === 'unseen') return { body: { reasons: [] }, status: 503 }
  if (order !== undefined) return { body: orderOf(order as OrderStatus) }
  const [, label] = /^\/v1\/profile\/suggestions\/([\w-]+)$/.exec(path) ?? []
  if (label !== undefined) {
    const isTaken = taken.some((one) => one === label || `${one}lovelace` === label)
    const more = ['studio', 'works', 'labs'].map((word) => ({
      name: `${label}${word}.${zone}`,
      registered: false,
    }))
    return { body: { suggestions: [{ name: `${label}.${zone}`, registered: isTaken }, ...more] } }
  }
  if (path.startsWith('/v1/profile/reverse/')) return { body: [] }
  if (path.startsWith('/v1/profile/account/')) return { body: [] }
  if (path === '/v1/profile/account')
    return { body: nameOf(JSON.parse(JSON.parse(body).message).name.split('.')[0]) }
  if (path === '/v1/json-rpc') return exchangeAnswer(JSON.parse(body))
  return undefined
}

function orderOf(status: OrderStatus): unknown {
  const isPaid = status === 'delivering' || status === 'done'
  return {
    id: status,
    status,
    ...(isPaid && {
      purchaseAmount: { amount: '0.03790398', currency: 'ETH' },
      paymentTotal: { amount: '100.00', currency: 'USD' },
    }),
    ...(status === 'done' && { hash, chainId: chain }),
  }
}

function exchangeAnswer({
  method,
  params,
}: {
  method: string
  params: { sessionId?: string }
}): { body: unknown } | undefined {
  const say = (result: unknown): { body: unknown } => ({ body: { jsonrpc: '2.0', id: 1, result } })
  if (method === 'reown_getExchanges')
    return say({
      exchanges: [
        { id: 'sandbox', name: 'Sandbox exchange', isSandbox: true },
        { id: 'quay', name: 'Quay' },
      ],
      total: 2,
    })
  if (method === 'reown_getExchangePayUrl')
    return say({ url: 'https://quay.example/pay', sessionId: 'IN_PROGRESS' })
  const status = (params.sessionId ?? 'UNKNOWN') as ExchangeStatusResult['status']
  if (method === 'reown_getExchangeBuyStatus')
    return say({ status, ...(status === 'SUCCESS' && { txHash: hash }) })
  return undefined
}

export const paperZone: { readonly zone: string; readonly perAddress: number } = {
  zone,
  perAddress: 1,
}
