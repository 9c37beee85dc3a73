/** The system program's address, and an address that is generally used to burn tokens. */
const unspendableAddresses = [
  '11111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
]

/** Whether nobody has a key to the address, so that coins sent there are lost. */
export function isUnspendable(address: string): boolean {
  return unspendableAddresses.includes(address)
}
