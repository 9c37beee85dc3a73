import type {
  Chain,
  ChainId,
  FeatureFlags,
  Namespace,
  WalletFeature,
  WalletListing,
} from '@latchkey/protocol'
import type { Adapter, Proof, Stop } from '../contract/contract.ts'
import type { KitStorage } from '../contract/kit-storage.ts'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import type { Transport } from '../contract/transport.ts'
import type { KitEvent, TransactionEvent } from './event.ts'
import type { Attempt, State } from './state.ts'

export type WalletGroup =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

/** How the owner lists wallets. */
export interface WalletOptions {
  /** Ids shown first, in this order. */
  readonly featured?: readonly string[]
  /** Ids; when given, exactly these are listed. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly custom?: readonly WalletListing[]
  readonly order?: readonly WalletGroup[]
}

/** Sign-in as the owner's server wants it. */
export interface SignInPort {
  /** Fetched on intent. */
  getChallenge(): Promise<SignInChallenge>
  /** Resolves when the server accepts; throws otherwise. */
  verify(proof: Proof): Promise<void>
  signOut?(): Promise<void>
}

export interface KitOptions {
  /** Separates storage of several kits on one origin; default `default`. */
  readonly id?: string
  readonly gateway?: { readonly url: string | readonly string[]; readonly project: string }
  readonly adapters: readonly Adapter[]
  readonly transports?: readonly Transport[]
  readonly wallets?: WalletOptions
  readonly features?: Partial<FeatureFlags> & {
    readonly walletFeaturesOrder?: readonly WalletFeature[]
  }
  readonly swaps?: {
    /**
     * Contracts that make swaps, by CAIP-2 chain: bare addresses the owner trusts. Any other gets
     * exactly what one swap needs, and the visitor is told.
     */
    readonly routers: Readonly<Record<ChainId, readonly string[]>>
  }
  readonly metadata?: {
    readonly name?: string
    readonly description?: string
    readonly url?: string
    readonly icons?: readonly string[]
  }
  /** Default `localStorage`; `null` keeps nothing. */
  readonly storage?: KitStorage | null
  readonly signIn?: SignInPort
  /** Default true. */
  readonly enableReconnect?: boolean
  /** Default true. */
  readonly signOutOnDisconnect?: boolean
  /** Namespace shown first; default that of the first adapter. */
  readonly defaultNamespace?: Namespace
  /** What may be counted where `features.analytics` is on. */
  readonly analytics?: {
    /**
     * Whether the visitor agrees; default true. `setAnalyticsConsent` changes it later. Without it,
     * and always where the browser asks not to be tracked, only the initialise event is sent.
     */
    readonly consent?: boolean
  }
}

/**
 * The kit: one instance, made by the owner, first argument of every action. Nothing runs before the
 * first subscriber.
 */
export interface Kit {
  readonly id: string
  /**
   * As the owner gave them; their features with the operator's over them once `learnFeatures` knows
   * these.
   */
  readonly options: KitOptions
  readonly adapters: Readonly<Record<string, Adapter>>
  /** All chains of all adapters, in the owner's order. */
  readonly chains: readonly Chain[]
  readonly storage: KitStorage | null
  getState(): State
  /**
   * Called after every change. The first subscriber starts discovery and resuming, the last one's
   * stop ends them.
   */
  subscribe(listener: () => void): Stop
  /** Every event that changed something, after it did. Does not start anything. */
  watch(listener: (event: KitEvent, state: State, previous: State) => void): Stop
  /** Applies one named event through the pure reducers. */
  dispatch(event: KitEvent): void
  /**
   * Brings the reducer of connections or of transactions, once. Actions that ask a wallet bring the
   * first; an event of a transaction that comes before the second waits until it is loaded.
   */
  learn(kind: 'connection', reduce: (state: State, event: KitEvent) => State): void
  learn(kind: 'transaction', reduce: (state: State, event: TransactionEvent) => State): void
  /** A number no attempt of this kit has had before. */
  newAttempt(): Attempt
  /** Caches of remote answers; gone with the page. */
  readonly memory: Map<string, unknown>
}
