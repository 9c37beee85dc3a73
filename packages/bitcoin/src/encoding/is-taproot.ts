/** Whether a valid address is of witness version 1 (BIP-341, BIP-350). */
export function isTaproot(address: string): boolean {
  return /^(?:bc|tb|bcrt)1p/i.test(address)
}
