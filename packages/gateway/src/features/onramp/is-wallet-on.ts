import { type ChainId, namespaceOf } from '@latchkey/protocol'
import { isAddress } from 'viem'

const base58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Whether a chain can deliver coins to an address; an address with a wrong checksum is refused. */
export function isWalletOn(chain: ChainId, address: string): boolean {
  const namespace = namespaceOf(chain)
  if (namespace === 'eip155') return isAddress(address)
  return namespace === 'solana' && base58.test(address)
}
