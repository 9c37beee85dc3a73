import type { Stop } from '@latchkey/core'
import type { Delivery, Hex32, Relay } from './contract.ts'

/**
 * JSON-RPC error as it travels; code and message may be missing (`error: {}` is sent by live
 * wallets).
 */
export interface WireError {
  readonly code?: number
  readonly message?: string
  readonly data?: unknown
}

/** A request of the peer, opened and shaped, not yet judged. */
export interface Incoming {
  readonly topic: Hex32
  readonly id: number
  readonly method: string
  readonly params: unknown
  /** Of type-1 envelopes. */
  readonly senderPublicKey?: Hex32
  /** The relay it came by; none in link mode. */
  readonly relay?: Relay
}

/** An answer of the peer. */
export interface Answer {
  readonly result: unknown
  /** The relay it came by; none in link mode. */
  readonly relay?: Relay
  /** Of type-1 envelopes. */
  readonly senderPublicKey?: Hex32
}

/**
 * JSON-RPC with a peer over topics whose keys are known here: sealed, tagged, de-duplicated by hash
 * and by request id.
 */
export interface Channel {
  /**
   * Lets messages of a topic be opened; the symmetric key, or for type-1 envelopes the private key.
   * With `sender`, what is sent is of type 1 and names this key.
   */
  addKey(
    topic: Hex32,
    key:
      | { readonly symKey: Hex32; readonly sender?: { readonly publicKey: Hex32 } }
      | { readonly privateKey: string; readonly publicKey: Hex32 },
  ): void
  forgetKey(topic: Hex32): void
  /** Id of a request that is sent by other means; never the same twice of one channel. */
  newId(): number
  /**
   * Publishes a request with the tag and time-to-live of its method and waits for the answer. A
   * wallet's error is thrown as it came (`WireError`); else `request-expired` | `relay-unreachable`
   * | `aborted`.
   */
  ask(
    parameters: {
      readonly relay: Relay
      readonly topic: Hex32
      readonly method: string
      readonly params: unknown
      /** Default: a new one. */
      readonly id?: number
      /** Milliseconds since the epoch; default now + the method's time-to-live. */
      readonly expiresAt?: number
      /** Where the answer comes, if not on `topic`. */
      readonly answersOn?: Hex32
    },
    signal?: AbortSignal,
  ): Promise<unknown>
  /**
   * The envelope of a message, for `Relay.propose`, `Relay.approve` and links; noted as sent, so
   * that its echo is no news.
   */
  seal(topic: Hex32, json: unknown): Promise<string>
  /**
   * Waits for the answer to a request published by other means; rejects as `ask` does, never with
   * the relay's codes.
   */
  expect(
    parameters: {
      /** Where the answer comes. */
      readonly topic: Hex32
      readonly id: number
      /** Milliseconds since the epoch. */
      readonly expiresAt: number
    },
    signal?: AbortSignal,
  ): Promise<Answer>
  /** Publishes a request that nobody answers (events, deletions). */
  tell(parameters: {
    readonly relay: Relay
    readonly topic: Hex32
    readonly method: string
    readonly params: unknown
  }): Promise<void>
  /**
   * `answersOn`: the topic to answer on, if not the one of the request; `isAutomatic`: refused
   * without anybody asked.
   */
  answer(
    incoming: Pick<Incoming, 'topic' | 'id' | 'method'> & {
      readonly relay: Relay
      readonly answersOn?: Hex32
      readonly isAutomatic?: boolean
    },
    answer: { readonly result: unknown } | { readonly error: WireError },
  ): Promise<void>
  /** Requests of the peer, each once, whatever the relays repeat. */
  watch(listener: (incoming: Incoming) => void): Stop
  /** What a relay delivered; never rejects: what cannot be opened is dropped and counted. */
  receive(delivery: Pick<Delivery, 'topic' | 'message'>, relay?: Relay): Promise<void>
  close(): void
}
