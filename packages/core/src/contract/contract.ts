import type {
  AccountId,
  AccountType,
  Asset,
  AssetId,
  Chain,
  ChainId,
  ErrorCode,
  Namespace,
  Origin,
} from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import type { AuthFeatures } from './auth.ts'
import type { Delegation } from './delegation.ts'
import type { Peer } from './peer.ts'
import type { Call, Reader, ReadSource, Simulation, Transfer, TransferEstimate } from './reader.ts'
import type { RemoteSession, WireNeeds } from './remote-session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/** Ends what a start began; calling it twice does nothing. */
export type Stop = () => void

/** What a visitor sees of a wallet, as one connector reports it. */
export interface WalletIdentity {
  readonly name: string
  /**
   * `data:image/*` of at most 64 KiB, already validated by the adapter; absent means a monogram.
   */
  readonly icon?: string
  /**
   * What catalogues know it by: rdns, Wallet Standard name, WBIP path. An equal name alone never
   * groups.
   */
  readonly keys: readonly string[]
  readonly origin: Origin
  /** Several providers claim the same key: all are shown, none is resumed silently. */
  readonly isAmbiguous?: boolean
}

/** One account of a session. */
export interface SessionAccount {
  /** CAIP-10 on the session's present chain. */
  readonly account: AccountId
  readonly type: AccountType
}

/** What one namespace of a wallet has granted. Its present chain is the chain of `selected`. */
export interface Session {
  readonly namespace: Namespace
  /**
   * Chains the wallet may use; empty means it did not say. The present chain may be one the kit
   * does not know.
   */
  readonly chains: readonly ChainId[]
  /** Never empty. */
  readonly accounts: readonly SessionAccount[]
  /** One of `accounts`. */
  readonly selected: AccountId
  /**
   * The kind of account the visitor has picked among several, by core alone: it outlives chains
   * that have none of it, and reloads.
   */
  readonly picked?: AccountType
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
  /**
   * The wallet at the other end of a transport, as it says of itself; bounded, its links never
   * script.
   */
  readonly peer?: Peer
}

/** A signature that proves an account: the signed text (CAIP-122) and what the wallet returned. */
export interface Proof {
  readonly account: AccountId
  readonly message: string
  /** As the namespace spells signatures: hex on eip155, base58 on solana. */
  readonly signature: string
}

/** One prompt may open several namespaces, and sign in, at once. */
export interface Grant {
  /** Never empty, one a namespace. */
  readonly sessions: readonly Session[]
  readonly proofs?: readonly Proof[]
}

/** What the visitor must be shown while a connection is being made. */
export type Prompt =
  | {
      readonly kind: 'uri'
      readonly uri: string
      /** Milliseconds since the epoch. */
      readonly expiresAt: number
      /** Query that takes the question along in the link of a wallet that answers by links. */
      readonly link?: string
    }
  | { readonly kind: 'window' }
  /** A sign-in by email or social account: answered through `Connector.auth`. */
  | { readonly kind: 'login'; readonly step: Exclude<LoginStep, { readonly step: 'connected' }> }

export interface ConnectRequest {
  /** Configured chains of the connector's namespaces; the first of each is the one wished for. */
  readonly chains: readonly Chain[]
  /** No prompt may appear: answer from what is already granted, or throw. */
  readonly silent: boolean
  readonly signal: AbortSignal
  readonly onPrompt: (prompt: Prompt) => void
  readonly signIn?: SignInChallenge
  /**
   * With `silent`: what was granted before the page was loaded anew, for a wallet that tells
   * nothing unasked.
   */
  readonly last?: readonly Session[]
  readonly together?: TogetherPrompt
}

/** One prompt for several families of one wallet, given to its connectors one after the other. */
export interface TogetherPrompt {
  /**
   * What the first was answered for all; the others take it up instead of asking. As hostile as any
   * answer.
   */
  answered?: unknown
}

/** What a wallet tells by itself. */
export type ConnectorEvent =
  | {
      readonly type: 'session'
      /** The namespace's new session, whole. */
      readonly session: Session
      readonly reason: 'accounts' | 'chain' | 'expiry'
    }
  /** The wallet ended it: without a namespace, all of it. */
  | {
      readonly type: 'end'
      readonly namespace?: Namespace
      readonly error?: unknown
      /**
       * It may only be locked. Whoever goes on watching hears a `session` once it shares accounts
       * again, and another `end` once it is known that the permission is gone; asked silently
       * meanwhile it throws `wallet-locked`.
       */
      readonly isLocked?: boolean
    }

/**
 * What a wallet can do; capability is presence. Every method throws raw wallet errors: core maps
 * them by `adapter.explain`.
 */
