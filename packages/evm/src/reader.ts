import type { Reader } from '@latchkey/core'

/** Chain reads; each loads what it needs when it is called. */
export const reader: Required<Omit<Reader, 'simulate' | 'allowance'>> = {
  balances: async (source, parameters) => (await import('./read/balances.ts')).balances(source, parameters),
  estimateTransfer: async (source, transfer) => (await import('./verbs.ts')).verbs.estimateTransfer(source, transfer),
  verdict: async (source, parameters) => (await import('./verbs.ts')).verbs.verdict(source, parameters),
  addressOfName: async (source, name) => (await import('./read/names.ts')).addressOfName(source, name),
  nameOfAddress: async (source, account) => (await import('./read/names.ts')).nameOfAddress(source, account),
}
