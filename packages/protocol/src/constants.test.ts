import { describe, expect, it } from 'vitest'
import * as constants from './constants.ts'
import { relativeTimeSteps } from './relative-time-steps.ts'
import * as retried from './rpc-retried.ts'
import { swapChains } from './swap-lists.ts'
import { isRestrictedTimeZone, restrictedTimeZones } from './time-zone.ts'

// Typed from the specification, sections 4, 5 and 9, and from the lists behind it; not from constants.ts.
const specified: Readonly<Record<string, unknown>> = {
  modalWidthPx: 360,
  modalZIndex: 999,
  popupWidthPx: 600,
  popupHeightPx: 800,
  shakeMs: 500,
  toastReshowDelayMs: 150,
  toastHideMs: 2500,
  debounceMs: 500,
  balanceRetryWindowMs: 30_000,
  errorEventsPerMinute: 5,
  pendingTransactionsLimit: 99,
  logBufferBytes: 1_048_576,
  swapSlippagePercent: 1,
  swapChains: [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554].map((id) => `eip155:${id}`),
  sendNamespaces: ['eip155', 'solana'],
  onrampFeeRangePercent: [1, 2],
  onrampNamespaces: ['eip155', 'solana'],
  paymentLimits: {
    card: { min: '10.00', max: '7500.00' },
    ach_bank_account: { min: '10.00', max: '25000.00' },
  },
  defaultSocials: ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'],
  defaultWalletFeatureOrder: ['onramp', 'swaps', 'receive', 'send'],
  defaultConnectorOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
  defaultAccountTypes: { eip155: 'smartAccount', solana: 'eoa', polkadot: 'eoa', bip122: 'payment' },
  signOutOnDisconnect: true,
  portfolioCacheMs: 30_000,
  nativeBalanceCacheMs: 30_000,
  nameCacheMs: 5 * 60_000,
  identityCacheMs: 5 * 60_000,
  historyCacheMs: 15_000,
  priceCacheMs: 15_000,
  recentWalletsKept: 2,
  recommendedPageSize: 4,
  walletPageSize: 40,
  walletImagesPreloaded: 20,
  walletSearchSize: 100,
  walletSearchMinimumMs: 300,
  imagePreloadTimeoutMs: 2000,
  rpcTimeoutMs: 10_000,
  rpcRetryCount: 3,
  rpcRetryBaseMs: 150,
  rpcBatchSize: 1000,
  rpcRetriedStatuses: [403, 408, 413, 429, 500, 502, 503, 504],
  rpcRetriedCodes: [-1, -32005, -32603],
  fallbackPollMs: 4000,
  fallbackPingTimeoutMs: 1000,
  pairingLifetimeMs: 4 * 60_000,
  pairingMarginMs: 10_000,
  popupPollMs: 1000,
  connectionStatusPollMs: 1000,
  relativeTimeSteps: [
    [44, 'second', 'second'],
    [89, 'second', 'minute', 1],
    [44, 'minute', 'minute'],
    [89, 'minute', 'hour', 1],
    [21, 'hour', 'hour'],
    [35, 'hour', 'day', 1],
    [25, 'day', 'day'],
    [45, 'day', 'month', 1],
    [10, 'month', 'month'],
    [17, 'month', 'year', 1],
    [undefined, 'year', 'year'],
  ].map(([upTo, measuredIn, unit, count]) => ({
    ...(upTo === undefined ? {} : { upTo }),
    measuredIn,
    unit,
    ...(count === undefined ? {} : { count }),
  })),
  stxDecimals: 6,
  memoBytes: 34,
  contractNameBytes: 128,
  identifierNameLimit: 128,
  clarityBufferBytes: 1_048_576,
  multisigPublicKeysLimit: 15,
  restrictedTimeZones: 'SHANGHAI URUMQI CHONGQING HARBIN KASHGAR MACAU HONG_KONG MACAO BEIJING'
    .split(' ')
    .map((city) => `ASIA/${city}`),
}

describe('constants', () => {
  it('default: the whole list, and nothing beside it', () => {
    const all = { ...constants, ...retried, relativeTimeSteps, restrictedTimeZones, swapChains }
    const values = Object.fromEntries(Object.entries(all).filter(([, value]) => typeof value !== 'function'))
    expect(values).toEqual(specified)
  })
})

describe('priceCacheKey', () => {
  it('default', () => {
    expect(constants.priceCacheKey(['a', 'b'])).toBe('a,b')
    expect(constants.priceCacheKey([])).toBe('')
  })
})

describe('isRestrictedTimeZone', () => {
  it('default: as Intl spells it', () => {
    expect(isRestrictedTimeZone('Asia/Shanghai')).toBe(true)
    expect(isRestrictedTimeZone('Asia/Hong_Kong')).toBe(true)
    expect(isRestrictedTimeZone('Asia/Tokyo')).toBe(false)
    expect(isRestrictedTimeZone('')).toBe(false)
  })
})
