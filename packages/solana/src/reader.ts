import type { Reader } from '@latchkey/core'

/** Chain reads; each loads what it needs when it is called. */
export const reader: Reader = {
  balances: async (source, parameters) =>
    (await import('./read/balances.ts')).balances(source, parameters),
  estimateTransfer: async (source, transfer) =>
    (await import('./read/estimate-transfer.ts')).estimateTransfer(source, transfer),
  verdict: async (source, parameters) =>
    (await import('./read/verdict.ts')).verdict(source, parameters),
}
