import type { ChainId } from '@latchkey/protocol'
import { hexOfChain, readChainId } from '../encoding/chain-id.ts'

/**
 * The end of the id of a batch that went as single transactions. The ids have the form that viem
 * gives to those of its own fallback, so that viem and wagmi can follow ours, and we theirs: the
 * hashes in the order of the calls, the chain in 32 bytes, and these 32 bytes.
 */
const marker = '5792'.repeat(16)
/** Stands in the place of a call that was not sent. */
const absentHash = '0'.repeat(64)

/** What the id of a batch that went as single transactions says. */
export interface FallbackBatch {
  readonly chain: ChainId
  /** The hash of each call's transaction; null for a call that was not sent. */
  readonly hashes: readonly (`0x${string}` | null)[]
}

/** The id of a batch that went as single transactions. */
export function makeFallbackId({ chain, hashes }: FallbackBatch): `0x${string}` {
  const chainWord = hexOfChain(chain).slice(2).padStart(64, '0')
  const hashWords = hashes.map((hash) => hash?.slice(2).toLowerCase() ?? absentHash)
  return `0x${hashWords.join('')}${chainWord}${marker}`
}

/** Reads the id of a batch that went as single transactions; null for any other id. */
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
