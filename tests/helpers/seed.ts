/** Seed of what tests draw: `LATCHKEY_SEED` where a run is to be repeated, else another each time. */
export const seed: number = Number(process.env.LATCHKEY_SEED) || Date.now() % 2 ** 31

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function random(from: number = seed): () => number {
  const state = { at: from }
  return () => {
    state.at = (state.at + 0x6d2b79f5) | 0
    let t = Math.imul(state.at ^ (state.at >>> 15), 1 | state.at)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
