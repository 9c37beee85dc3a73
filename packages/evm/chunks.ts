/** The files evm is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`. */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // Finds wallets; no library is in it.
  start: ['evm'],
  connector: ['connector', 'is-permitted'],
  // What is done after connecting and needs no chain library; the first of them brings all.
  verbs: ['verb/', 'read/estimate-transfer', 'read/simulate', 'read/token', 'read/verdict'],
}
