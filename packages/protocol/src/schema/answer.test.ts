import { describeGuards, type GuardCase } from '../../test/describe-guards.ts'
import { isAnalyticsAnswer } from '../calls/analytics-answer.ts'
import { isBalanceAnswer } from '../calls/balance-answer.ts'
import { isErrorBody } from '../calls/error-body.ts'
import { isFeaturesAnswer } from '../calls/features-answer.ts'
import { isHistoryAnswer } from '../calls/history-answer.ts'
import { isIdentityAnswer } from '../calls/identity-answer.ts'
import { isOriginsAnswer } from '../calls/origins-answer.ts'
import { isOtpAnswer, isOtpConfirmed } from '../calls/otp-answer.ts'
import { isPriceAnswer } from '../calls/price-answer.ts'
import { isSupportedChains } from '../calls/supported-chains.ts'
import { isWalletsAnswer } from '../calls/wallets-answer.ts'
import * as schema from './answer.ts'

const account = `eip155:1:0x${'ab'.repeat(20)}`
const wallet = {
  id: 'demo',
  name: 'Demo Wallet',
  homepage: 'https://demo.example',
  mobile_link: 'demowallet://',
  universal_link: 'https://demo.example/open',
  desktop_link: null,
  link_formats: { mobile_link: 'observed', universal_link: 'derived' },
  explorer_ids: ['ab'.repeat(32)],
  image_url: 'data:image/png;base64,AA==',
  rdns: 'example.demo',
  keys: ['example.demo'],
  chains: ['eip155:1'],
  injected: [{ namespace: 'eip155', injected_id: 'isDemo' }],
  order: 1,
  color: '#a0b1c2',
}
const ether = { name: 'Ether', symbol: 'ETH', quantity: { decimals: '18', numeric: '1.5' } }

const transfer = {
  fungible_info: {
    name: 'USD Coin',
    symbol: 'USDC',
    icon: { url: 'https://img.example/usdc.png' },
  },
  nft_info: null,
  direction: 'out',
  quantity: { numeric: '12.5' },
  value: 12.5,
  price: 1,
  asset: `eip155:1/erc20:0x${'ab'.repeat(20)}`,
  counterparty: `0x${'cd'.repeat(20)}`,
  isUnlimited: null,
}
const collectible = {
  fungible_info: null,
  nft_info: {
    name: 'Cat #5',
    content: { preview: { url: 'https://img.example/c5.png' } },
    flags: { is_spam: false },
  },
  direction: 'in',
  quantity: { numeric: '1' },
}
const moved = {
  id: 'c0ffee01',
  metadata: {
    operationType: 'send',
    hash: '0xabc1',
    minedAt: '2026-03-04T05:06:07Z',
    sentFrom: `0x${'11'.repeat(20)}`,
    sentTo: `0x${'22'.repeat(20)}`,
    status: 'confirmed',
    nonce: 7,
    application: { name: 'Demo Dex', iconUrl: null },
    chain: 'eip155:1',
    block: '123',
    fee: '21000',
    isSpam: false,
  },
  transfers: [transfer, collectible],
}
const price = {
  address: account,
  name: 'Ether',
  symbol: 'ETH',
  iconUrl: null,
  price: 2500.25,
  decimals: 18,
}

