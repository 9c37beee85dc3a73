const firstDelayMs = 100
const maxDelayMs = 15_000

/**
 * Milliseconds to wait before the next connection: 100 after the first failure, then full jitter up
 * to 15 s, never below 100.
 * @param failures - failures in a row, from 1
 * @param random - from 0 to 1
 */
export function backOff(failures: number, random: number = Math.random()): number {
  if (failures <= 1) return firstDelayMs
  return Math.max(
    firstDelayMs,
    Math.round(random * Math.min(maxDelayMs, firstDelayMs * 4 ** Math.min(failures - 1, 8))),
  )
}
