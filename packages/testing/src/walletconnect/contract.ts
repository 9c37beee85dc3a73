import type { AccountId, ChainId } from '@latchkey/protocol'
import type { Hex32, Incoming, Metadata, Relay } from '@latchkey/walletconnect/parts'
import type { WalletConnectBehavior } from './behavior.ts'

export interface WalletConnectWalletOptions {
  /** URLs of WalletConnect relays; the wallet listens for a pairing on all of them. */
  readonly relays: readonly string[]
  /** WebSocket class; default: the platform's. */
  readonly WebSocket?: typeof globalThis.WebSocket
  /** CAIP-10 ids of the wallet's accounts. It grants those on chains that the page requests. */
  readonly accounts: readonly AccountId[]
  readonly metadata?: Metadata
  /** How proposals and requests are handled at first; default `approve`. */
  readonly behavior?: WalletConnectBehavior
  /**
   * Returns the result of a request; an error that it throws is sent to the page. By default the
   * result is `0x`.
   */
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
   * Signs the text of a one-click sign-in (`wc_sessionAuthenticate`). Without this function the
   * wallet does not support one-click sign-in, and answers the page's session proposal instead.
   */
  readonly signIn?: (text: string, account: AccountId) => string | Promise<string>
}

export interface WalletConnectSession {
  readonly topic: Hex32
  readonly symKey: Hex32
  readonly relay: Relay
}

/** The controls of a simulated WalletConnect wallet. */
export interface WalletConnectWallet {
  /** Requests of the page in order, with their original params. */
  readonly heard: readonly Incoming[]
  pair(link: string): Promise<void>
  /**
   * Sets how everything is handled from now on, or one method such as `wc_sessionPropose`,
   * `wc_sessionAuthenticate` or `personal_sign`.
   */
  behave(behavior: WalletConnectBehavior, method?: string): void
  /**
   * Sets how the next request of `method` is handled; without a method, the next request that would
   * show a prompt. Each further call is for one more request, in order.
   */
  behaveOnce(behavior: WalletConnectBehavior, method?: string): void
  /**
   * Handles the oldest hanging request with `behavior`; resolves to false when no request hangs.
   */
  release(behavior?: WalletConnectBehavior): Promise<boolean>
  /** Approved sessions that have not ended. */
  sessions(): readonly WalletConnectSession[]
  /**
   * Sends a request such as `wc_sessionPing` or `wc_sessionUpdate` to the page of the latest
   * session. An error answer is thrown unchanged.
   */
  ask(method: string, params: unknown): Promise<unknown>
  /** Sends a request such as `wc_sessionEvent` to the page without waiting for an answer. */
  tell(method: string, params: unknown): Promise<void>
  emit(chain: ChainId, name: string, data: unknown): Promise<void>
  update(namespaces: object): Promise<unknown>
  extend(): Promise<unknown>
  /** Ends the latest session. */
  end(): Promise<void>
  /**
   * Simulates that the wallet app goes to the background: it has no socket and gets no messages,
   * but keeps its state.
   */
  sleep(): void
  wake(): Promise<void>
  close(): void
}
