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
  /** The wallet ended the session: the given namespace of it, or the whole session without one. */
  | {
      readonly type: 'end'
      readonly namespace?: Namespace
      readonly error?: unknown
      /**
       * Whether the wallet may only be locked. A caller that keeps watching gets a `session` once
       * the wallet shares accounts again, and another `end` once it is known that the permission
       * was withdrawn; a silent connect before that throws `wallet-locked`.
       */
      readonly isLocked?: boolean
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
  /** Ends the grants of `namespaces` (default all), here and, if possible, in the wallet too. */
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
