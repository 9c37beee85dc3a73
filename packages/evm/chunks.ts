/** The files evm is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`. */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // Finds wallets; no library is in it.
  start: ['evm'],
  connector: ['heavy', 'is-permitted'],
  verbs: ['verbs'],
}
