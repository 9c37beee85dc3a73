/** The files evm is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`. */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // Discovery of wallets; it includes no library.
  start: ['evm'],
  connector: ['connect/connector', 'connect/is-permitted'],
  // Features that are used after connecting. The first use of one of them loads all of them.
  verbs: ['features/', 'read/index'],
}
