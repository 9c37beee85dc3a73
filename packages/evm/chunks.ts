/** The files evm is published as, earliest loaded first: see `scripts/check-dist/cut-chunks.ts`. */
export const chunks: Readonly<Record<string, readonly string[]>> = {
  // Discovery of wallets; it includes no library.
  start: ['evm'],
  connector: ['connect/connector', 'connect/is-permitted'],
  // Features used after connecting; the first one used loads all.
  verbs: ['features/', 'read/index'],
}
