import { type Hex, hexToBytes, keccak256 } from 'viem'
import { boundedCache } from '../../../base/bounded-cache.ts'
import type { ChainLog } from './chain-block.ts'

/** Number of addresses and topics whose bloom bits are cached: most of them repeat. */
const maxCachedValues = 20_000
const cacheMs = 600_000

/**
 * Computes the bloom filter of logs as Ethereum defines it. It shows when a node left a log out.
 */
export interface LogsBloom {
  /** Returns the bloom filter of the logs: 256 bytes. */
  makeBloom(logs: readonly ChainLog[]): Hex
}

export function logsBloom(): LogsBloom {
  const bitCache = boundedCache<readonly number[]>(maxCachedValues, cacheMs)
  const findBits = (value: Hex): readonly number[] => {
    const cachedBits = bitCache.get(value)
    if (cachedBits) return cachedBits
    const bits = computeBits(keccak256(hexToBytes(value), 'bytes'))
    bitCache.set(value, bits)
    return bits
  }
  return {
    makeBloom(logs) {
      const bloom = Buffer.alloc(256)
      const addBits = (value: Hex): void => {
        for (const bit of findBits(value)) {
          bloom[255 - (bit >> 3)] = (bloom[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
        }
      }
      for (const { address, topics } of logs) {
        addBits(address)
        topics.forEach(addBits)
      }
      return `0x${bloom.toString('hex')}`
    },
  }
}

function computeBits(hash: Uint8Array): readonly number[] {
  return [0, 2, 4].map((offset) => (((hash[offset] ?? 0) << 8) | (hash[offset + 1] ?? 0)) & 2047)
}
