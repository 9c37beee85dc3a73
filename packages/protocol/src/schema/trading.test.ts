import { describeGuards, type GuardCase } from '../../test/describe-guards.ts'
import { isRegisteredName, isSuggestionsAnswer, labelPattern } from '../calls/name-answer.ts'
import {
  isExchangeStatusResult,
  isExchangesResult,
  isExchangeUrlResult,
  isOnrampOptions,
  isOnrampProviders,
  isOnrampQuoteAnswer,
  isOnrampUrlAnswer,
  isOrderAnswer,
  orderStatuses,
} from '../calls/onramp-answer.ts'
import {
  isApproveTransactionAnswer,
  isGasPriceAnswer,
  isSwapAllowanceAnswer,
  isSwapQuotesAnswer,
  isSwapTokensAnswer,
  isSwapTransactionAnswer,
} from '../calls/swap-answer.ts'
import * as schema from './trading.ts'

const account = `eip155:1:0x${'ab'.repeat(20)}`
const other = `eip155:1:0x${'cd'.repeat(20)}`
const long = 'a'.repeat(257)
const huge = '9'.repeat(79)
const moment = '2026-11-21T12:00:00.000Z'

const token = {
  name: 'USD Coin',
  symbol: 'USDC',
  address: account,
  decimals: 6,
  logoUri: 'https://img.example/usdc.png',
  eip2612: true,
  warning: 'paused',
}
const offer = {
  id: 'router/1/2',
  fromAmount: '1000000',
  fromAccount: account,
  toAmount: '998000',
  toAccount: other,
  provider: 'Pools',
  fee: '3000',
  feeAccount: account,
  priceImpact: 0.12,
  path: [account, other],
}
const swap = {
  from: account,
  to: other,
  data: '0x1234',
  amount: '998000',
  maximum: '1000000',
  value: '0',
  eip155: { gas: '210000', gasPrice: '1000000000' },
}
const approval = { from: account, to: other, data: '0x', value: '0', eip155: { gasPrice: '1' } }
const money = { amount: '12.50', currency: 'USD' }
const options = {
  purchaseCurrencies: [
    {
      id: 'eth',
      name: 'Ether',
      symbol: 'ETH',
      networks: [
        { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '' },
      ],
    },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] },
  ],
}
const quote = {
  networkFee: money,
  paymentSubtotal: money,
  paymentTotal: money,
  purchaseAmount: money,
  quoteId: 'q',
  providerFee: money,
  isEstimate: true,
}
const order = {
  id: 'o',
  status: 'delivering',
  hash: '0x12',
  chainId: 'eip155:1',
  purchaseAmount: money,
  paymentTotal: money,
}
const provider = {
  serviceProvider: 'SANDBOX',
  name: 'Sandbox',
  categories: ['CRYPTO_ONRAMP'],
  status: 'LIVE',
  websiteUrl: 'https://sandbox.example',
  logos: { light: 'https://i.example/l.png', dark: null },
  feePercent: [1, 2.5],
  chains: ['eip155:1'],
  isSandbox: true,
}
const exchange = {
  id: 'sandbox',
  name: 'Sandbox',
  imageUrl: 'https://i.example/e.png',
  isSandbox: true,
}
const name = {
  name: 'ada.latchkey.eth',
  registered_at: moment,
  updated_at: null,
  attributes: { bio: 'hello' },
  addresses: { 60: { address: '0xab', created_at: moment } },
}
/** The same value, each time without another of these. */
const without = (value: object, ...keys: readonly string[]) =>
  keys.map((key) => ({ ...value, [key]: undefined }))

