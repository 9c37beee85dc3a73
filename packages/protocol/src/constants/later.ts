import type { AccountType, Social, WalletFeature } from '../entities/entity.ts'

// Constants that are needed only after the first click, in one file that a bundler can load later.

// The next constants are about pop-up windows and search fields.
export const popupWidthPx = 600
export const popupHeightPx = 800
/** Milliseconds without typing after which a search is sent. */
export const debounceMs = 500

// The next constants are about reading balances and calling nodes.
export const balanceRetryWindowMs = 30_000
export const portfolioCacheMs = 30_000
export const nativeBalanceCacheMs = 30_000
export const nameCacheMs = 300_000
export const identityCacheMs = 300_000
export const historyCacheMs = 15_000
export const priceCacheMs = 15_000
export const rpcTimeoutMs = 10_000
export const rpcRetryCount = 3
/**
 * Factor of the wait before a retry: the n-th retry waits this many milliseconds times 2^n, n from
 * 0.
 */
export const rpcRetryBaseMs = 150
export const rpcBatchSize = 1000
export const fallbackPollMs = 4000
export const fallbackPingTimeoutMs = 1000

/** Returns the key under which prices of assets are cached: the list of their addresses, joined. */
export function priceCacheKey(addresses: readonly string[]): string {
  return addresses.join(',')
}

// The next constants are about lists of wallets.
export const recentWalletsKept = 8
/** How many of the recent wallets are offered to a visitor who connects. */
export const recentWalletsShown = 2
export const walletPageSize = 40
export const walletImagesPreloaded = 20
export const walletSearchSize = 100
export const walletSearchMinimumMs = 300
export const imagePreloadTimeoutMs = 2000

// The next constants are about connecting.
export const pairingLifetimeMs = 240_000
/** A pairing link that expires in at most this many milliseconds counts as expired. */
export const pairingMarginMs = 10_000
export const connectionStatusPollMs = 1000

// The next constants are about accounts and their transactions.
/** Maximum number of pending transactions that are kept, and of finished ones. */
export const pendingTransactionsLimit = 99
/**
 * Type of account that is selected first, by namespace; namespaces with a single type are left out.
 */
export const defaultAccountTypes: Readonly<Record<string, AccountType>> = {
  eip155: 'smartAccount',
  bip122: 'payment',
}

// The next constants are about swapping and buying.
export const swapSlippagePercent = 1
export const onrampNamespaces = ['eip155', 'solana'] as const
export const onrampFeeRangePercent = [1, 2] as const
/**
 * Limits of a payment, as decimal text in the payment currency, by payment method; used when the
 * provider states none.
 */
export const paymentLimits = {
  card: { min: '10.00', max: '7500.00' },
  ach_bank_account: { min: '10.00', max: '25000.00' },
} as const

// The next constants are about analytics and the log.
export const errorEventsPerMinute = 5
export const logBufferBytes = 1_048_576

// The next constants are the default orders of lists.
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
