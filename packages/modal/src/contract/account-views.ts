import type { Activity, SwapDraft, SwapSide } from '@latchkey/core'
import type { AssetId, ChainId } from '@latchkey/protocol'
import type { FeeReserve } from './kept-fee.ts'
import type { Purchase } from './purchase.ts'

/** The views of an account, with their parameters. Plain data. */
export type AccountRoute =
  | { readonly view: 'WhatIsANetwork' }
  /**
   * `named`: the verified name of that address, once it is known, else the visitor's login; shown
   * in the heading.
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
  /** Chooses between the key's own account and its contract account; both are shown. */
  | { readonly view: 'UpgradeWallet' }
  | { readonly view: 'Networks'; readonly search?: string }
  /**
   * `start` when the click that led here already was the visitor's consent: the wallet is asked at
   * once.
   */
  | { readonly view: 'SwitchNetwork'; readonly chain: ChainId; readonly start?: boolean }
  /** A network of a family without a connected wallet. */
  | { readonly view: 'SwitchActiveChain'; readonly chain: ChainId }
  /** `swap`: a chain without swaps; then only networks with swaps are listed. */
  | { readonly view: 'UnsupportedChain'; readonly swap?: ChainId }
  | { readonly view: 'Receive' }
  | { readonly view: 'WalletCompatibleNetworks' }
  /**
   * `amount` and `to` as typed, so that the draft survives the way to SendToken and back. `unit`:
   * the amount is in money.
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
   * `pay` defaults to the coin; `amount` as typed, on the side `side` (default `pay`); `kept`: Max
   * was pressed, and this fee was kept back.
   */
  | {
      readonly view: 'Swap'
      readonly pay?: AssetId
      readonly receive?: AssetId
      readonly amount?: string
      readonly side?: SwapSide
      readonly kept?: FeeReserve
    }
  /** The token of this side is chosen. */
  | { readonly view: 'SwapToken'; readonly side: SwapSide }
  /** `id`: transaction id of the draft's swap, as shown now. */
  | { readonly view: 'SwapReview'; readonly id: string; readonly draft: SwapDraft }
  | { readonly view: 'SwapStatus'; readonly id: string }
  /** A draft: choices by their ids (the coin by its symbol), the amount as typed. */
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
   * `url`: the seller's page, when known; `window`: whether the browser blocked it; `end`: set once
   * the purchase has ended.
   */
  | {
      readonly view: 'BuyInProgress'
      readonly purchase: Purchase
      readonly url?: string
      readonly window?: 'blocked'
      readonly end?: 'done' | 'failed'
    }
  /** `isAside`: opened while buying; continuing leads back to the unchanged form. */
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
   * `isKept`: nothing was registered just now. `shown`: another name that the account is shown
   * with.
   */
  | {
      readonly view: 'RegisterNameSuccess'
      readonly name: string
      readonly isKept?: true
      readonly shown?: string
    }

/**
 * The feature that draws each view of an account. Features other than `account` are loaded, by
 * their lines in `features/account/later.ts`, before one of their views is shown.
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
  UpgradeWallet: 'smart-account',
} as const
