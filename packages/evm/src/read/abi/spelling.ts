import { LatchkeyError } from '@latchkey/protocol'
import { getAddress } from 'viem'
import { isAddress, withPrefix } from '../../encoding/address.ts'

/**
 * An address with its `0x` and its checksum (EIP-55), however it is written; throws
 * `rpc-invalid-params` for what is none.
 */
export async function spelling(address: string): Promise<string> {
  if (!isAddress(address)) throw new LatchkeyError('rpc-invalid-params', { reason: 'no address' })
  return getAddress(withPrefix(address).toLowerCase())
}
