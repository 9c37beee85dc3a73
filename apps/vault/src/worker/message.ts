import type { ErrorCode } from '@latchkey/protocol'

/**
 * Messages from the vault to a worker: first the worker's input, then the shares, for which the
 * worker asks once.
 */
export type MessageToWorker<I> =
  | { readonly type: 'start'; readonly input: I }
  | { readonly type: 'sealed'; readonly sealed: SealedShares }

export type MessageFromWorker<O> =
  | { readonly type: 'key'; readonly sealTo: string }
  | { readonly type: 'done'; readonly output: O }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly reason: string }

/** Shares that are passed to a worker, encrypted for its one-time key (`src/seal.ts`). */
export interface SealedShares {
  /** The gateway's share; absent in an export without a login. */
  readonly signIn?: Uint8Array
  /**
   * The recovery share, for a recovery or for an export without a login. In a recovery, `split` is
   * the id of the split to which it belongs.
   */
  readonly recovery?: Uint8Array
  readonly split?: string
}

/**
 * Sends the worker's public key (raw point, base64url) to the vault, and resolves to the shares,
 * encrypted for that key.
 */
export type AskSealedShares = (sealTo: string) => Promise<SealedShares>

/** The work of one worker, which runs it once and then ends. It may ask for sealed shares. */
export type Operation<I, O> = (input: I, ask: AskSealedShares) => Promise<O>
