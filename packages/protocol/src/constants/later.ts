import type { AccountType, Social, WalletFeature } from '../entities/entity.ts'

// Constants that are needed only after the first click, in one file that a bundler can load later.

// Constants of pop-up windows
export const popupWidthPx = 600
export const popupHeightPx = 800
/** Milliseconds of pause in typing before a search is sent. */
export const debounceMs = 500

// Constants of reading balances and calling nodes
export const balanceRetryWindowMs = 30_000
export const portfolioCacheMs = 30_000
export const nativeBalanceCacheMs = 30_000
export const nameCacheMs = 300_000
export const identityCacheMs = 300_000
export const historyCacheMs = 15_000
export const priceCacheMs = 15_000
export const rpcTimeoutMs = 10_000
export const rpcRetryCount = 3
/** The n-th retry waits this many milliseconds times 2^n, n from 0. */
export const rpcRetryBaseMs = 150
export const rpcBatchSize = 1000
export const fallbackPollMs = 4000
export const fallbackPingTimeoutMs = 1000

/** Key of the price cache: the joined address list. */
export function priceCacheKey(addresses: readonly string[]): string {
  return addresses.join(',')
}

// Constants of wallet lists
export const recentWalletsKept = 2
export const walletPageSize = 40
export const walletImagesPreloaded = 20
export const walletSearchSize = 100
export const walletSearchMinimumMs = 300
export const imagePreloadTimeoutMs = 2000

// Constants of connecting
export const pairingLifetimeMs = 240_000
/** A pairing with at most this many milliseconds left counts as expired. */
export const pairingMarginMs = 10_000
export const connectionStatusPollMs = 1000

// Constants of accounts
/** Maximum number of pending transactions that are kept, and of finished ones. */
export const pendingTransactionsLimit = 99
/**
 * Account type that is selected first, by namespace; namespaces with a single type are left out.
 */
export const defaultAccountTypes: Readonly<Record<string, AccountType>> = {
  eip155: 'smartAccount',
  bip122: 'payment',
}

// Constants of swapping and buying
export const swapSlippagePercent = 1
export const onrampNamespaces = ['eip155', 'solana'] as const
export const onrampFeeRangePercent = [1, 2] as const
/**
 * Default limits as decimal strings in the payment currency, used when the provider states none.
 */
export const paymentLimits = {
  card: { min: '10.00', max: '7500.00' },
  ach_bank_account: { min: '10.00', max: '25000.00' },
} as const

// Constants of analytics
export const errorEventsPerMinute = 5
export const logBufferBytes = 1_048_576

// Default orders of lists
export const defaultSocials: readonly Social[] = [
  'google',
  'x',
  'farcaster',
  'discord',
  'apple',
  'github',
  'facebook',
]
export const defaultWalletFeatureOrder: readonly WalletFeature[] = [
  'onramp',
  'swaps',
  'receive',
  'send',
]
