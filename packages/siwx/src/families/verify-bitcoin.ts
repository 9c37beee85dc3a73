import type { ChainId } from '@latchkey/protocol'
import { base64 } from '@scure/base'
import { verifyBip137 } from './bip137.ts'
import { verifyBip322 } from './bip322.ts'
import { readBitcoinAddress } from './bitcoin-address.ts'

/**
 * Whether a Bitcoin address has signed a text: by BIP-322, with or without the prefix that names
 * its format, or in the format that was used before BIP-322.
 */
export function verifyBitcoin(
  chain: ChainId,
  address: string,
  message: string,
  signature: string,
): boolean {
  const decoded = readBitcoinAddress(chain, address)
  // The prefixes `smp` and `ful` of BIP-322 cannot be the beginning of a signature in base64: read
  // as base64, they would be a count of witness items or a transaction version that is far too
  // large.
  const [, format, text = ''] = /^(smp|ful)?(.*)$/s.exec(signature) ?? []
  const bytes = readBase64(text)
  if (!decoded || !bytes) return false
  if (bytes.length === 65 && format === undefined) return verifyBip137(decoded, message, bytes)
  return verifyBip322(decoded, message, { bytes, format: format as 'smp' | 'ful' | undefined })
}

function readBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
