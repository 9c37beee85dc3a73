import type { Activity } from '@latchkey/core'
import type { AssetId, ChainId, WalletListing } from '@latchkey/protocol'

/** Where the dialog stands: the name of a view with what the view must know. Plain data. */
export type Route =
  | { readonly view: 'Connect' }
  | { readonly view: 'ConnectWallets' }
  | { readonly view: 'AllWallets'; readonly search?: string }
  | { readonly view: 'ConnectingExternal'; readonly connector: string }
  /** One wallet with a connector per chain family; the visitor chooses the family. */
  | { readonly view: 'ConnectingMultiChain'; readonly wallet: string; readonly connectors: readonly string[] }
  /** One wallet that is not in this browser, reached over the kit's transport. */
  | { readonly view: 'ConnectingWalletConnect'; readonly wallet: WalletListing }
  /** Whichever wallet the visitor scans the code with. */
  | { readonly view: 'ConnectingWalletConnectBasic' }
  | { readonly view: 'GetWallet' }
  | { readonly view: 'Downloads'; readonly wallet: WalletListing }
  | { readonly view: 'WhatIsAWallet' }
  | { readonly view: 'WhatIsANetwork' }
  /** `named`: the verified name of that address, once it is known; the heading says it. */
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
  | { readonly view: 'Networks'; readonly search?: string }
  /** `start` when the click that led there was the visitor's word: the wallet is asked at once. */
  | { readonly view: 'SwitchNetwork'; readonly chain: ChainId; readonly start?: boolean }
  | { readonly view: 'UnsupportedChain' }
  | { readonly view: 'Receive' }
  | { readonly view: 'WalletCompatibleNetworks' }
  /** `amount` and `to` as the visitor typed them: the draft survives a walk to SendToken and back. */
  | { readonly view: 'Send'; readonly asset?: AssetId; readonly amount?: string; readonly to?: string }
  | { readonly view: 'SendToken' }
  | { readonly view: 'SendReview'; readonly id: string }
  | { readonly view: 'SendStatus'; readonly id: string }

export type ViewName = Route['view']
export type RouteOf<N extends ViewName> = Extract<Route, { readonly view: N }>

/** Views that are there with the dialog. */
export type ConnectViewName = 'Connect' | 'ConnectWallets' | 'ConnectingExternal' | 'ConnectingMultiChain'
/** Views one step further: those of wallets that are not in this browser. They come with the further chunk. */
export type FurtherViewName =
  | 'AllWallets'
  | 'ConnectingWalletConnect'
  | 'ConnectingWalletConnectBasic'
  | 'Downloads'
  | 'GetWallet'
  | 'WhatIsAWallet'
/** All others come with the account chunk. */
export type AccountViewName = Exclude<ViewName, ConnectViewName | FurtherViewName>

/** Whether both lead to the same view with the same contents. */
export function isSameRoute(a: Route, b: Route): boolean {
  if (a === b) return true
  const left = a as unknown as Record<string, unknown>
  const right = b as unknown as Record<string, unknown>
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key])
}
