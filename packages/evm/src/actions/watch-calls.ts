import type { Kit } from '@latchkey/core'
import { inWords, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { CallsStatus } from '../calls/calls-status.ts'
import { getCallsStatus } from './get-calls-status.ts'

/**
 * The first pause in milliseconds; each following pause is one and a half times as long, up to
 * `lastPauseMs`.
 */
const firstPauseMs = 1000
const lastPauseMs = 4000

/**
 * Waits until a batch of calls has settled, at most `timeoutMs` milliseconds. Batches whose calls
 * were sent as single transactions are supported, too.
 * @throws `connection-timeout` when the time is over, `aborted`, and what `getCallsStatus` throws
 *
 * @example
 * const { id } = await sendCalls(kit, { calls: [{ to: receiver, value: 1n }] })
 * const { status, receipts } = await watchCalls(kit, { id })
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
    /** The id that `sendCalls` returned. */
    readonly id: string
    /** Milliseconds to wait at most; default ten minutes. */
    readonly timeoutMs?: number | undefined
    readonly signal?: AbortSignal | undefined
  }
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const pausePromise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return race(() => pausePromise, signal).finally(() => clearTimeout(timer))
}
