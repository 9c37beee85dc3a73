import type { Stop } from '@latchkey/core'
import type { Delivery, Hex32, Relay } from './contract.ts'

/**
 * A JSON-RPC error in a message; code and message may be missing (live wallets send `error: {}`).
 */
export interface WireError {
  readonly code?: number
  readonly message?: string
  readonly data?: unknown
}

/** A decrypted and validated request of the peer, not yet authorised. */
export interface Incoming {
  readonly topic: Hex32
  readonly id: number
  readonly method: string
  readonly params: unknown
  /** Public key of the sender, in type-1 envelopes. */
  readonly senderPublicKey?: Hex32
  /** Relay that delivered the request; absent in link mode. */
  readonly relay?: Relay
}

/** An answer that the peer sent to a request. */
export interface Answer {
  readonly result: unknown
  /** Relay that delivered the answer; absent in link mode. */
  readonly relay?: Relay
  /** Public key of the sender, in type-1 envelopes. */
  readonly senderPublicKey?: Hex32
}

/**
 * JSON-RPC with a peer on topics with known keys: messages are encrypted, tagged, and de-duplicated
 * by hash and request id.
 */
export interface Channel {
  /**
   * Adds the key of a topic: the symmetric key, or for type-1 envelopes the private key. With
   * `sender`, messages are sent in type-1 envelopes with this key.
   */
  addKey(
    topic: Hex32,
    key:
      | { readonly symKey: Hex32; readonly sender?: { readonly publicKey: Hex32 } }
      | { readonly privateKey: string; readonly publicKey: Hex32 },
  ): void
  forgetKey(topic: Hex32): void
  /** Returns a new request id, unique on this channel, for a request that is not sent by `ask`. */
  newId(): number
  /**
   * Publishes a request with its method's tag and time-to-live, and waits for the answer. A
   * wallet's error is thrown unchanged (`WireError`); other errors: `request-expired` |
   * `relay-unreachable` | `aborted`.
   */
  ask(
    parameters: {
      readonly relay: Relay
      readonly topic: Hex32
      readonly method: string
      readonly params: unknown
      /** Request id; default: a new one. */
      readonly id?: number
      /** Expiry in milliseconds since the epoch; default: now plus the method's time-to-live. */
      readonly expiresAt?: number
      /** Topic on which the answer comes, if it is not `topic`. */
      readonly answersOn?: Hex32
    },
    signal?: AbortSignal,
  ): Promise<unknown>
  /**
   * Encrypts a message for `Relay.propose`, `Relay.approve` and links; it is recorded as sent, so
   * that its echo is ignored.
   */
  seal(topic: Hex32, json: unknown): Promise<string>
  /**
   * Waits for the answer to a request that was published by other means; rejects like `ask`, but
   * never with a relay's code.
   */
  expect(
    parameters: {
      /** Topic on which the answer comes. */
      readonly topic: Hex32
      readonly id: number
      /** Time until which the answer is awaited, in milliseconds since the epoch. */
      readonly expiresAt: number
    },
    signal?: AbortSignal,
  ): Promise<Answer>
  /** Publishes a request without an answer (events, deletions). */
  tell(parameters: {
    readonly relay: Relay
    readonly topic: Hex32
    readonly method: string
    readonly params: unknown
  }): Promise<void>
  /**
   * Answers a request. `answersOn`: topic of the answer, if it is not the request's; `isAutomatic`:
   * whether it is refused without asking the user.
   */
  answer(
    incoming: Pick<Incoming, 'topic' | 'id' | 'method'> & {
      readonly relay: Relay
      readonly answersOn?: Hex32
      readonly isAutomatic?: boolean
    },
    answer: { readonly result: unknown } | { readonly error: WireError },
  ): Promise<void>
  /** Calls `listener` for each request of the peer, once, even if relays repeat it. */
  watch(listener: (incoming: Incoming) => void): Stop
  /**
   * Handles a relay's delivery; never rejects: a message that cannot be decrypted is dropped and
   * counted.
   */
  receive(delivery: Pick<Delivery, 'topic' | 'message'>, relay?: Relay): Promise<void>
  close(): void
}
