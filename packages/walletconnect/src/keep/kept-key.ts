/** Storage key of the encrypted data. */
export function keptKey(kit: string): string {
  return `latchkey.${kit}.v1.walletconnect`
}

/** Storage key of the plain-text expiry of the last pending pairing. */
export function waitingKey(kit: string): string {
  return `${keptKey(kit)}.waiting`
}
