import type { Chain, Namespace } from '@latchkey/protocol'
import type { AuthFeatures } from './auth.ts'
import type { Connector, Prompt, WalletIdentity } from './connector.ts'
import type { KitStorage } from './kit-storage.ts'
import type { RemoteSession, WireNeeds } from './remote-session.ts'
import type { Proof } from './session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/** What a transport knows of its kit. */
export interface TransportContext {
  /** Id of the kit, which is part of every storage key. */
  readonly kit: string
  readonly storage: KitStorage | null
  /** Metadata of the page, as the owner wrote it. */
  readonly metadata: {
    readonly name?: string
    readonly description?: string
    readonly url?: string
    readonly icons?: readonly string[]
  }
  /** What to ask wallets for, by namespace; empty when the kit has no adapter. */
  readonly needs: Readonly<Partial<Record<Namespace, WireNeeds>>>
}

export interface TransportRequest {
  readonly context: TransportContext
  readonly chains: readonly Chain[]
  readonly signal: AbortSignal
  readonly signIn?: SignInChallenge
  /**
   * Fetches a new challenge for each later prompt, because the owner's server may have deleted the
   * first.
   */
  readonly renewSignIn?: () => Promise<SignInChallenge | undefined>
}

/**
 * Gives remote sessions to any adapter. Its connector is made shortly after the first subscriber,
 * so that pages without a subscriber load nothing.
 */
export interface Transport {
  /** Unique in a kit: `walletConnect`. */
  readonly id: string
  readonly wallet: WalletIdentity
  /** Namespaces of the connector that `raw` makes, for kits without an adapter. */
  readonly namespaces?: readonly Namespace[]
  /**
   * Starts to load the code that the other methods need, while core builds the context. It opens no
   * socket and throws nothing.
   */
  load?(): void
  /**
   * Calls `onPrompt` at once with the prompt that `prepare` made, or else with a new one, and again
   * whenever the prompt is renewed.
   */
  start(
    request: TransportRequest & { readonly onPrompt: (prompt: Prompt) => void },
  ): Promise<{ readonly session: RemoteSession; readonly proofs?: readonly Proof[] }>
  /**
   * Makes the prompt ahead of the click; answers the same one while it is valid. The signal ends
   * this call, not the prompt.
   */
  prepare?(request: TransportRequest): Promise<Prompt>
  /**
   * Whether the wallet may still answer a connection request that an earlier page of this site has
   * made. Cheap, synchronous, no network.
   */
  isWaiting?(context: Pick<TransportContext, 'kit' | 'storage'>): boolean
  /**
   * Valid sessions from storage; no prompt, and no network beyond what these sessions need. When
   * there is none, but an earlier connection request is unanswered, waits until the wallet answers,
   * the request expires (then the list is empty), or `signal` aborts.
   */
  restore(context: TransportContext, signal: AbortSignal): Promise<readonly RemoteSession[]>
  /** Makes a connector without an adapter, for kits that have none. */
  raw?(session: RemoteSession): Connector
  /**
   * Present when the visitor logs in by email or social account; the transport's connector has the
   * same field.
   */
  readonly auth?: AuthFeatures
}
