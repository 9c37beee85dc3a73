import type { Log } from './log.ts'

const repeatIntervalMs = 10_000

/**
 * Logs the first error with a message at once, and repetitions of that message at most every ten
 * seconds, with the number of repetitions that were left out since the last line.
 */
export function boundedLog(log: Log, now: () => number = Date.now): Log {
  const lastMessages = new Map<string, { at: number; times: number }>()
  return {
    info: (fields, message) => log.info(fields, message),
    error(fields, message) {
      const previousLog = lastMessages.get(message)
      if (previousLog && now() - previousLog.at < repeatIntervalMs && now() >= previousLog.at) {
        previousLog.times += 1
        return
      }
      lastMessages.set(message, { at: now(), times: 0 })
      log.error(
        previousLog && previousLog.times > 0
          ? { ...fields, alsoBefore: previousLog.times }
          : fields,
        message,
      )
    },
  }
}
