import { LatchkeyError } from '@latchkey/protocol'
import { isAddress } from '../encoding/address.ts'
import { fromBase64 } from '../encoding/bytes.ts'
import type { AskNode } from '../rpc.ts'

/** An account as a node returns it. */
export interface ChainAccount {
  /** Address of the program that owns the account, in base58. */
  readonly owner: string
  readonly data: Uint8Array
}

/**
 * Reads the account at `address`, at most 64 KiB of data; null when there is none. Throws
 * `rpc-answer-invalid`.
 */
export async function chainAccount(ask: AskNode, address: string): Promise<ChainAccount | null> {
  const answer = await ask('getAccountInfo', [
    address,
    { encoding: 'base64', commitment: 'confirmed' },
  ])
  const value = (answer as { value?: { owner?: unknown; data?: unknown } | null } | null)?.value
  if (value === null) return null
  const data = Array.isArray(value?.data) ? fromBase64(value.data[0], 65_536) : null
  if (!isAddress(value?.owner) || !data)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'getAccountInfo answered no account' })
  return { owner: value.owner, data }
}
