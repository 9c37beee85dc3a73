import type { Keep, Kept } from '../src/contract.ts'

/** Keeps in memory. */
export function memoryKeep(): Keep {
  let kept: Kept = { version: 1, pairings: [], sessions: [], seen: [] }
  return {
    read: async () => kept,
    async change(edit) {
      kept = edit(kept)
      return kept
    },
  }
}
