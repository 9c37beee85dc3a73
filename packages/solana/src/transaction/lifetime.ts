import { LatchkeyError } from '@latchkey/protocol'
import { isAddress } from '../encoding/address.ts'
import { readAmount } from '../encoding/amount.ts'
import type { AskNode } from '../rpc.ts'

/** Until when a transaction may be included in a block. */
export interface Lifetime {
  /** Blockhash of 32 bytes, in base58. */
  readonly blockhash: string
  readonly lastValidBlockHeight: bigint
}

/** Asks a node for the newest blockhash. Throws `rpc-answer-invalid`. */
export async function latestLifetime(ask: AskNode): Promise<Lifetime> {
  const answer = await ask('getLatestBlockhash', [{ commitment: 'confirmed' }])
  const value = (
    answer as { value?: { blockhash?: unknown; lastValidBlockHeight?: unknown } } | null
  )?.value
  const height = readAmount(value?.lastValidBlockHeight)
  if (!isAddress(value?.blockhash) || height === null)
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: 'getLatestBlockhash answered no blockhash',
    })
  return { blockhash: value.blockhash, lastValidBlockHeight: height }
}
