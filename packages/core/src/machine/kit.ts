import type { Chain, ChainId, Namespace, WalletListing } from '@latchkey/protocol'
import type { Adapter } from '../contract/adapter.ts'
import type { KitStorage } from '../contract/kit-storage.ts'
import type { Proof } from '../contract/session.ts'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
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

/** The functions with which the site owner's server signs a visitor in. */
export interface SignInPort {
  /**
   * Fetches a sign-in challenge from the owner's server. It is called before the click, when the
   * visitor is likely to sign in.
   */
  getChallenge(): Promise<SignInChallenge>
  /**
   * Sends the signed proof to the owner's server. It must resolve when the server accepts the
   * proof, and throw otherwise.
   */
  verify(proof: Proof): Promise<void>
  signOut?(): Promise<void>
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
  readonly signIn?: SignInPort
  /** Whether connections are resumed after a reload; default true. */
  readonly enableReconnect?: boolean
  /** Whether disconnecting also signs the visitor out of the owner's server; default true. */
  readonly signOutOnDisconnect?: boolean
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
