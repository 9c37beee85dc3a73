/** Seed of the tests' random values: `LATCHKEY_SEED` to repeat a run, else a new one each time. */
export const seed: number = Number(process.env.LATCHKEY_SEED) || Date.now() % 2 ** 31

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function random(from: number = seed): () => number {
  const state = { at: from }
  return () => {
    state.at = (state.at + 0x6d2b79f5) | 0
    let t = Math.imul(state.at ^ (state.at >>> 15), 1 | state.at)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
