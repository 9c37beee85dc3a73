const firstMs = 100
const limitMs = 15_000

/**
 * Milliseconds to wait before the next connection: 100 after the first failure, then full jitter up
 * to 15 s, never below 100.
 * @param failures - failures in a row, from 1
 * @param random - from 0 to 1
 */
export function backOff(failures: number, random: number = Math.random()): number {
  if (failures <= 1) return firstMs
  return Math.max(
    firstMs,
    Math.round(random * Math.min(limitMs, firstMs * 4 ** Math.min(failures - 1, 8))),
  )
}
