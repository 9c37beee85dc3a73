import type { Reader } from '@latchkey/core'
import { balances } from './read/balances.ts'
import type { Remembered } from './read/verdict.ts'
import { verdict } from './read/verdict.ts'

/**
 * Chain reads of one adapter. `ord`: address of an ord-shaped server that names coins not to be
 * spent.
 */
export function openReader(ord: string | undefined): Reader {
  const remembered: Remembered = new Map()
  return {
    balances,
    estimateTransfer: async (source, transfer) =>
      (await import('./read/estimate-transfer.ts')).estimateTransfer(source, transfer, ord),
    verdict: (source, parameters) => verdict(source, parameters, remembered),
  }
}