export interface Features {
  signMessage?(parameters: {
    readonly account: AccountId
    readonly message: string | Uint8Array
    readonly signal: AbortSignal
  }): Promise<{ readonly signature: string }>
  signIn?(parameters: {
    readonly account: AccountId
    readonly challenge: SignInChallenge
    readonly signal: AbortSignal
  }): Promise<Proof>
  /** Switches, adding the chain first where the wallet lacks it, in one step. */
  switchChain?(parameters: {
    readonly chain: Chain
    /** What a wallet that lacks the chain is told to read it by; default the chain's own. */
    readonly rpcUrls?: readonly string[]
    readonly signal: AbortSignal
  }): Promise<void>
  transfer?(parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    /** What `estimateTransfer` answered. */
    readonly estimate?: TransferEstimate
    /** Where the chain is read, for what a wallet signs and leaves to the page to send. */
    readonly source?: ReadSource
    readonly signal: AbortSignal
  }): Promise<{
    /** Transaction hash or id. */
    readonly hash: string
    /**
     * Where the chain has one; else the last block that may hold it, where there is such a limit.
     */
    readonly nonce?: number
  }>
  /** Signs and sends a call of a contract. */
  sendCall?(parameters: {
    readonly from: AccountId
    readonly call: Call
    readonly chain: Chain
    /** What `simulate` answered. */
    readonly simulation?: Simulation
    readonly signal: AbortSignal
  }): Promise<{
    /** Transaction hash or id. */ readonly hash: string /** Where the chain has one. */
    readonly nonce?: number
  }>
  /**
   * What a transfer costs by the wallet's word, without a prompt: where it sends otherwise than the
   * account by itself would. Null where what the chain says holds.
   */
  estimateTransfer?(parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly source: ReadSource
    readonly signal?: AbortSignal
  }): Promise<TransferEstimate | null>
  /**
   * Which contract's code commands an account beside its key, by the wallet's word (EIP-7702); null
   * where none does.
   */
  readDelegation?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<Delegation | null>
  /**
   * Takes the account back from that code, by a transaction of its own that the visitor approves.
   */
  endDelegation?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<{ /** Transaction hash or id. */ readonly hash: string }>
  /**
   * EIP-5792 and its like: what the wallet says it can do, per chain, unvalidated beyond being an
   * object.
   */
  capabilities?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<Readonly<Record<ChainId, Readonly<Record<string, unknown>>>>>
  /**
   * The wallet's own RPC, for reads where nothing else is configured and for adapters' special
   * actions.
   */
  request?(parameters: {
    readonly chain: ChainId
    readonly method: string
    readonly params?: unknown
    readonly signal?: AbortSignal
  }): Promise<unknown>
}

/**
 * One way to reach one wallet. Only `walletconnect` and other transports serve several namespaces.
 */
export interface Connector {
  /** Unique in a kit, stable over reloads: `injected:io.example.wallet`. */
  readonly id: string
  readonly namespaces: readonly Namespace[]
  readonly wallet: WalletIdentity
  readonly features: Features
  /**
   * Equal for the connectors of one wallet, each of another family, that one prompt can open
   * together.
   */
  readonly together?: string
  connect(request: ConnectRequest): Promise<Grant>
  /** Ends what was granted, in the wallet too where it can; without `namespaces`, all. */
  disconnect(parameters?: { readonly namespaces?: readonly Namespace[] }): Promise<void>
  watch(listener: (event: ConnectorEvent) => void): Stop
  /**
   * Makes, on intent, what `connect` would prompt with, so that the click itself can open it;
   * `connect` then uses it.
   */
  prepare?(request: Pick<ConnectRequest, 'chains' | 'signal' | 'signIn'>): Promise<Prompt>
  /** The wallet has no app: the visitor signs in by email or a social account. */
  readonly auth?: AuthFeatures | undefined
}

/** One chain family. Adapters report; core decides. */
export interface Adapter {
  readonly namespace: Namespace
  /** Word for the family, shown where a visitor chooses one: "Ethereum". */
  readonly name: string
  /** Configured by the owner; never empty; the first is the default. */
  readonly chains: readonly Chain[]
  readonly read: Reader
  /**
   * Nodes of this family are REST servers, `rpcUrls` their bases: `ReadSource.request` takes `GET`
   * with `[path]` or `POST` with `[path, body]` (text, or an object as JSON) and resolves to the
   * JSON of the answer, or to its text.
   */
  readonly nodes?: 'rest'
  /** CAIP-19 of the native coin and its Asset. */
  nativeAsset(chain: Chain): Asset
  /** CAIP-19 id and Asset parts for a token address of this family, or null if it is none. */
  tokenId(chain: ChainId, address: string): AssetId | null
  isAddress(text: string): boolean
  /**
   * Canonical spelling for showing and comparing (EIP-55 on eip155). `text` is a valid address.
   * Cheap, synchronous.
   */
  isSameAddress(a: string, b: string): boolean
  /**
   * Reports each connector once, now or later; the stop forgets the listeners. Same id again = the
   * newer object replaces it.
   */
  discover(found: (connector: Connector) => void): Stop
  /** Makes a connector of a remote session (WalletConnect, embedded). */
  remote?(session: RemoteSession): Promise<Connector>
  /**
   * What `remote` needs of its wire; a transport asks wallets for exactly that. Loaded by whoever
   * has a transport.
   */
  wire?(): Promise<WireNeeds>
  explain(error: unknown): ErrorCode
}
