import type { Chain, Namespace } from '@latchkey/protocol'
import type { AuthFeatures } from './auth.ts'
import type { Connector, Prompt, Proof, WalletIdentity } from './contract.ts'
import type { KitStorage } from './kit-storage.ts'
import type { RemoteSession, WireNeeds } from './remote-session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/** What a transport knows of the kit that it serves. */
export interface TransportContext {
  /** Id of the kit: part of every key in storage. */
  readonly kit: string
  readonly storage: KitStorage | null
  /** Of the page, as the owner wrote it. */
  readonly metadata: {
    readonly name?: string
    readonly description?: string
    readonly url?: string
    readonly icons?: readonly string[]
  }
  /** What to ask wallets for, a namespace each; empty where the kit has no adapter. */
  readonly needs: Readonly<Partial<Record<Namespace, WireNeeds>>>
}

export interface TransportRequest {
  readonly context: TransportContext
  readonly chains: readonly Chain[]
  readonly signal: AbortSignal
  readonly signIn?: SignInChallenge
  /**
   * A challenge of its own for each later prompt: the owner's server may have forgotten the first.
   */
  readonly renewSignIn?: () => Promise<SignInChallenge>
}

/**
 * Gives remote sessions to any adapter. Its connector stands shortly after the first subscriber:
 * pages without one pay nothing.
 */
export interface Transport {
  /** Unique in a kit: `walletConnect`. */
  readonly id: string
  readonly wallet: WalletIdentity
  /** Namespaces of `raw`, for kits without an adapter. */
  readonly namespaces?: readonly Namespace[]
  /**
   * Begins to fetch the code that the rest needs, while core makes the context; no socket, nothing
   * thrown.
   */
  load?(): void
  /**
   * Prompts at once with what `prepare` made, else with what it makes now; again whenever that is
   * renewed.
   */
  start(
    request: TransportRequest & { readonly onPrompt: (prompt: Prompt) => void },
  ): Promise<{ readonly session: RemoteSession; readonly proofs?: readonly Proof[] }>
  /**
   * Makes the prompt on intent; the same one again while it lives. The signal ends the asking, not
   * what was made.
   */
  prepare?(request: TransportRequest): Promise<Prompt>
  /**
   * Whether a handshake of an earlier page of this site may still be answered. Cheap, synchronous,
   * no network.
   */
  isWaiting?(context: Pick<TransportContext, 'kit' | 'storage'>): boolean
  /**
   * Live sessions kept from before; no prompt, no network beyond what a live session needs. With
   * none, a handshake that waits is waited for until it is answered, expires (then: none), or
   * `signal` says so.
   */
  restore(context: TransportContext, signal: AbortSignal): Promise<readonly RemoteSession[]>
  /** A connector of its own for kits without an adapter. */
  raw?(session: RemoteSession): Connector
  /** Given on by its connector. */
  readonly auth?: AuthFeatures
}
