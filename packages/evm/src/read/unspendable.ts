import { isSameAddress } from '../encoding/address.ts'

/**
 * Addresses to which nobody has a key: the zero address, and the address that is commonly used for
 * burning.
 */
const unspendableAddresses = [
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dEaD',
]

/** Whether nobody has a key to an address. */
export function isUnspendable(address: string): boolean {
  return unspendableAddresses.some((one) => isSameAddress(one, address))
}
