/** WebCrypto's `subtle`; `null` when the page has none, as on plain http. */
export function findSubtle(): SubtleCrypto | null {
  return globalThis.crypto?.subtle ?? null
}
