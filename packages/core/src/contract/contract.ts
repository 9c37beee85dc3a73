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

/** Ends a subscription or a process; a second call does nothing. */
export type Stop = () => void

/** Name and icon of a wallet, as one connector reports them. */
export interface WalletIdentity {
  readonly name: string
  /**
   * `data:image/*` of at most 64 KiB, already validated by the adapter; absent means a monogram.
   */
  readonly icon?: string
  /**
   * Keys that catalogues use for the wallet: rdns, Wallet Standard name, WBIP path. An equal name
   * alone never groups two wallets.
   */
  readonly keys: readonly string[]
  readonly origin: Origin
  /** Whether several providers claim the same key: all are shown, none is resumed silently. */
  readonly isAmbiguous?: boolean
}

/** One account of a session. */
export interface SessionAccount {
  /** CAIP-10 on the session's present chain. */
  readonly account: AccountId
  readonly type: AccountType
}

/** What a wallet granted for one namespace. Its present chain is the chain of `selected`. */
export interface Session {
  readonly namespace: Namespace
  /**
   * Chains the wallet may use; empty means the wallet did not list them. The present chain may be
   * one that the kit does not know.
   */
  readonly chains: readonly ChainId[]
  /** The accounts that the wallet granted; never empty. */
  readonly accounts: readonly SessionAccount[]
  /** The account that is shown and used; one of `accounts`. */
  readonly selected: AccountId
  /**
   * The kind of account that the visitor chose among several; only core sets it. It is kept through
   * chains that have no such account, and through reloads.
   */
  readonly picked?: AccountType
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
  /**
   * The wallet at the other end of a transport, as it describes itself. Lengths are limited, and
   * its links never run script.
   */
  readonly peer?: Peer
}

/** A signature that proves an account: the signed text (CAIP-122) and what the wallet returned. */
export interface Proof {
  readonly account: AccountId
  readonly message: string
  /** The signature in the usual form of the namespace: hex on eip155, base58 on solana. */
  readonly signature: string
}

/** What one prompt granted: it may open several namespaces and sign in at once. */
export interface Grant {
  /** Never empty; one session for each namespace. */
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
      /**
       * Query string to add to the link of a wallet that answers by links; it carries the request.
       */
      readonly link?: string
    }
  | { readonly kind: 'window' }
  /** A login by email or social account; the answers go through `Connector.auth`. */
  | { readonly kind: 'login'; readonly step: Exclude<LoginStep, { readonly step: 'connected' }> }

export interface ConnectRequest {
  /** The kit's chains of the connector's namespaces, the preferred one of each first. */
  readonly chains: readonly Chain[]
  /** Whether no prompt may appear: the connector then answers from earlier grants, or throws. */
  readonly silent: boolean
  readonly signal: AbortSignal
  readonly onPrompt: (prompt: Prompt) => void
  readonly signIn?: SignInChallenge
  /**
   * With `silent`: the sessions from before the page was reloaded, for a wallet that reports
   * nothing without a prompt.
   */
  readonly last?: readonly Session[]
  readonly together?: TogetherPrompt
}

/** One prompt for several chain families of a wallet, passed to its connectors in turn. */
export interface TogetherPrompt {
  /**
   * The wallet's answer for all families. The first connector sets it, and the others read it
   * instead of asking. Untrusted, like any answer of a wallet.
   */
  answered?: unknown
}

/** Events that a wallet sends. */
export type ConnectorEvent =
  | {
      readonly type: 'session'
      /** The complete new session of the namespace. */
      readonly session: Session
      readonly reason: 'accounts' | 'chain' | 'expiry'
    }
  /** The wallet ended the session: without a namespace, all of it. */
  | {
      readonly type: 'end'
      readonly namespace?: Namespace
      readonly error?: unknown
      /**
       * Whether the wallet may only be locked. A caller that keeps watching gets a `session` once
       * the wallet shares accounts again, and another `end` once the permission is known to be
       * gone; a silent connect meanwhile throws `wallet-locked`.
       */
      readonly isLocked?: boolean
    }

