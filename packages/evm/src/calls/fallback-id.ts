import type { ChainId } from '@latchkey/protocol'
import { hexOfChain, readChainId } from '../encoding/chain-id.ts'

/**
 * The last 32 bytes of the id of a batch whose calls were sent as single transactions. Such an id
 * consists of the transaction hashes in the order of the calls, the chain id in 32 bytes, and these
 * 32 bytes. viem's own fallback uses the same form, so viem and wagmi can follow Latchkey's
 * batches, and Latchkey theirs.
 */
const marker = '5792'.repeat(16)
/** Takes the place of the hash of a call that was not sent. */
const absentHash = '0'.repeat(64)

/** The contents of the id of a batch whose calls were sent as single transactions. */
export interface FallbackBatch {
  readonly chain: ChainId
  /** The hash of each call's transaction; null for a call that was not sent. */
  readonly hashes: readonly (`0x${string}` | null)[]
}

/** Makes the id of a batch whose calls were sent as single transactions. */
export function makeFallbackId({ chain, hashes }: FallbackBatch): `0x${string}` {
  const chainWord = hexOfChain(chain).slice(2).padStart(64, '0')
  const hashWords = hashes.map((hash) => hash?.slice(2).toLowerCase() ?? absentHash)
  return `0x${hashWords.join('')}${chainWord}${marker}`
}

/** Reads the id of a batch whose calls were sent as single transactions; null for any other id. */
export function readFallbackId(id: string): FallbackBatch | null {
  if (!id.endsWith(marker) || !/^0x(?:[0-9a-f]{64}){3,}$/.test(id)) return null
  const words = id.slice(2).match(/.{64}/g) ?? []
  const chainWord = words.at(-2)?.replace(/^0+/, '')
  const chain = readChainId(`0x${chainWord}`)
  if (!chain) return null
  const hashes = words
    .slice(0, -2)
    .map((word) => (word === absentHash ? null : (`0x${word}` as const)))
  return { chain, hashes }
}
