import type { Log } from './log.ts'

const repeatIntervalMs = 10_000

/**
 * Logs the first error of each kind at once; later ones at most every ten seconds, with the count
 * since the last line.
 */
export function boundedLog(log: Log, now: () => number = Date.now): Log {
  const lastMessages = new Map<string, { at: number; times: number }>()
  return {
    info: (fields, message) => log.info(fields, message),
    error(fields, message) {
      const last = lastMessages.get(message)
      if (last && now() - last.at < repeatIntervalMs && now() >= last.at) {
        last.times += 1
        return
      }
      lastMessages.set(message, { at: now(), times: 0 })
      log.error(last && last.times > 0 ? { ...fields, alsoBefore: last.times } : fields, message)
    },
  }
}
