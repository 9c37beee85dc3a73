/**
 * The addresses whose hash has zeros only, which belong to no known key, on mainnet and on test
 * networks.
 */
const unspendable = ['SP000000000000000000002Q6VF78', 'ST000000000000000000002AMW42H']

/** Whether nobody has a key to the address, so that coins sent there are lost. */
export function isUnspendable(address: string): boolean {
  return unspendable.includes(address)
}
