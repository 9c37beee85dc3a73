/**
 * The address that is used by convention to burn coins, and the address whose hash is all zeros.
 */
const unspendableAddresses = ['1BitcoinEaterAddressDontSendf59kuE', '1111111111111111111114oLvT2']

/** Whether nobody has a key to the address, so that coins sent there are lost. */
export function isUnspendable(address: string): boolean {
  return unspendableAddresses.includes(address)
}
