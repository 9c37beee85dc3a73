import { LatchkeyError } from '@latchkey/protocol'
import { followSignal } from '../race-signal.ts'

/**
 * Runs a function for at most `timeoutMs` milliseconds, including retries and the waits that a
 * server asks for.
 * @throws `gateway-timeout` | what `task` throws
 */
export async function withTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = followSignal(signal)
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    return await task(controller.signal)
  } catch (cause) {
    if (controller.signal.aborted && !signal?.aborted)
      throw new LatchkeyError('gateway-timeout', { cause })
    throw cause
  } finally {
    clearTimeout(timer)
    // The caller's signal may outlive many requests, so this request's listener must be removed
    // from it.
    controller.abort()
  }
}
