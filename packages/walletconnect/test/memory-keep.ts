import type { Keep, StoredState } from '../src/contract.ts'

/** Keeps in memory. */
export function memoryKeep(): Keep {
  let kept: StoredState = { version: 1, pairings: [], sessions: [], seen: [] }
  return {
    read: async () => kept,
    async change(edit) {
      kept = edit(kept)
      return kept
    },
  }
}
