import type { Behavior } from '../parts/behavior.ts'
import type { WbipPersona } from './persona.ts'

export interface MockWbipWalletOptions {
  readonly persona: WbipPersona
  /** Dotted path on the page; default: the persona's. */
  readonly path?: string
  readonly name?: string
  /** Icon as a `data:image/…` URL. */
  readonly icon?: string
  /** Private keys, 32 bytes in hex; the first one is shown. Default: two well-known test keys. */
  readonly keys?: readonly string[]
  /** Network in the persona's spelling; default: its last one (regtest). */
  readonly network?: string
  /** Address of an Esplora-like server for sending; without one a made-up id is returned. */
  readonly node?: string
  /**
   * Whether wallet, answers and events are class instances with getters: no object has own
   * properties.
   */
  readonly isClass?: boolean
  /**
   * Additional or replacing requests by name: functions of the parameters and the shown account's
   * key (hex) that return a result; thrown errors become error answers.
   */
  readonly verbs?: Readonly<
    Record<string, (params: Readonly<Record<string, unknown>>, key: string) => unknown>
  >
}
export type MockWbipBehavior =
  | Behavior
  | /** The whole answer, including its envelope; it is returned unchanged. */ {
      readonly raw: unknown
    }
export interface MockWbipAddress {
  readonly address: string
  readonly publicKey: string
  readonly purpose: 'payment' | 'ordinals' | 'stacks'
}
export interface MockWbipWallet {
  /** The object on the page. */
  readonly provider: object
  /** Every request, in order. */
  readonly requests: { readonly method: string; readonly params: unknown }[]
  /** Number of requests that would have shown a prompt. */
  readonly prompts: () => number
  readonly listenerCount: () => number
  readonly isAuthorized: () => boolean
  /** Addresses of the selected account on the current network. */
  readonly addresses: () => readonly MockWbipAddress[]
  /**
   * Sets how requests of `method` are handled from now on; without a method, all requests. Even a
   * false answer comes in a valid JSON-RPC envelope.
   */
  behave(behavior: MockWbipBehavior, method?: string): void
  /**
   * Sets how the next request of `method` is handled; without a method, the next one that would
   * show a prompt. Several calls hold for as many requests, in order.
   */
  behaveOnce(behavior: MockWbipBehavior, method?: string): void
  /** Handles the oldest hanging request with `behavior`; false when none hangs. */
  release(behavior?: MockWbipBehavior): Promise<boolean>
  selectAccount(index: number): void
  /**
   * Simulates that the user switches to another network; `name` is the wallet's own name of it, as
   * in the persona's `networks`.
   */
  selectNetwork(name: string): void
  /** Simulates that the user revokes the permission. */
  revoke(): void
  emit(event: string, payload?: unknown): void
  /** Puts the wallet at its path and into its lists; the returned function removes it. */
  install(page: object): () => void
}
