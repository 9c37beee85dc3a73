/** The address that is agreed on for burning, and the one of the hash of zeros. */
const unspendable = ['1BitcoinEaterAddressDontSendf59kuE', '1111111111111111111114oLvT2']

/** Whether nobody has a key to the address. */
export function isUnspendable(address: string): boolean {
  return unspendable.includes(address)
}