const cases: Readonly<Record<string, GuardCase>> = {
  'swap tokens': {
    guard: isSwapTokensAnswer,
    schema: schema.swapTokensAnswerSchema,
    good: { tokens: [token, { ...token, logoUri: null, eip2612: null, warning: null }] },
    bad: [
      {},
      ...[
        { symbol: '' },
        { address: '0x1' },
        { decimals: 37 },
        { decimals: -1 },
        { decimals: 1.5 },
        { decimals: '6' },
      ].map((wrong) => ({ tokens: [{ ...token, ...wrong }] })),
      ...[
        { name: long },
        { logoUri: 'ipfs://a' },
        { logoUri: 'javascript:1' },
        { eip2612: 'true' },
        { warning: long },
      ].map((wrong) => ({ tokens: [{ ...token, ...wrong }] })),
      { tokens: Array(5_001).fill(token) },
    ],
  },
  quotes: {
    guard: isSwapQuotesAnswer,
    schema: schema.swapQuotesAnswerSchema,
    good: { quotes: [offer, { ...offer, id: null, toAmount: null, priceImpact: 0, path: null }] },
    bad: [
      ...without(offer, 'fromAmount', 'fromAccount', 'toAccount').map((wrong) => ({
        quotes: [wrong],
      })),
      ...[
        { fromAmount: '1.5' },
        { toAmount: '-1' },
        { toAmount: huge },
        { toAmount: 998000 },
        { fee: '0x1' },
      ].map((wrong) => ({ quotes: [{ ...offer, ...wrong }] })),
      ...[
        { priceImpact: -0.1 },
        { priceImpact: Number.NaN },
        { priceImpact: '1' },
        { path: Array(17).fill(account) },
      ].map((wrong) => ({ quotes: [{ ...offer, ...wrong }] })),
      { quotes: Array(21).fill(offer) },
    ],
  },
  allowance: {
    guard: isSwapAllowanceAnswer,
    schema: schema.swapAllowanceAnswerSchema,
    good: {
      allowance: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      spender: other,
    },
    bad: [
      { allowance: 0 },
      { allowance: '' },
      { allowance: huge },
      { allowance: '1', spender: '0x1' },
      null,
    ],
  },
  'gas price': {
    guard: isGasPriceAnswer,
    schema: schema.gasPriceAnswerSchema,
    good: { standard: '1000000000', fast: '1200000000', instant: '1500000000' },
    bad: [{ standard: '1', fast: '2' }, { standard: '1', fast: '2', instant: '0x3' }, []],
  },
  'swap transaction': {
    guard: isSwapTransactionAnswer,
    schema: schema.swapTransactionAnswerSchema,
    good: { tx: swap },
    bad: [
      {},
      ...[
        { from: '0x1' },
        { to: undefined },
        { data: '0x123' },
        { data: 'x' },
        { data: `0x${'00'.repeat(65_537)}` },
      ].map((wrong) => ({ tx: { ...swap, ...wrong } })),
      ...[
        { amount: undefined },
        { amount: '1.0' },
        { maximum: '-1' },
        { value: huge },
        { eip155: { gas: 1 } },
      ].map((wrong) => ({ tx: { ...swap, ...wrong } })),
    ],
  },
  approval: {
    guard: isApproveTransactionAnswer,
    schema: schema.approveTransactionAnswerSchema,
    good: { tx: approval },
    bad: [
      { tx: null },
      { tx: { ...approval, value: undefined } },
      { tx: { ...approval, data: '0xz' } },
    ],
  },
  'onramp options': {
    guard: isOnrampOptions,
    schema: schema.onrampOptionsSchema,
    good: options,
    bad: [
      { ...options, purchaseCurrencies: null },
      {
        ...options,
        purchaseCurrencies: [{ ...options.purchaseCurrencies[0], networks: [{ name: 'a' }] }],
      },
      { ...options, purchaseCurrencies: [{ ...options.purchaseCurrencies[0], symbol: '' }] },
      {
        ...options,
        paymentCurrencies: [
          { id: 'USD', payment_method_limits: [{ id: 'card', min: 10, max: '1' }] },
        ],
      },
      {
        ...options,
        paymentCurrencies: [
          { id: 'USD', payment_method_limits: [{ id: 'card', min: '-1', max: '1' }] },
        ],
      },
      { ...options, paymentCurrencies: Array(1_001).fill(options.paymentCurrencies[0]) },
    ],
  },
  'onramp quote': {
    guard: isOnrampQuoteAnswer,
    schema: schema.onrampQuoteAnswerSchema,
    good: quote,
    bad: [
      ...without(
        quote,
        'networkFee',
        'paymentSubtotal',
        'paymentTotal',
        'purchaseAmount',
        'quoteId',
      ),
      { ...quote, paymentTotal: { amount: 12.5, currency: 'USD' } },
      { ...quote, paymentTotal: { amount: '12.5', currency: '' } },
      { ...quote, isEstimate: 'yes' },
    ],
  },
  'onramp address': {
    guard: isOnrampUrlAnswer,
    schema: schema.onrampUrlAnswerSchema,
    good: { url: 'https://pay.example/?a=1', orderId: 'o' },
    bad: [
      ...[
        'javascript:alert(1)',
        'data:text/html,a',
        'pay.example',
        ' https://a.example',
        `https://${'a'.repeat(2_050)}`,
        7,
      ].map((url) => ({ url })),
      { url: 'https://pay.example', orderId: 7 },
    ],
  },
  order: {
    guard: isOrderAnswer,
    schema: schema.orderAnswerSchema,
    good: order,
    bad: [
      { ...order, id: '' },
      { ...order, status: 'paid' },
      { ...order, chainId: '1' },
      { ...order, hash: 7 },
      { ...order, paymentTotal: { amount: '1' } },
    ],
  },
  'onramp providers': {
    guard: isOnrampProviders,
    schema: schema.onrampProvidersSchema,
    good: [provider, { serviceProvider: 'a', name: 'A', categories: [] }],
    bad: [
      {},
      ...[
        { serviceProvider: '' },
        { websiteUrl: 'javascript:1' },
        { logos: { light: 'file:///a' } },
        { logos: 'a' },
      ].map((wrong) => [{ ...provider, ...wrong }]),
      ...[
        { feePercent: [1] },
        { feePercent: [1, 2, 3] },
        { feePercent: ['1', '2'] },
        { chains: ['1'] },
        { isSandbox: 1 },
      ].map((wrong) => [{ ...provider, ...wrong }]),
      Array(101).fill(provider),
    ],
  },
  exchanges: {
    guard: isExchangesResult,
    schema: schema.exchangesResultSchema,
    good: { exchanges: [exchange], total: 1 },
    bad: [
      { exchanges: [exchange] },
      { exchanges: [{ ...exchange, imageUrl: 'x' }], total: 1 },
      { exchanges: Array(101).fill(exchange), total: 101 },
      { exchanges: [], total: Number.POSITIVE_INFINITY },
    ],
  },
  'exchange address': {
    guard: isExchangeUrlResult,
    schema: schema.exchangeUrlResultSchema,
    good: { url: 'http://127.0.0.1:4306/exchange', sessionId: 's' },
    bad: [
      { url: 'https://a.example', sessionId: '' },
      { url: 'intent://a', sessionId: 's' },
      { sessionId: 's' },
    ],
  },
  'exchange status': {
    guard: isExchangeStatusResult,
    schema: schema.exchangeStatusResultSchema,
    good: { status: 'SUCCESS', txHash: '0x12' },
    bad: [{ status: 'DONE' }, { status: 'SUCCESS', txHash: 7 }, {}],
  },
  'registered name': {
    guard: isRegisteredName,
    schema: schema.registeredNameSchema,
    good: name,
    bad: [
      ...[
        { name: '' },
        { registered_at: 'yesterday' },
        { updated_at: 7 },
        { updated_at: 'later' },
        { addresses: [] },
      ].map((wrong) => ({ ...name, ...wrong })),
      ...[
        { attributes: { bio: 7 } },
        { attributes: ['a'] },
        { attributes: 'a' },
        { attributes: 7 },
      ].map((wrong) => ({
        ...name,
        ...wrong,
      })),
      ...[
        { eth: { address: 'a' } },
        { 60: { address: '' } },
        { 60: { address: 'a', created_at: 'x' } },
        { 60: null },
      ].map((addresses) => ({ ...name, addresses })),
      {
        ...name,
        addresses: Object.fromEntries(
          Array.from({ length: 1_001 }, (_, coin) => [coin, { address: 'a' }]),
        ),
      },
      {
        ...name,
        attributes: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`a${at}`, 'a'])),
      },
    ],
  },
  'a name without attributes': {
    guard: isRegisteredName,
    schema: schema.registeredNameSchema,
    good: { ...name, attributes: [] },
    bad: [{ ...name, attributes: [[]] }],
  },
  suggestions: {
    guard: isSuggestionsAnswer,
    schema: schema.suggestionsAnswerSchema,
    good: { suggestions: [{ name: 'ada.latchkey.eth', registered: false }] },
    bad: [
      { suggestions: [{ name: '', registered: false }] },
      { suggestions: [{ name: 'a', registered: 0 }] },
      { suggestions: Array(21).fill({ name: 'a', registered: true }) },
    ],
  },
  'label of a name': {
    guard: (value) => typeof value === 'string' && labelPattern.test(value),
    schema: schema.nameLabelSchema,
    good: 'ada-1',
    bad: ['ada', 'Ada1', 'a'.repeat(65), 'ada_1', 'adä1', '', null],
  },
  ...Object.fromEntries(
    orderStatuses.map((status): [string, GuardCase] => [
      `an order that is ${status}`,
      {
        guard: isOrderAnswer,
        schema: schema.orderAnswerSchema,
        good: { id: 'o', status },
        bad: [{ id: 'o', status: `${status}.` }],
      },
    ]),
  ),
}

describeGuards(cases)
