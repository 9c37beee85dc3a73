import type { AccountId, ChainId } from '@latchkey/protocol'
import type { Hex32, Incoming, Metadata, Relay } from '@latchkey/walletconnect/parts'
import type { WalletConnectBehavior } from './behavior.ts'

export interface WalletConnectWalletOptions {
  /** Addresses; a pairing is followed on all of them. */
  readonly relays: readonly string[]
  /** Default: the platform's. */
  readonly WebSocket?: typeof globalThis.WebSocket
  /** CAIP-10; granted on the chains that the page asks for. */
  readonly accounts: readonly AccountId[]
  readonly metadata?: Metadata
  /** Of everything, from the start; default `approve`. */
  readonly behavior?: WalletConnectBehavior
  /** Result of a request; what it throws is answered as the error. Default: `0x`. */
  readonly sign?: (request: {
    readonly chain: ChainId
    readonly method: string
    readonly params: unknown
  }) => unknown
  /**
   * Signs the text of a one-click sign-in; without it the wallet knows none, and the page's plain
   * proposal counts.
   */
  readonly signIn?: (text: string, account: AccountId) => string | Promise<string>
}

export interface WalletConnectSession {
  readonly topic: Hex32
  readonly symKey: Hex32
  readonly relay: Relay
}

/** A wallet at the other end of a relay, that does as it is told. */
export interface WalletConnectWallet {
  /** What the page has asked, in order, with its params as they came. */
  readonly heard: readonly Incoming[]
  pair(link: string): Promise<void>
  /**
   * Of everything, or of one method: `wc_sessionPropose`, `wc_sessionAuthenticate`, `personal_sign`
   * …
   */
  behave(behavior: WalletConnectBehavior, method?: string): void
  /** Meets the oldest thing left hanging; false when there is none. */
  release(behavior?: WalletConnectBehavior): Promise<boolean>
  /** Sessions approved and not ended. */
  sessions(): readonly WalletConnectSession[]
  /**
   * Asks the page of the latest session: `wc_sessionPing`, `wc_sessionUpdate` …; its error is
   * thrown as it came.
   */
  ask(method: string, params: unknown): Promise<unknown>
  /** Tells it what nobody answers: `wc_sessionEvent` … */
  tell(method: string, params: unknown): Promise<void>
  emit(chain: ChainId, name: string, data: unknown): Promise<void>
  update(namespaces: object): Promise<unknown>
  extend(): Promise<unknown>
  /** Ends the latest session. */
  end(): Promise<void>
  /**
   * As a phone whose browser lies in the background: no socket, nothing heard, nothing forgotten.
   */
  sleep(): void
  wake(): Promise<void>
  close(): void
}