const cases: Readonly<Record<string, GuardCase>> = {
  'supported chains': {
    guard: isSupportedChains,
    schema: schema.supportedChainsSchema,
    good: { http: ['eip155:1', 'solana:abc'], ws: [], names: { zone: 'shop.eth', perAddress: 1 } },
    bad: [
      { http: ['1'], ws: [] },
      { http: [] },
      { http: Array(1001).fill('eip155:1'), ws: [] },
      ...[
        { zone: 'eth' },
        { zone: 'a.shop.eth' },
        { zone: 'Shop.eth' },
        { perAddress: 0 },
        { perAddress: 1.5 },
      ].map((wrong) => ({
        http: [],
        ws: [],
        names: { zone: 'shop.eth', perAddress: 1, ...wrong },
      })),
    ],
  },
  balance: {
    guard: isBalanceAnswer,
    schema: schema.balanceAnswerSchema,
    good: {
      balances: [
        {
          ...ether,
          chainId: 'eip155:1',
          address: account,
          value: 2.5,
          price: null,
          iconUrl: 'https://a.b/c',
        },
      ],
    },
    bad: [
      { balances: [{ ...ether, price: Number.NaN }] },
      { balances: [{ ...ether, price: Number.POSITIVE_INFINITY }] },
      { balances: [{ ...ether, iconUrl: 'javascript:alert(1)' }] },
      { balances: [{ ...ether, iconUrl: `data:image/png,${'a'.repeat(90_000)}` }] },
      { balances: [{ ...ether, quantity: { decimals: '18', numeric: '-1' } }] },
      { balances: [{ ...ether, quantity: { decimals: '18', numeric: '1e5' } }] },
      { balances: [{ ...ether, quantity: { decimals: '1000', numeric: '1' } }] },
      { balances: [{ ...ether, name: 'x'.repeat(257) }] },
      { balances: Array(1001).fill(ether) },
    ],
  },
  identity: {
    guard: isIdentityAnswer,
    schema: schema.identityAnswerSchema,
    good: {
      name: 'ada.eth',
      avatar: 'https://a.example/b.png',
      resolvedAt: '2026-01-02T03:04:05.678Z',
    },
    bad: [{ name: 1 }, { avatar: 'ftp://a' }, [], null],
  },
  history: {
    guard: isHistoryAnswer,
    schema: schema.historyAnswerSchema,
    good: { data: [moved, { ...moved, transfers: null }], next: 'opaque' },
    bad: [
      { data: [{ ...moved, id: '' }] },
      { data: [{ ...moved, metadata: { ...moved.metadata, minedAt: 'yesterday' } }] },
      { data: [{ ...moved, metadata: { ...moved.metadata, status: 'done' } }] },
      { data: [{ ...moved, metadata: { ...moved.metadata, fee: '-1' } }] },
      { data: [{ ...moved, transfers: [{ ...transfer, direction: 'up' }] }] },
      { data: [{ ...moved, transfers: [{ ...transfer, quantity: { numeric: '1e5' } }] }] },
      { data: [{ ...moved, transfers: [{ ...transfer, value: Number.NaN }] }] },
      { data: [{ ...moved, transfers: [{ ...collectible, nft_info: { name: null } }] }] },
      { data: [{ ...moved, transfers: Array(501).fill(transfer) }] },
      { data: Array(201).fill(moved) },
    ],
  },
  price: {
    guard: isPriceAnswer,
    schema: schema.priceAnswerSchema,
    good: { fungibles: [price] },
    bad: [
      { fungibles: [{ ...price, price: -1 }] },
      { fungibles: [{ ...price, price: Number.POSITIVE_INFINITY }] },
      { fungibles: [{ ...price, decimals: 1.5 }] },
      { fungibles: [{ ...price, address: '0x1' }] },
      { fungibles: Array(201).fill(price) },
    ],
  },
  wallets: {
    guard: isWalletsAnswer,
    schema: schema.walletsAnswerSchema,
    good: { count: 1, data: [wallet] },
    bad: [
      { count: -1, data: [] },
      { count: 0.5, data: [] },
      { count: 1, data: [{ ...wallet, id: '' }] },
      { count: 1, data: [{ ...wallet, homepage: 'javascript:alert(1)' }] },
      { count: 1, data: [{ ...wallet, homepage: 'java\nscript:alert(1)' }] },
      { count: 1, data: [{ ...wallet, mobile_link: ' data:text/html,x' }] },
      { count: 1, data: [{ ...wallet, universal_link: 'javascript:alert(1)' }] },
      { count: 1, data: [{ ...wallet, link_formats: { mobile_link: 'guessed' } }] },
      { count: 1, data: [{ ...wallet, explorer_ids: 'ab' }] },
      { count: 1, data: [{ ...wallet, color: 'red' }] },
      { count: 1, data: [{ ...wallet, injected: [{ namespace: 'eip155' }] }] },
      { count: 1, data: Array(201).fill(wallet) },
    ],
  },
  features: {
    guard: isFeaturesAnswer,
    schema: schema.featuresAnswerSchema,
    good: {
      features: [
        { id: 'swap', isEnabled: true, config: ['a'] },
        { id: 'new', isEnabled: false, config: null },
      ],
    },
    bad: [
      { features: [{ id: 'swap', isEnabled: 1 }] },
      { features: [{ id: '', isEnabled: true }] },
      { features: null },
    ],
  },
  origins: {
    guard: isOriginsAnswer,
    schema: schema.originsAnswerSchema,
    good: { allowedOrigins: ['https://shop.example'] },
    bad: [{ allowedOrigins: [''] }, { allowedOrigins: ['a'.repeat(257)] }, {}],
  },
  otp: {
    guard: isOtpAnswer,
    schema: schema.otpAnswerSchema,
    good: { uuid: '0b7e6a0e-6d4c-4d0c-9a52-0f6a1f3c9a11' },
    bad: [
      {},
      { uuid: '' },
      { uuid: 'two lines\r\nx: y' },
      { uuid: 'a'.repeat(129) },
      { uuid: 1 },
      null,
    ],
  },
  'otp confirmed': {
    guard: isOtpConfirmed,
    schema: schema.otpConfirmedSchema,
    good: null,
    bad: [{}, true, '', undefined],
  },
  analytics: {
    guard: isAnalyticsAnswer,
    schema: schema.analyticsAnswerSchema,
    good: { isAnalyticsEnabled: true },
    bad: [{ isAnalyticsEnabled: 'true' }, undefined],
  },
  'error body': {
    guard: isErrorBody,
    schema: schema.errorBodySchema,
    good: { status: 'FAILED', reasons: [{ field: 'chainId', description: 'why' }] },
    bad: [
      { status: 'OK', reasons: [] },
      { status: 'FAILED', reasons: [{ field: 'a' }] },
    ],
  },
}

describeGuards(cases)
