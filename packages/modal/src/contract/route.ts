import type { Activity, SwapDraft, SwapSide } from '@latchkey/core'
import type {
  AccountId,
  AssetId,
  ChainId,
  Namespace,
  Social,
  WalletListing,
} from '@latchkey/protocol'

/** The fee that Max keeps back from the coin, and how it was estimated. */
export interface KeptFee {
  /** Base units of the coin. */
  readonly amount: bigint
  /** True where no swap could be simulated, so that the fee is a multiple of a transfer's fee. */
  readonly isRough: boolean
}

/**
 * A purchase or deposit in progress, with what is needed to read its status, after a reload too. It
 * has no address of the seller's page, because that may give access to whoever has it.
 */
export interface Purchase {
  /**
   * Id to read the status: of an order, or of an exchange session; empty when no status can be
   * read.
   */
  readonly id: string
  readonly kind: 'order' | 'deposit'
  /** Id of the seller or the exchange. */
  readonly seller: string
  readonly name: string
  readonly isSandbox: boolean
  readonly symbol: string
  /** CAIP-10 of the receiver. */
  readonly account: AccountId
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /**
   * Milliseconds since the epoch: when the visitor left this page for the seller's; absent once
   * back.
   */
  readonly leftAt?: number
}

/** What the dialog shows: the name of a view with its parameters. Plain data. */
export type Route =
  | { readonly view: 'Connect' }
  | { readonly view: 'ConnectWallets' }
  | { readonly view: 'AllWallets'; readonly search?: string }
  /** Wallets of one chain family; a page opens this view itself. */
  | { readonly view: 'ConnectFamily'; readonly namespace: Namespace }
  | { readonly view: 'ConnectingExternal'; readonly connector: string }
  /** One wallet with a connector for each chain family; the visitor chooses the family. */
  | {
      readonly view: 'ConnectingMultiChain'
      readonly wallet: string
      readonly connectors: readonly string[]
    }
  /** One wallet that is not in this browser, reached through the kit's transport. */
  | { readonly view: 'ConnectingWalletConnect'; readonly wallet: WalletListing }
  /** Any wallet, by a QR code. */
  | { readonly view: 'ConnectingWalletConnectBasic' }
  /** All social logins that the owner offers. */
  | { readonly view: 'ConnectSocials' }
  | { readonly view: 'EmailLogin' }
  /**
   * `connector` is the one for login by email. The attempt continues while another view with the
   * same connector is shown.
   */
  | { readonly view: 'EmailVerifyOtp'; readonly connector: string; readonly email: string }
  | { readonly view: 'EmailVerifyDevice'; readonly connector: string; readonly email: string }
  | {
      readonly view: 'ConnectingSocial'
      readonly connector: string
      readonly social: Exclude<Social, 'farcaster'>
    }
  | { readonly view: 'ConnectingFarcaster'; readonly connector: string }
  /** Logged in, but the wallet must be recovered on this device. */
  | { readonly view: 'EmailRecover'; readonly connector: string }
  | { readonly view: 'UpdateEmailWallet' }
  /** The code of the present address, then the code of the new one. */
  | { readonly view: 'UpdateEmailPrimaryOtp' }
  | { readonly view: 'UpdateEmailSecondaryOtp' }
  /**
   * The owner asks connected visitors for an email address; `email` is the address as typed, when
   * the visitor returns to change it.
   */
  | {
      readonly view: 'DataCapture'
      readonly connector: string
      readonly account: AccountId
      readonly email?: string
    }
  /**
   * `uuid`: id to confirm the code with; another code may be mailed from `resendAt` on,
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
  /** A request waits for the visitor in the vault. */
  | { readonly view: 'ApproveTransaction' }
  | { readonly view: 'GetWallet' }
  | { readonly view: 'Downloads'; readonly wallet: WalletListing }
  | { readonly view: 'WhatIsAWallet' }
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
      readonly kept?: KeptFee
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

export type ViewName = Route['view']
export type RouteOf<N extends ViewName> = Extract<Route, { readonly view: N }>

/** Whether two routes have the same view with the same parameters. */
export function isSameRoute(a: Route, b: Route): boolean {
  if (a === b) return true
  const left = a as unknown as Record<string, unknown>
  const right = b as unknown as Record<string, unknown>
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key])
}
