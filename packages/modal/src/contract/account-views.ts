import type { Activity, SwapDraft, SwapSide } from '@latchkey/core'
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
      /** Default: the tokens tab. */
      readonly tab?: 'activity'
    }
  /** `hidden`: whether likely spam is shown too. */
  | { readonly view: 'Transactions'; readonly hidden?: boolean }
  | { readonly view: 'Transaction'; readonly activity: Activity }
  | { readonly view: 'AccountSettings' }
  /** The visitor's wallets: switch to one, remove one, add one. */
  | { readonly view: 'ProfileWallets' }
  /** Shows the key's own account and its contract account; the visitor chooses one of them. */
  | { readonly view: 'UpgradeWallet' }
  | { readonly view: 'Networks'; readonly search?: string }
  /**
   * `start` is set when the click that opened this view was already the visitor's consent; the
   * wallet is then asked at once.
   */
  | { readonly view: 'SwitchNetwork'; readonly chain: ChainId; readonly start?: boolean }
  /** `chain`: a network of a chain family for which no wallet is connected. */
  | { readonly view: 'SwitchActiveChain'; readonly chain: ChainId }
  /**
   * `swap`: a chain on which swaps are not available. When it is set, only networks with swaps are
   * listed.
   */
  | { readonly view: 'UnsupportedChain'; readonly swap?: ChainId }
  | { readonly view: 'Receive' }
  | { readonly view: 'WalletCompatibleNetworks' }
  /**
   * `amount` and `to` are stored as typed, so that the draft is still there after a visit to
   * SendToken. `unit`: `money` when the amount is in money and not in the token.
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
   * `pay` defaults to the coin. `amount` is the typed amount, for the side in `side` (default
   * `pay`). `kept` is set when Max was pressed: the fee that Max subtracted.
   */
  | {
      readonly view: 'Swap'
      readonly pay?: AssetId
      readonly receive?: AssetId
      readonly amount?: string
      readonly side?: SwapSide
      readonly kept?: KeptFee
    }
  /** `side`: the side whose token the visitor chooses. */
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
  /** `label`: as typed. */
  | { readonly view: 'ChooseName'; readonly label?: string }
  /** `asking`: whether the wallet is being asked to sign. */
  | { readonly view: 'RegisterName'; readonly name: string; readonly asking?: boolean }
  /**
   * `isKept`: set when the name was registered earlier, not just now. `shown`: another name, which
   * is the one displayed for the account.
   */
  | {
      readonly view: 'RegisterNameSuccess'
      readonly name: string
      readonly isKept?: true
      readonly shown?: string
    }

/**
 * The feature that draws each view of an account. Features other than `account` are loaded before
 * one of their views is shown, as listed in `features/account/later.ts`.
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
  ChooseName: 'names',
  RegisterName: 'names',
  RegisterNameSuccess: 'names',
  ProfileWallets: 'profile',
  UpgradeWallet: 'smart-account',
} as const
