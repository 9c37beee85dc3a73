/** The address of the system program, and the one that is agreed on for burning. */
const unspendable = [
  '11111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
]

/** Whether nobody has a key to the address. */
export function isUnspendable(address: string): boolean {
  return unspendable.includes(address)
}
