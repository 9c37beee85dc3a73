import type { Chain, Namespace, Origin } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import type { AuthFeatures } from './auth.ts'
import type { Features } from './features.ts'
import type { Grant, Session } from './session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'
import type { Stop } from './stop.ts'

/** Name and icon of a wallet, as one connector reports them. */
export interface WalletIdentity {
  readonly name: string
  /**
   * Icon as a `data:image/*` URL of at most 64 KiB, already validated by the adapter. Without an
   * icon, a monogram is shown.
   */
  readonly icon?: string
  /**
   * Keys that catalogues use for the wallet: rdns (EIP-6963), Wallet Standard name, WBIP path.
   * Wallets are grouped by these keys, never by an equal name alone.
   */
  readonly keys: readonly string[]
  readonly origin: Origin
  /**
   * Whether several providers on the page claim the same key. All of them are then shown, and none
   * is reconnected silently.
   */
  readonly isAmbiguous?: boolean
}

/** What the visitor must be shown while a connection is being made. */
export type Prompt =
  | {
      readonly kind: 'uri'
      readonly uri: string
      /** Time when the link expires, in milliseconds since the epoch. */
      readonly expiresAt: number
      /**
       * Query string to append to the link of a wallet that answers by links (WalletConnect link
       * mode); it carries the request.
       */
      readonly link?: string
    }
  | { readonly kind: 'window' }
  /**
   * A step of a login by email or social account; the visitor's answers are passed to
   * `Connector.auth`.
   */
  | { readonly kind: 'login'; readonly step: Exclude<LoginStep, { readonly step: 'connected' }> }

export interface ConnectRequest {
  /**
   * The kit's chains that belong to the connector's namespaces, the preferred chain of each
   * namespace first.
   */
  readonly chains: readonly Chain[]
  /**
   * Whether the wallet must show no prompt. The connector then answers from what the wallet granted
   * earlier, or throws.
   */
  readonly silent: boolean
  readonly signal: AbortSignal
  readonly onPrompt: (prompt: Prompt) => void
  readonly signIn?: SignInChallenge
  /**
   * With `silent`: the sessions from before the page reload, for a wallet that does not report its
   * accounts without a prompt.
   */
  readonly last?: readonly Session[]
  readonly together?: TogetherPrompt
}

/**
 * One prompt that connects several chain families of a wallet. It is passed to the connectors of
 * these families in turn.
 */
export interface TogetherPrompt {
  /**
   * The wallet's answer for all of its chain families. The first connector sets it, and the others
   * read it instead of asking. It is untrusted, like any answer of a wallet.
   */
  answered?: unknown
}

/** Events that a wallet sends. */
export type ConnectorEvent =
  | {
      readonly type: 'session'
      /** The new session of the namespace, with all of its fields. */
      readonly session: Session
      readonly reason: 'accounts' | 'chain' | 'expiry'
    }
  /**
   * The wallet ended the session: only its part for `namespace` when that is given, else the whole
   * session.
   */
  | {
      readonly type: 'end'
      readonly namespace?: Namespace
      readonly error?: unknown
      /**
       * Whether the wallet may only be locked. A caller that keeps watching gets a `session` event
       * once the wallet shares accounts again, or another `end` event once it is known that the
       * permission was withdrawn. Until then a silent connect throws `wallet-locked`.
       */
      readonly isLocked?: boolean
    }

/**
 * A connector: one way to reach one wallet. Only the connectors of transports, such as
 * WalletConnect, serve several namespaces.
 */
export interface Connector {
  /**
   * Id of the connector, unique in a kit and the same after reloads: `injected:io.example.wallet`.
   */
  readonly id: string
  readonly namespaces: readonly Namespace[]
  readonly wallet: WalletIdentity
  readonly features: Features
  /**
   * A key that connectors of one wallet for different chain families have in common when one prompt
   * can connect them all.
   */
  readonly together?: string
  connect(request: ConnectRequest): Promise<Grant>
  /**
   * Ends what the wallet granted for `namespaces` (default all), here and, if possible, in the
   * wallet too.
   */
  disconnect(parameters?: { readonly namespaces?: readonly Namespace[] }): Promise<void>
  watch(listener: (event: ConnectorEvent) => void): Stop
  /**
   * Makes the prompt of `connect`, such as a pairing link, ahead of the click, so that the click
   * itself can open it; `connect` then uses this prompt.
   */
  prepare?(request: Pick<ConnectRequest, 'chains' | 'signal' | 'signIn'>): Promise<Prompt>
  /** The login by email or social account; present only when such a login opens the wallet. */
  readonly auth?: AuthFeatures | undefined
}
