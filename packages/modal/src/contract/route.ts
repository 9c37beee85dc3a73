import type { Activity, SwapDraft, SwapSide } from '@latchkey/core'
import type {
  AccountId,
  AssetId,
  ChainId,
  Namespace,
  Social,
  WalletListing,
} from '@latchkey/protocol'

/** What Max leaves of the coin, and of what it knows that. */
export interface KeptFee {
  /** Base units of the coin. */
  readonly amount: bigint
  /** No swap could be tried: many times a transfer's fee. */
  readonly isRough: boolean
}

/**
 * Something bought or deposited that is not over: enough to ask how it stands, after a reload too.
 * No address of the seller's page, which may let in whoever has it.
 */
export interface Purchase {
  /**
   * By which it is followed: of an order, or of a session at an exchange; empty where nobody tells
   * how it went.
   */
  readonly id: string
  readonly kind: 'order' | 'deposit'
  /** Id of the seller or the exchange. */
  readonly seller: string
  readonly name: string
  readonly isSandbox: boolean
  readonly symbol: string
  /** CAIP-10: to whom it goes. */
  readonly account: AccountId
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /**
   * Milliseconds since the epoch: when this page was left for the seller's, until the visitor is
   * back.
   */
  readonly leftAt?: number
}

/** Where the dialog stands: the name of a view with what the view must know. Plain data. */
export type Route =
  | { readonly view: 'Connect' }
  | { readonly view: 'ConnectWallets' }
  | { readonly view: 'AllWallets'; readonly search?: string }
  /** Wallets of one chain family, which a page asks for by itself. */
  | { readonly view: 'ConnectFamily'; readonly namespace: Namespace }
  | { readonly view: 'ConnectingExternal'; readonly connector: string }
  /** One wallet with a connector per chain family; the visitor chooses the family. */
  | {
      readonly view: 'ConnectingMultiChain'
      readonly wallet: string
      readonly connectors: readonly string[]
    }
  /** One wallet that is not in this browser, reached over the kit's transport. */
  | { readonly view: 'ConnectingWalletConnect'; readonly wallet: WalletListing }
  /** Whichever wallet the visitor scans the code with. */
  | { readonly view: 'ConnectingWalletConnectBasic' }
  /** All socials the owner offers. */
  | { readonly view: 'ConnectSocials' }
  | { readonly view: 'EmailLogin' }
  /**
   * `connector` is the one that signs in by email: while the view is left for another of it the
   * attempt goes on.
   */
  | { readonly view: 'EmailVerifyOtp'; readonly connector: string; readonly email: string }
  | { readonly view: 'EmailVerifyDevice'; readonly connector: string; readonly email: string }
  | {
      readonly view: 'ConnectingSocial'
      readonly connector: string
      readonly social: Exclude<Social, 'farcaster'>
    }
  | { readonly view: 'ConnectingFarcaster'; readonly connector: string }
  /** Signed in, but the wallet must be brought to this device. */
  | { readonly view: 'EmailRecover'; readonly connector: string }
  | { readonly view: 'UpdateEmailWallet' }
  /** The code of the present address, then that of the new one. */
  | { readonly view: 'UpdateEmailPrimaryOtp' }
  | { readonly view: 'UpdateEmailSecondaryOtp' }
  /**
   * The owner asks whoever has connected for an email; `email` as it was given, for who comes back
   * to change it.
   */
  | {
      readonly view: 'DataCapture'
      readonly connector: string
      readonly account: AccountId
      readonly email?: string
    }
  /**
   * `uuid`: what the code is confirmed under; another may be mailed from `resendAt` on,
   * milliseconds since the epoch.
   */
  | {
      readonly view: 'DataCaptureOtpConfirm'
      readonly connector: string
      readonly account: AccountId
      readonly email: string
      readonly uuid: string
      readonly resendAt: number
    }
  /** Something waits for the visitor in the vault. */
  | { readonly view: 'ApproveTransaction' }
  | { readonly view: 'GetWallet' }
  | { readonly view: 'Downloads'; readonly wallet: WalletListing }
  | { readonly view: 'WhatIsAWallet' }
  | { readonly view: 'WhatIsANetwork' }
  /**
   * `named`: the verified name of that address, once it is known, else how its owner signed in; the
   * heading says it.
   */
  | {
      readonly view: 'Account'
      readonly named?: { readonly address: string; readonly name: string }
      /** Default: the tokens. */
      readonly tab?: 'activity'
    }
  /** `hidden`: what is likely spam is shown too. */
  | { readonly view: 'Transactions'; readonly hidden?: boolean }
  | { readonly view: 'Transaction'; readonly activity: Activity }
  | { readonly view: 'AccountSettings' }
  /** The key's own account or the contract it has: both are shown, and one is chosen. */
  | { readonly view: 'UpgradeWallet' }
  | { readonly view: 'Networks'; readonly search?: string }
  /** `start` when the click that led there was the visitor's word: the wallet is asked at once. */
  | { readonly view: 'SwitchNetwork'; readonly chain: ChainId; readonly start?: boolean }
  /** A network of a family that no wallet is connected for. */
  | { readonly view: 'SwitchActiveChain'; readonly chain: ChainId }
  /** `swap`: on that chain nothing can be swapped; only networks where something can help. */
  | { readonly view: 'UnsupportedChain'; readonly swap?: ChainId }
  | { readonly view: 'Receive' }
  | { readonly view: 'WalletCompatibleNetworks' }
  /**
   * `amount` and `to` as the visitor typed them: the draft survives a walk to SendToken and back.
   * `unit`: the amount is money.
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
   * `pay` defaults to the coin; `amount` as typed, on the side that `side` names (default `pay`);
   * `kept`: it is all but that.
   */
  | {
      readonly view: 'Swap'
      readonly pay?: AssetId
      readonly receive?: AssetId
      readonly amount?: string
      readonly side?: SwapSide
      readonly kept?: KeptFee
    }
  /** Which of the two is chosen. */
  | { readonly view: 'SwapToken'; readonly side: SwapSide }
  /** `id` is that of the draft's swap, as the visitor is shown it now. */
  | { readonly view: 'SwapReview'; readonly id: string; readonly draft: SwapDraft }
  | { readonly view: 'SwapStatus'; readonly id: string }
  /**
   * Everything a draft: what was chosen by its id (the coin by its symbol), the amount as typed.
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
   * `url` of the seller's page where it is known; `window` when the browser would not open it;
   * `end` once it is over.
   */
  | {
      readonly view: 'BuyInProgress'
      readonly purchase: Purchase
      readonly url?: string
      readonly window?: 'blocked'
      readonly end?: 'done' | 'failed'
    }
  /** `isAside`: asked while buying; the way on is back to the form as it was. */
  | { readonly view: 'WhatIsABuy'; readonly isAside?: true }
  | { readonly view: 'FundWallet' }
  | {
      readonly view: 'PayWithExchange'
      readonly exchange?: string
      readonly asset?: AssetId
      readonly amount?: string
    }
  /** `label` as typed. */
  | { readonly view: 'ChooseName'; readonly label?: string }
  /** `asking`: the wallet is asked to sign. */
  | { readonly view: 'RegisterName'; readonly name: string; readonly asking?: boolean }
  /** `isKept`: nothing was registered just now. `shown`: another name that the account goes by. */
  | {
      readonly view: 'RegisterNameSuccess'
      readonly name: string
      readonly isKept?: true
      readonly shown?: string
    }

export type ViewName = Route['view']
export type RouteOf<N extends ViewName> = Extract<Route, { readonly view: N }>

/** Whether both lead to the same view with the same contents. */
export function isSameRoute(a: Route, b: Route): boolean {
  if (a === b) return true
  const left = a as unknown as Record<string, unknown>
  const right = b as unknown as Record<string, unknown>
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key])
}
