import type { AccountId, ChainId } from '@latchkey/protocol'
import type { Hex32, Incoming, Metadata, Relay } from '@latchkey/walletconnect/parts'
import type { WalletConnectBehavior } from './behavior.ts'

export interface WalletConnectWalletOptions {
  /** Relay addresses; the wallet listens to a pairing on all of them. */
  readonly relays: readonly string[]
  /** WebSocket class; default: the platform's. */
  readonly WebSocket?: typeof globalThis.WebSocket
  /** CAIP-10 accounts, granted on the chains that the page requests. */
  readonly accounts: readonly AccountId[]
  readonly metadata?: Metadata
  /** Initial behaviour for everything; default `approve`. */
  readonly behavior?: WalletConnectBehavior
  /** Returns the result of a request; a thrown error becomes the error answer. Default: `0x`. */
  readonly sign?: (request: {
    readonly chain: ChainId
    readonly method: string
    readonly params: unknown
  }) => unknown
  /** Called with each request of a session when it arrives, before it is handled. */
  readonly onRequest?: (request: {
    readonly chain: ChainId
    readonly method: string
    readonly params: unknown
  }) => void
  /**
   * Signs the text of a one-click sign-in. Without this function the wallet supports no such
   * sign-in, and answers the page's proposal instead.
   */
  readonly signIn?: (text: string, account: AccountId) => string | Promise<string>
}

export interface WalletConnectSession {
  readonly topic: Hex32
  readonly symKey: Hex32
  readonly relay: Relay
}

/** A wallet on the other side of a relay that follows the set behaviour. */
export interface WalletConnectWallet {
  /** Requests of the page in order, with their original params. */
  readonly heard: readonly Incoming[]
  pair(link: string): Promise<void>
  /**
   * Sets the behaviour for everything, or for one method: `wc_sessionPropose`,
   * `wc_sessionAuthenticate`, `personal_sign` …
   */
  behave(behavior: WalletConnectBehavior, method?: string): void
  /**
   * Sets how the next request of `method` is handled; without a method, the next one that would
   * show a prompt. Several calls hold for as many requests, in order.
   */
  behaveOnce(behavior: WalletConnectBehavior, method?: string): void
  /** Handles the oldest hanging request; false when there is none. */
  release(behavior?: WalletConnectBehavior): Promise<boolean>
  /** Sessions that are approved and not ended. */
  sessions(): readonly WalletConnectSession[]
  /**
   * Sends a request to the page of the latest session: `wc_sessionPing`, `wc_sessionUpdate` …; its
   * error is thrown unchanged.
   */
  ask(method: string, params: unknown): Promise<unknown>
  /** Sends a message without an answer to the page: `wc_sessionEvent` … */
  tell(method: string, params: unknown): Promise<void>
  emit(chain: ChainId, name: string, data: unknown): Promise<void>
  update(namespaces: object): Promise<unknown>
  extend(): Promise<unknown>
  /** Ends the latest session. */
  end(): Promise<void>
  /**
   * Behaves like a phone with its browser in the background: no socket, no messages, but all state
   * is kept.
   */
  sleep(): void
  wake(): Promise<void>
  close(): void
}
