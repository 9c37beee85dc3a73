/** Where the sealed text lies. */
export function keptKey(kit: string): string {
  return `latchkey.${kit}.v1.walletconnect`
}

/** Where the end of the last pairing in flight lies, in clear. */
export function waitingKey(kit: string): string {
  return `${keptKey(kit)}.waiting`
}
