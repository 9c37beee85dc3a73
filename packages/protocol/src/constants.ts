import type { AccountType, Social, WalletFeature } from './entity.ts'

// Every number of specification section 9, and the related ones of sections 4 and 5. Units stand in the names.

// Looks
export const modalWidthPx = 360
export const modalZIndex = 999
export const popupWidthPx = 600
export const popupHeightPx = 800
export const shakeMs = 500
export const toastReshowDelayMs = 150
/** How long a toast stays (facts 2.11). */
export const toastHideMs = 2500
export const debounceMs = 500

// Reads
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

// Wallet lists
export const recentWalletsKept = 2
export const recommendedPageSize = 4
export const walletPageSize = 40
export const walletImagesPreloaded = 20
export const walletSearchSize = 100
export const walletSearchMinimumMs = 300
export const imagePreloadTimeoutMs = 2000

// Connecting
export const pairingLifetimeMs = 240_000
/** A pairing with this much or less left counts as expired. */
export const pairingMarginMs = 10_000
export const popupPollMs = 1000
export const connectionStatusPollMs = 1000
export const signOutOnDisconnect = true

// Sending, swapping and buying
export const pendingTransactionsLimit = 99
export const swapSlippagePercent = 1
export const sendNamespaces = ['eip155', 'solana'] as const
export const onrampNamespaces = ['eip155', 'solana'] as const
export const onrampFeeRangePercent = [1, 2] as const
/** Decimal strings in the payment currency, used where the provider states no limit (section 5). */
export const paymentLimits = {
  card: { min: '10.00', max: '7500.00' },
  ach_bank_account: { min: '10.00', max: '25000.00' },
} as const
export const stxDecimals = 6
export const memoBytes = 34
export const contractNameBytes = 128
/** Names must be shorter than this many characters. */
export const identifierNameLimit = 128
export const clarityBufferBytes = 1_048_576
export const multisigPublicKeysLimit = 15

// Telemetry
export const errorEventsPerMinute = 5
export const logBufferBytes = 1_048_576

// Orders and defaults
export const defaultSocials: readonly Social[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']
export const defaultWalletFeatureOrder: readonly WalletFeature[] = ['onramp', 'swaps', 'receive', 'send']
export const defaultConnectorOrder = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export const defaultAccountTypes: Readonly<Record<string, AccountType>> = {
  eip155: 'smartAccount',
  solana: 'eoa',
  polkadot: 'eoa',
  bip122: 'payment',
}

/** Key of the price cache: the joined address list (section 9). */
export function priceCacheKey(addresses: readonly string[]): string {
  return addresses.join(',')
}
