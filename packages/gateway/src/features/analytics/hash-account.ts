import { createHmac } from 'node:crypto'
import type { Hex } from 'viem'

/**
 * An account of one project as 16 bytes that say nothing without the key; the same person is
 * another one at another project.
 */
export function hashAccount(key: Uint8Array, projectId: string, address: string): Hex {
  const spelled = /^0x[\da-f]+$/i.test(address) ? address.toLowerCase() : address
  const digest = createHmac('sha256', key)
    .update(JSON.stringify([projectId, spelled]))
    .digest()
  return `0x${digest.subarray(0, 16).toString('hex')}`
}
