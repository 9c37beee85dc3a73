/** Whether nobody has a key to the address: it is the one of zeros. */
export function isUnspendable(address: string): boolean {
  return /^toy10{64}$/i.test(address)
}
