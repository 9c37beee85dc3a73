import { race } from '@latchkey/protocol/race'
import type { HostPage } from '../../host/parent-origin.ts'
import { readSafeInfo } from '../answers/read-safe-info.ts'
import { openPort } from './open-port.ts'

/** Milliseconds to wait for an answer of the site around the page. A Safe app needs only a few. */
const answerTimeoutMs = 5000

/**
 * Asks the site around the page whether it is a Safe app, and returns its origin; null when its
 * origin is not one of `origins`, or when it gives no valid answer in time.
 */
export async function findSafe(
  page: HostPage,
  origins: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const port = openPort(page, origins)
  const timer = setTimeout(() => port.close(undefined), answerTimeoutMs)
  try {
    readSafeInfo(await race(() => port.ask('getSafeInfo'), signal))
    return port.origin() ?? null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    port.close(undefined)
  }
}
