import type { Chain, Namespace } from '@latchkey/protocol'
import type { AuthFeatures } from './auth.ts'
import type { Connector, Prompt, WalletIdentity } from './connector.ts'
import type { KitStorage } from './kit-storage.ts'
import type { RemoteSession, WireNeeds } from './remote-session.ts'
import type { Proof } from './session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/** What core tells a transport about the kit that uses it. */
export interface TransportContext {
  /** Id of the kit, which is part of every storage key. */
  readonly kit: string
  readonly storage: KitStorage | null
  /** Name, description, URL and icons of the page, as the site owner wrote them. */
  readonly metadata: {
    readonly name?: string
    readonly description?: string
    readonly url?: string
    readonly icons?: readonly string[]
  }
  /** The methods and events to ask wallets for, by namespace; empty when the kit has no adapter. */
  readonly needs: Readonly<Partial<Record<Namespace, WireNeeds>>>
}

export interface TransportRequest {
  readonly context: TransportContext
  readonly chains: readonly Chain[]
  readonly signal: AbortSignal
  readonly signIn?: SignInChallenge
  /**
   * Fetches a new sign-in challenge for each later prompt, because the owner's server may have
   * deleted the first challenge.
   */
  readonly renewSignIn?: () => Promise<SignInChallenge | undefined>
}

/**
 * A way to reach wallets outside of the page, such as WalletConnect. It gives remote sessions to
 * the adapters of all chain families. Its connector is made shortly after the kit's first
 * subscriber, so that pages without a subscriber load nothing.
 */
export interface Transport {
  /** Id of the transport, unique in a kit: `walletConnect`. */
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
   * Starts a connection. Calls `onPrompt` at once with the prompt that `prepare` made, or else with
   * a new one, and again whenever the prompt is renewed.
   */
  start(
    request: TransportRequest & { readonly onPrompt: (prompt: Prompt) => void },
  ): Promise<{ readonly session: RemoteSession; readonly proofs?: readonly Proof[] }>
  /**
   * Makes the prompt of a connection ahead of the click; returns the same prompt while it is valid.
   * The signal ends this call only: the prompt stays valid.
   */
  prepare?(request: TransportRequest): Promise<Prompt>
  /**
   * Returns whether a wallet may still answer a connection request that an earlier page of this
   * site has made. Must be synchronous and fast, without network requests.
   */
  isWaiting?(context: Pick<TransportContext, 'kit' | 'storage'>): boolean
  /**
   * Returns the valid sessions from storage, without a prompt, and without network requests other
   * than those that these sessions need. When there is none, but an earlier connection request is
   * unanswered, it waits until the wallet answers, the request expires (then the list is empty), or
   * `signal` aborts.
   */
  restore(context: TransportContext, signal: AbortSignal): Promise<readonly RemoteSession[]>
  /** Makes a connector that works without an adapter, for kits that have none. */
  raw?(session: RemoteSession): Connector
  /**
   * The login by email or social account, when the transport offers one; the transport's connector
   * has the same field.
   */
  readonly auth?: AuthFeatures
}
