import type { Chain, ChainId, Namespace, WalletListing } from '@latchkey/protocol'
import type { Adapter } from '../contract/adapter.ts'
import type { KitStorage } from '../contract/kit-storage.ts'
import type { SignInProvider } from '../contract/sign-in-provider.ts'
import type { Stop } from '../contract/stop.ts'
import type { Transport } from '../contract/transport.ts'
import type { KitEvent } from './event.ts'
import type { Inside, inside } from './inside.ts'
import type { KitFeatures, State } from './state.ts'

export type WalletGroup =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

/** How the owner orders and filters the list of wallets. */
export interface WalletOptions {
  /** Ids of the wallets to show first, in this order. */
  readonly featured?: readonly string[]
  /** Ids of the wallets to list; when given, no other wallet is listed. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly custom?: readonly WalletListing[]
  readonly order?: readonly WalletGroup[]
}

/** How visitors sign in to the owner's server with their wallet. */
export interface SignInOptions {
  /**
   * The server that visitors sign in to. The default is the sign-in of the kit's gateway, which the
   * gateway's operator has to switch on.
   */
  readonly provider?: SignInProvider
  /**
   * Whether a connection requires a sign-in. If so, a visitor who refuses to sign in is
   * disconnected, and the dialog's sign-in view cannot be closed. Default false: a visitor who
   * refuses stays connected.
   */
  readonly required?: boolean
  /**
   * What happens when the wallet changes to an account that the session does not name. The visitor
   * is signed out in either case; with `ask` the dialog then asks for a sign-in with the new
   * account. Default `sign-out`.
   */
  readonly onAccountChange?: 'sign-out' | 'ask'
  /**
   * What happens when the wallet changes its chain. With `ask` a session is good for one chain
   * only: the visitor is signed out, and the dialog asks for a sign-in on the new chain. Default
   * `ignore`.
   */
  readonly onChainChange?: 'ignore' | 'ask'
  /** Whether the session ends when the account that signed in is disconnected. Default true. */
  readonly signOutOnDisconnect?: boolean
}

export interface KitOptions<Id extends ChainId = ChainId> {
  /**
   * Id of the kit, which separates the storage of several kits on one origin; default `default`.
   */
  readonly id?: string
  readonly gateway?: { readonly url: string | readonly string[]; readonly project: string }
  readonly adapters: readonly Adapter<Id>[]
  readonly transports?: readonly Transport[]
  readonly wallets?: WalletOptions
  /**
   * The features as the site owner sets them; `State.features` has the features that actually
   * apply.
   */
  readonly features?: KitFeatures
  readonly swaps?: {
    /**
     * By CAIP-2 chain, the contracts that the site owner trusts to make swaps, as addresses without
     * their chain. Any other contract gets an approval only for the amount of one swap, and the
     * visitor is warned.
     */
    readonly routers: Readonly<Record<ChainId, readonly string[]>>
  }
  readonly metadata?: {
    readonly name?: string
    readonly description?: string
    readonly url?: string
    readonly icons?: readonly string[]
  }
  /** Where the kit stores its data; default `localStorage`. With `null` nothing is stored. */
  readonly storage?: KitStorage | null
  /**
   * How visitors sign in with their wallet to the owner's server, or with `{}` to the kit's
   * gateway. Without this option visitors do not sign in, unless the operator of the gateway has
   * switched the sign-in on.
   */
  readonly signIn?: SignInOptions
  /** Whether connections are resumed after a reload; default true. */
  readonly enableReconnect?: boolean
  /** Namespace (chain family) that is shown first; default that of the first adapter. */
  readonly defaultNamespace?: Namespace
  /** What analytics may send when `features.analytics` is on. */
  readonly analytics?: {
    /**
     * Whether the visitor consents; default true. `setAnalyticsConsent` changes it later. Without
     * consent, and always when the browser asks not to be tracked, only the initialise event is
     * sent.
     */
    readonly consent?: boolean
  }
}

/**
 * The kit: the site owner makes one instance and passes it to every action. It runs nothing before
 * the first subscriber. `Id` is the type of its chains' CAIP-2 ids: `'eip155:1' | 'eip155:8453'`.
 */
export interface Kit<Id extends ChainId = ChainId> {
  readonly id: string
  /** The options that the site owner passed, unchanged. */
  readonly options: KitOptions<Id>
  readonly adapters: Readonly<Record<string, Adapter>>
  /** All chains of all adapters, in the owner's order. */
  readonly chains: readonly Chain<Id>[]
  readonly storage: KitStorage | null
  getState(): State
  /**
   * Adds a listener that is called after every change of the state. The first subscriber makes the
   * kit look for wallets and resume sessions; both end when the last one unsubscribes.
   */
  subscribe(listener: () => void): Stop
  /**
   * Adds a listener for every event that changed the state; it is called after the change. It does
   * not make the kit look for wallets.
   */
  watch(listener: (event: KitEvent, state: State, previous: State) => void): Stop
  /** Members that only the packages of this repository use. */
  readonly [inside]: Inside
}
