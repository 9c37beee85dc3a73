/** The files evm is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`. */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // Finds wallets; no library is in it.
  start: ['evm'],
  connector: ['connect/connector', 'connect/is-permitted'],
  // What is done after connecting and needs no chain library; the first of them brings all.
  verbs: ['features/', 'read/index'],
}
