import type { Reader } from '@latchkey/core'
import { balances } from './balances.ts'
import { type SeenTransactions, verdict } from './verdict.ts'

/**
 * The chain reads of one adapter.
 * @param ord - address of an ord-shaped server that names coins not to be spent
 */
export function openReader(
  ord: string | undefined,
): Pick<Reader, 'balances' | 'estimateTransfer' | 'verdict'> {
  const seen: SeenTransactions = new Map()
  return {
    balances,
    estimateTransfer: async (source, transfer) =>
      (await import('./estimate-transfer.ts')).estimateTransfer(source, transfer, ord),
    verdict: (source, parameters) => verdict(source, parameters, seen),
  }
}
