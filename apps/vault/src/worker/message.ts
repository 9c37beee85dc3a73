import type { ErrorCode } from '@latchkey/protocol'

/**
 * To a worker: what it is started for, then the answer to its one question. Both are of the vault's
 * own making.
 */
export type ToWorker<I> =
  | { readonly type: 'start'; readonly input: I }
  | { readonly type: 'sealed'; readonly sealed: Sealed }

export type FromWorker<O> =
  | { readonly type: 'key'; readonly sealTo: string }
  | { readonly type: 'done'; readonly output: O }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly reason: string }

/** Shares on their way in, sealed to the worker's key of this once (`src/seal.ts`). */
export interface Sealed {
  /** Of everything but the way out. */
  readonly signIn?: Uint8Array
  /** Of a recovery, with the split that both are of, and of the way out. */
  readonly recovery?: Uint8Array
  readonly split?: string
}

/** Gives the worker's public key (raw point, base64url) out, and waits for what is sealed to it. */
export type AskSealed = (sealTo: string) => Promise<Sealed>

/** One kind of operation: its script runs it once. */
export type Operation<I, O> = (input: I, ask: AskSealed) => Promise<O>
