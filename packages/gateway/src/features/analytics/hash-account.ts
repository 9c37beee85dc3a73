import { createHmac } from 'node:crypto'
import type { Hex } from 'viem'

/**
 * Computes a keyed hash of an account address, 16 bytes. The hash differs between projects, so
 * visitors cannot be matched across projects.
 */
export function hashAccount(key: Uint8Array, projectId: string, address: string): Hex {
  const normalAddress = /^0x[\da-f]+$/i.test(address) ? address.toLowerCase() : address
  const digest = createHmac('sha256', key)
    .update(JSON.stringify([projectId, normalAddress]))
    .digest()
  return `0x${digest.subarray(0, 16).toString('hex')}`
}
