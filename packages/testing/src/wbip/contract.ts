import type { Behavior } from '../parts/behavior.ts'
import type { WbipPersona } from './persona.ts'

export interface MockWbipWalletOptions {
  readonly persona: WbipPersona
  /** Dotted path of the wallet's object on the page's `window`; default: the persona's. */
  readonly path?: string
  readonly name?: string
  /** Icon as a `data:image/…` URL. */
  readonly icon?: string
  /**
   * Private keys, 32 bytes in hex each; the first one is the selected account. Default: two
   * well-known test keys.
   */
  readonly keys?: readonly string[]
  /**
   * Name of the network, as the persona spells it; default: the last of the persona's `networks`
   * (regtest).
   */
  readonly network?: string
  /**
   * URL of an Esplora-like server to which transactions are sent; without it nothing is sent, and
   * the transaction id is made up.
   */
  readonly node?: string
  /**
   * Whether wallet, answers and events are class instances without own properties, whose members
   * are getters and methods of a prototype.
   */
  readonly isClass?: boolean
  /**
   * Handlers by method name, which add to the wallet's own or replace them. A handler gets the
   * request's parameters and the selected account's key (hex), and returns the result; an error
   * that it throws becomes the error answer.
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
  /** The wallet's object on the page. */
  readonly provider: object
  /** Every request that the wallet received, in order. */
  readonly requests: { readonly method: string; readonly params: unknown }[]
  /** Number of requests for which a real wallet would have shown a prompt. */
  readonly prompts: () => number
  readonly listenerCount: () => number
  readonly isAuthorized: () => boolean
  /** Addresses of the selected account on the current network. */
  readonly addresses: () => readonly MockWbipAddress[]
  /**
   * Sets how requests of `method` are handled from now on; without a method, all requests. False
   * results too are returned in a valid JSON-RPC envelope.
   */
  behave(behavior: MockWbipBehavior, method?: string): void
  /**
   * Sets how the next request of `method` is handled; without a method, the next request that would
   * show a prompt. Each further call is for one more request, in order.
   */
  behaveOnce(behavior: MockWbipBehavior, method?: string): void
  /** Handles the oldest hanging request with `behavior`; returns false when no request hangs. */
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
  /**
   * Puts the wallet's object at its path and registers it in the page's lists; the returned
   * function removes it.
   */
  install(page: object): () => void
}
