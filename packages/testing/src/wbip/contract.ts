import type { Behavior } from '../parts/behavior.ts'
import type { WbipPersona } from './persona.ts'

export interface MockWbipWalletOptions {
  readonly persona: WbipPersona
  /** Dotted path it stands at; default the persona's. */
  readonly path?: string
  readonly name?: string
  /** `data:image/…`. */
  readonly icon?: string
  /**
   * Private keys, 32 bytes in hex; the first one shown. Default two well-known ones, for tests
   * only.
   */
  readonly keys?: readonly string[]
  /** As the persona spells networks; default its last (regtest). */
  readonly network?: string
  /**
   * Address of an Esplora-shaped server it sends by; without one it answers an id that no chain
   * knows.
   */
  readonly node?: string
  /**
   * Written as classes with getters, its answers and events too: nothing it hands out has a
   * property of its own.
   */
  readonly isClass?: boolean
  /**
   * Further requests by name, or other answers to known ones: parameters and the shown account's
   * key, hex, to a result; what they throw is refused.
   */
  readonly verbs?: Readonly<
    Record<string, (params: Readonly<Record<string, unknown>>, key: string) => unknown>
  >
}
export type MockWbipBehavior =
  | Behavior
  | /** The whole answer, envelope and all. */ { readonly raw: unknown }
export interface MockWbipAddress {
  readonly address: string
  readonly publicKey: string
  readonly purpose: 'payment' | 'ordinals' | 'stacks'
}
export interface MockWbipWallet {
  /** What stands on the page. */
  readonly provider: object
  /** Every request, in order. */
  readonly requests: { readonly method: string; readonly params: unknown }[]
  /** Requests that a person would have been shown. */
  readonly prompts: () => number
  readonly listenerCount: () => number
  readonly isAuthorized: () => boolean
  /** Addresses of the account it shows, on the network it is on. */
  readonly addresses: () => readonly MockWbipAddress[]
  /**
   * Sets how requests of `method` are met until told otherwise; without a method, every request. A
   * lie stands in a good envelope.
   */
  behave(behavior: MockWbipBehavior, method?: string): void
  /** Lets the oldest hanging request be met as `behavior`; false when none hangs. */
  release(behavior?: MockWbipBehavior): Promise<boolean>
  selectAccount(index: number): void
  /** The person goes to another network, as the persona spells it. */
  selectNetwork(name: string): void
  /** The person takes the permission back. */
  revoke(): void
  emit(event: string, payload?: unknown): void
  /** Stands at its path and in its lists; the stop makes it vanish. */
  install(page: object): () => void
}
