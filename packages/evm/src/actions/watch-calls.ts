import type { Kit } from '@latchkey/core'
import { inWords, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { timeLimit } from '@latchkey/protocol/time-limit'
import { type CallsStatus, getCallsStatus } from './get-calls-status.ts'

/**
 * The first pause in milliseconds; each following pause is one and a half times as long, up to
 * `lastPauseMs`.
 */
const firstPauseMs = 1000
const lastPauseMs = 4000

/**
 * Waits until the wallet reports that a batch has settled, at most `timeoutMs` (default ten
 * minutes). Throws `connection-timeout` after that, `aborted`, and what `getCallsStatus` throws.
 */
export function watchCalls(kit: Kit, parameters: watchCalls.Parameters): Promise<CallsStatus> {
  return inWords(runWatchCalls(kit, parameters))
}

async function runWatchCalls(
  kit: Kit,
  { id, timeoutMs = 600_000, signal }: watchCalls.Parameters,
): Promise<CallsStatus> {
  const timedSignal = timeLimit(timeoutMs, signal)
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, lastPauseMs)) {
      const callsStatus = await race(
        () => getCallsStatus(kit, { id, signal: timedSignal }),
        timedSignal,
      )
      if (callsStatus.status !== 'pending') return callsStatus
      await pauseFor(pauseMs, timedSignal)
    }
  } catch (error) {
    if (timedSignal.aborted && !signal?.aborted)
      throw new LatchkeyError('connection-timeout', {
        reason: 'the calls are still pending',
        cause: error,
      })
    throw error
  }
}

export declare namespace watchCalls {
  type Parameters = {
    readonly id: string
    /** Timeout in milliseconds. */
    readonly timeoutMs?: number
    readonly signal?: AbortSignal
  }
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const pausePromise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return race(() => pausePromise, signal).finally(() => clearTimeout(timer))
}
