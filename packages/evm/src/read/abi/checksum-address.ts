import { LatchkeyError } from '@latchkey/protocol'
import { getAddress } from 'viem'
import { addHexPrefix, isAddress } from '../../encoding/address.ts'

/**
 * Returns an address with `0x` and its checksum (EIP-55), from any spelling; throws
 * `rpc-invalid-params` when it is invalid.
 */
export async function checksumAddress(address: string): Promise<string> {
  if (!isAddress(address)) throw new LatchkeyError('rpc-invalid-params', { reason: 'no address' })
  return getAddress(addHexPrefix(address).toLowerCase())
}