/**
 * What a wallet can do: a feature is supported when its method is present. Every method throws raw
 * wallet errors; core maps them by `adapter.explain`.
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
  /** Switches the chain in one step; a wallet that does not know the chain adds it first. */
  switchChain?(parameters: {
    readonly chain: Chain
    /** Node URLs given to a wallet that has to add the chain; default the chain's own. */
    readonly rpcUrls?: readonly string[]
    readonly signal: AbortSignal
  }): Promise<void>
  transfer?(parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    /** The answer of `estimateTransfer`. */
    readonly estimate?: TransferEstimate
    /** Where to read the chain, for a wallet that only signs and leaves the sending to the page. */
    readonly source?: ReadSource
    readonly signal: AbortSignal
  }): Promise<{
    /** Transaction hash or id. */
    readonly hash: string
    /**
     * The nonce, on a chain that has one; else the last block that may include the transaction,
     * when there is such a limit.
     */
    readonly nonce?: number
  }>
  /** Signs and sends a call of a contract. */
  sendCall?(parameters: {
    readonly from: AccountId
    readonly call: Call
    readonly chain: Chain
    /** The answer of `simulate`. */
    readonly simulation?: Simulation
    readonly signal: AbortSignal
  }): Promise<{
    /** Transaction hash or id. */
    readonly hash: string
    /** The nonce, on a chain that has one. */
    readonly nonce?: number
  }>
  /**
   * What a transfer costs according to the wallet, without a prompt, for a wallet that sends in
   * another way than a plain account. Null when the chain's own estimate is right.
   */
  estimateTransfer?(parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly source: ReadSource
    readonly signal?: AbortSignal
  }): Promise<TransferEstimate | null>
  /**
   * Which contract's code commands an account beside its key, as the wallet reports it (EIP-7702);
   * null when there is none.
   */
  readDelegation?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<Delegation | null>
  /** Ends the delegation by a transaction of the account, which the visitor approves. */
  endDelegation?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<{ /** Transaction hash or id. */ readonly hash: string }>
  /**
   * EIP-5792 and similar: the capabilities that the wallet reports for each chain. Checked only for
   * being an object.
   */
  capabilities?(parameters: {
    readonly account: AccountId
    readonly signal: AbortSignal
  }): Promise<Readonly<Record<ChainId, Readonly<Record<string, unknown>>>>>
  /**
   * The wallet's own RPC, for reads when no node is configured, and for special actions of
   * adapters.
   */
  request?(parameters: {
    readonly chain: ChainId
    readonly method: string
    readonly params?: unknown
    readonly signal?: AbortSignal
  }): Promise<unknown>
}

/**
 * One way to reach one wallet. Only transports, such as `walletconnect`, serve several namespaces.
 */
export interface Connector {
  /** Unique in a kit, the same after reloads: `injected:io.example.wallet`. */
  readonly id: string
  readonly namespaces: readonly Namespace[]
  readonly wallet: WalletIdentity
  readonly features: Features
  /**
   * Connectors of one wallet for different chain families have the same value here when one prompt
   * can connect them all.
   */
  readonly together?: string
  connect(request: ConnectRequest): Promise<Grant>
  /** Ends the grants, in the wallet too when it can; without `namespaces` all of them. */
  disconnect(parameters?: { readonly namespaces?: readonly Namespace[] }): Promise<void>
  watch(listener: (event: ConnectorEvent) => void): Stop
  /**
   * Makes the prompt of `connect` ahead of the click, so that the click itself can open it;
   * `connect` then uses it.
   */
  prepare?(request: Pick<ConnectRequest, 'chains' | 'signal' | 'signIn'>): Promise<Prompt>
  /** Present when the wallet has no app and the visitor logs in by email or social account. */
  readonly auth?: AuthFeatures | undefined
}

/** One chain family. An adapter reports; core decides. */
export interface Adapter {
  readonly namespace: Namespace
  /** Name of the family, shown when a visitor chooses one: "Ethereum". */
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
  /** The chain's native coin as an Asset, with its CAIP-19 id. */
  nativeAsset(chain: Chain): Asset
  /** CAIP-19 id and Asset parts for a token address of this family, or null if it is invalid. */
  tokenId(chain: ChainId, address: string): AssetId | null
  isAddress(text: string): boolean
  /**
   * Canonical spelling for showing and comparing (EIP-55 on eip155). `text` is a valid address.
   * Cheap, synchronous.
   */
  isSameAddress(a: string, b: string): boolean
  /**
   * Reports each connector once, now or later; the returned stop removes the listeners. A connector
   * with an id that was reported before replaces the earlier one.
   */
  discover(onFound: (connector: Connector) => void): Stop
  /** Makes a connector of a remote session (WalletConnect, embedded). */
  remote?(session: RemoteSession): Promise<Connector>
  /**
   * What `remote` needs from the wallet: a transport asks wallets for exactly this. Only kits with
   * a transport load it.
   */
  wire?(): Promise<WireNeeds>
  explain(error: unknown): ErrorCode
}
