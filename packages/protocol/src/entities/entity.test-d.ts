// Compiled by `tsc`, never run: a wrong line does not compile. What a connector, a connection, a
// network and a transfer are made of stands beside core's own types.
import type { AccountId, ChainId } from '../caip/ids.ts'
import type { ErrorCode } from '../errors/error-code.ts'
import type {
  AccountType,
  FeatureFlags,
  HistoryTransaction,
  HistoryTransfer,
  OnrampOptions,
  OnrampQuote,
  RecentWallet,
  Social,
  StacksLocalCache,
  TokenBalance,
  WalletFeature,
} from './entity.ts'
import type { WalletListing } from './wallet-listing.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Expect<T extends true> = T
type Has<T, Fields extends keyof T> = [Fields] extends [keyof T] ? true : false

export type Entities = [
  Expect<Has<TokenBalance, 'address' | 'symbol' | 'quantity' | 'price' | 'value' | 'iconUrl'>>,
  Expect<Equal<TokenBalance['quantity'], { readonly decimals: string; readonly numeric: string }>>,
  Expect<Equal<keyof OnrampOptions, 'purchaseCurrencies' | 'paymentCurrencies'>>,
  Expect<
    Equal<keyof OnrampOptions['purchaseCurrencies'][number], 'id' | 'name' | 'symbol' | 'networks'>
  >,
  Expect<
    Equal<
      keyof OnrampOptions['purchaseCurrencies'][number]['networks'][number],
      'name' | 'display_name' | 'chain_id' | 'contract_address'
    >
  >,
  Expect<
    Equal<
      keyof OnrampOptions['paymentCurrencies'][number]['payment_method_limits'][number],
      'id' | 'min' | 'max'
    >
  >,
  Expect<
    Equal<
      keyof OnrampQuote,
      'networkFee' | 'paymentSubtotal' | 'paymentTotal' | 'purchaseAmount' | 'quoteId'
    >
  >,
  Expect<Equal<keyof OnrampQuote['networkFee'], 'amount' | 'currency'>>,
  Expect<
    Equal<
      keyof FeatureFlags,
      | 'swaps'
      | 'onramp'
      | 'email'
      | 'socials'
      | 'activity'
      | 'emailCapture'
      | 'receive'
      | 'send'
      | 'analytics'
      | 'allWallets'
      | 'legalCheckbox'
      | 'collapseWallets'
      | 'multiWallet'
      | 'pay'
      | 'signIn'
    >
  >,
  Expect<Equal<'eoa' | 'smartAccount' | 'payment' extends AccountType ? true : false, true>>,
  Expect<
    Has<
      WalletListing,
      | 'id'
      | 'name'
      | 'image_id'
      | 'image_url'
      | 'mobile_link'
      | 'desktop_link'
      | 'webapp_link'
      | 'rdns'
      | 'chains'
      | 'aliases'
    >
  >,
  Expect<Equal<keyof HistoryTransaction, 'id' | 'metadata' | 'transfers'>>,
  Expect<Has<HistoryTransaction['metadata'], 'minedAt' | 'chain'>>,
  Expect<Equal<NonNullable<HistoryTransfer['nft_info']>['flags'], { readonly is_spam: boolean }>>,
  Expect<Has<RecentWallet, 'id' | 'name' | 'image_id'>>,
  Expect<Equal<keyof StacksLocalCache, 'addresses' | 'version' | 'updatedAt'>>,
  Expect<Equal<keyof StacksLocalCache['addresses']['btc'][number], 'address' | 'symbol'>>,
  Expect<Equal<Social, 'google' | 'x' | 'farcaster' | 'discord' | 'apple' | 'github' | 'facebook'>>,
  Expect<Equal<WalletFeature, 'onramp' | 'swaps' | 'receive' | 'send'>>,
]

export type Ids = [
  Expect<'eip155:1' extends ChainId ? true : false>,
  Expect<Equal<'eip155' extends ChainId ? true : false, false>>,
  Expect<Equal<'eip155:1' extends AccountId ? true : false, false>>,
  Expect<Equal<string extends ErrorCode ? true : false, false>>,
]
