import type { ChainId } from '@latchkey/protocol'
import { base64 } from '@scure/base'
import { verifyBip137 } from './bip137.ts'
import { verifyBip322 } from './bip322.ts'
import { readBitcoinAddress } from './bitcoin-address.ts'

/**
 * Whether an address of Bitcoin has signed a text: by BIP-322, with the prefix that its final text
 * asks for or without any, or in the format before it.
 */
export function verifyBitcoin(
  chain: ChainId,
  address: string,
  message: string,
  signature: string,
): boolean {
  const decoded = readBitcoinAddress(chain, address)
  // No signature in base64 begins with one of these: they would be the count of a witness, or the
  // version of a transaction, far beyond what there is.
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
