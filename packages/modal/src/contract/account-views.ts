import type { Activity, SwapDraft, SwapSide } from '@latchkey/core'
import type { PaymentState, PayRequest } from '@latchkey/core/pay'
import type { AssetId, ChainId } from '@latchkey/protocol'
import type { KeptFee } from './kept-fee.ts'
import type { Purchase } from './purchase.ts'

/** The views of an account, with their parameters. Plain data. */
export type AccountRoute =
  | { readonly view: 'WhatIsANetwork' }
  /**
   * `named`: the account's address and the name that the heading shows for it, which is the
   * verified name once it is known, else the visitor's login.
   */
  | {
      readonly view: 'Account'
      readonly named?: { readonly address: string; readonly name: string }
      /** The tab to show first; default: the tokens tab. */
      readonly tab?: 'activity'
    }
  /** The view's `hidden`: whether transactions that are likely spam are shown too. */
  | { readonly view: 'Transactions'; readonly hidden?: boolean }
  | { readonly view: 'Transaction'; readonly activity: Activity }
  | { readonly view: 'AccountSettings' }
  /** Lists the visitor's wallets, to switch to one, remove one or add one. */
  | { readonly view: 'ProfileWallets' }
  /**
   * Shows the key's externally owned account and its smart account; the visitor chooses one of
   * them.
   */
  | { readonly view: 'UpgradeWallet' }
  | { readonly view: 'Networks'; readonly search?: string }
  /**
   * Asks the wallet to switch to `chain`. With `start`, it asks at once, because the visitor has
   * already agreed by the click that opened this view.
   */
  | { readonly view: 'SwitchNetwork'; readonly chain: ChainId; readonly start?: boolean }
  /** Offers wallets to connect for `chain`, when none is connected for its chain family. */
  | { readonly view: 'SwitchActiveChain'; readonly chain: ChainId }
  /**
   * Says that the network is not supported, and lists networks to switch to. `swap` is set when the
   * visitor wanted to swap on that chain, which has no swaps; then only networks with swaps are
   * listed.
   */
  | { readonly view: 'UnsupportedChain'; readonly swap?: ChainId }
  | { readonly view: 'Receive' }
  | { readonly view: 'WalletCompatibleNetworks' }
  /**
   * The typed `amount` and `to` are part of the route, so that the draft is still there after a
   * visit to SendToken. `unit` is `money` when the amount is in money and not in the token.
   */
  | {
      readonly view: 'Send'
      readonly asset?: AssetId
      readonly amount?: string
      readonly unit?: 'money'
      readonly to?: string
    }
  | { readonly view: 'SendToken' }
  | { readonly view: 'SendReview'; readonly id: string }
  | { readonly view: 'SendStatus'; readonly id: string }
  /**
   * `pay`: asset to pay with; default the chain's native coin. `amount`: the typed amount, for the
   * side that `side` names (default `pay`). `kept`: set when Max was pressed, the network fee that
   * Max subtracted from the balance.
   */
  | {
      readonly view: 'Swap'
      readonly pay?: AssetId
      readonly receive?: AssetId
      readonly amount?: string
      readonly side?: SwapSide
      readonly kept?: KeptFee
    }
  /** The view's `side`: the side of the swap whose token the visitor chooses. */
  | { readonly view: 'SwapToken'; readonly side: SwapSide }
  /** `id`: transaction id of the swap in `draft`; both are replaced when the draft is renewed. */
  | { readonly view: 'SwapReview'; readonly id: string; readonly draft: SwapDraft }
  | { readonly view: 'SwapStatus'; readonly id: string }
  /**
   * A draft of a purchase: the visitor's choices by their ids (the coin by its symbol) and the
   * amount as typed.
   */
  | {
      readonly view: 'OnRampProviders'
      readonly provider?: string
      readonly asset?: string
      readonly currency?: string
      readonly method?: string
      readonly amount?: string
    }
  | { readonly view: 'OnRampTokenSelect'; readonly provider: string }
  | { readonly view: 'OnRampFiatSelect'; readonly provider: string }
  /**
   * `url`: address of the seller's page, when known. `window`: set when the browser blocked the
   * seller's window. `end`: the result, once the purchase has ended.
   */
  | {
      readonly view: 'BuyInProgress'
      readonly purchase: Purchase
      readonly url?: string
      readonly window?: 'blocked'
      readonly end?: 'done' | 'failed'
    }
  /**
   * `isAside`: set when the visitor opened this view from the purchase form; continuing returns to
   * the unchanged form.
   */
  | { readonly view: 'WhatIsABuy'; readonly isAside?: true }
  | { readonly view: 'FundWallet' }
  | {
      readonly view: 'PayWithExchange'
      readonly exchange?: string
      readonly asset?: AssetId
      readonly amount?: string
    }
  /**
   * `request`: what is to be paid. `chosen`: the asset that the visitor chose to pay in. `state`: how
   * far the payment is, for the heading; default `none`.
   */
  | {
      readonly view: 'Pay'
      readonly request: PayRequest
      readonly chosen?: AssetId
      readonly state?: PaymentState
    }
  /** The view's `label`: the chosen name as the visitor typed it. */
  | { readonly view: 'ChooseName'; readonly label?: string }
  /** The view's `asking`: whether the wallet is being asked to sign. */
  | { readonly view: 'RegisterName'; readonly name: string; readonly asking?: boolean }
  /**
   * `isKept`: set when the account had the name already, so that it was not registered just now.
   * `shown`: the account's other name, which the dialog displays instead.
   */
  | {
      readonly view: 'RegisterNameSuccess'
      readonly name: string
      readonly isKept?: true
      readonly shown?: string
    }

/**
 * Names the feature that draws each view of an account. Features other than `account` are loaded
 * before one of their views is shown, as listed in `features/account/later.ts`.
 */
export const featureOfAccountView = {
  Account: 'account',
  AccountSettings: 'account',
  Networks: 'account',
  Receive: 'account',
  Send: 'account',
  SendReview: 'account',
  SendStatus: 'account',
  SendToken: 'account',
  SwitchActiveChain: 'account',
  SwitchNetwork: 'account',
  UnsupportedChain: 'account',
  WalletCompatibleNetworks: 'account',
  WhatIsANetwork: 'account',
  Transaction: 'activity',
  Transactions: 'activity',
  Swap: 'swap',
  SwapReview: 'swap',
  SwapStatus: 'swap',
  SwapToken: 'swap',
  BuyInProgress: 'buy',
  FundWallet: 'buy',
  OnRampFiatSelect: 'buy',
  OnRampProviders: 'buy',
  OnRampTokenSelect: 'buy',
  PayWithExchange: 'buy',
  WhatIsABuy: 'buy',
  Pay: 'pay',
  ChooseName: 'names',
  RegisterName: 'names',
  RegisterNameSuccess: 'names',
  ProfileWallets: 'profile',
  UpgradeWallet: 'smart-account',
} as const
