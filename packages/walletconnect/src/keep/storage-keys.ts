/** Storage key under which the encrypted data of a kit is stored. */
export function storageKeyOfKit(kit: string): string {
  return `latchkey.${kit}.v1.walletconnect`
}

/** Storage key of the plain-text expiry of the last pending pairing. */
export function waitingKeyOfKit(kit: string): string {
  return `${storageKeyOfKit(kit)}.waiting`
}
