import { LatchkeyError } from '@latchkey/protocol'
import type { Hex32 } from '../contract.ts'
import type { RelayLine } from './open-relay-line.ts'
import type { Frame } from './read-frame.ts'
import { frameLimit, retryMs, strikeMs } from './relay-limits.ts'
import { startWait, type Wait } from './start-wait.ts'

const methodNotFound = -32601

interface Call {
  readonly frame: string
  readonly topic: Hex32 | undefined
  readonly wait: Wait<'done' | 'unknown-method'>
  sends: number
  sentAt: number
  heard: number
  isRetried: boolean
  retry?: ReturnType<typeof setTimeout> | undefined
}

/**
 * The requests that wait for an answer of the relay. A request is sent again under the same id when
 * no answer comes in time, and on each new socket.
 */
export interface Calls {
  /**
   * Sends a request and waits for its answer.
   * @param topic - topic that the request subscribes to. If it is given and the relay does not know
   * the method, the result is `unknown-method` instead of an error.
   * @throws `relay-refused` | `relay-unreachable` | `aborted`
   */
  ask(
    method: string,
    params: object,
    options: { readonly signal?: AbortSignal | undefined; readonly topic?: Hex32 },
  ): Promise<'done' | 'unknown-method'>
  /** Sends the waiting requests again on a new socket. */
  resend(): void
  takeAnswer(frame: Frame & { readonly type: 'result' | 'error' }): void
  has(id: string): boolean
  /** Whether a waiting request that has not been sent yet will subscribe to the topic. */
  covers(topic: Hex32): boolean
  count(): number
  close(): void
}

export function openCalls(options: {
  readonly line: () => RelayLine
  readonly newId: () => string
  readonly onChange: () => void
}): Calls {
  const pendingCalls = new Map<string, Call>()
  const sendCall = (call: Call) => {
    const line = options.line()
    if (!line.isOpen()) return
    call.sends += 1
    call.sentAt = Date.now()
    call.heard = line.heard()
    line.send(call.frame)
  }

  return {
    async ask(method, params, { signal, topic }) {
      const id = options.newId()
      const frame = JSON.stringify({ id, jsonrpc: '2.0', method, params })
      if (signal?.aborted) throw new LatchkeyError('aborted')
      if (frame.length > frameLimit) {
        throw new LatchkeyError('relay-refused', {
          reason: `${frame.length} characters; the limit is ${frameLimit}`,
        })
      }
      const wait = startWait<'done' | 'unknown-method'>({
        signal,
        onStrike: () => {
          const line = options.line()
          if (call.retry || !line.isOpen()) return
          // The request was repeated a moment ago, by a retry or on a new socket, so the relay has
          // not had enough time to answer.
          if (Math.abs(Date.now() - call.sentAt) < strikeMs / 2) return
          if (line.heard() === call.heard) line.replaceSocket()
          else sendCall(call)
        },
        onEnd: () => {
          clearTimeout(call.retry)
          pendingCalls.delete(id)
          options.onChange()
        },
      })
      const call: Call = { frame, topic, wait, sends: 0, sentAt: 0, heard: 0, isRetried: false }
      pendingCalls.set(id, call)
      sendCall(call)
      options.onChange()
      return wait.promise
    },
    resend() {
      for (const call of pendingCalls.values()) {
        if (!call.retry) sendCall(call)
      }
    },
    takeAnswer(frame) {
      const call = pendingCalls.get(frame.id)
      if (!call) return
      if (frame.type === 'result') return call.wait.resolve('done')
      if (call.topic !== undefined && frame.code === methodNotFound)
        return call.wait.resolve('unknown-method')
      // An error answer is ignored while the retry that an earlier one caused is still pending.
      if (call.retry) return
      if (call.isRetried) {
        const sourceFields = frame.code === undefined ? {} : { sourceCode: frame.code }
        return call.wait.reject(
          new LatchkeyError('relay-refused', { reason: frame.reason, ...sourceFields }),
        )
      }
      call.isRetried = true
      call.retry = setTimeout(() => {
        call.retry = undefined
        sendCall(call)
      }, retryMs)
    },
    has: (id) => pendingCalls.has(id),
    covers: (topic) =>
      [...pendingCalls.values()].some((call) => call.topic === topic && call.sends === 0),
    count: () => pendingCalls.size,
    close() {
      for (const call of [...pendingCalls.values()]) {
        call.wait.reject(new LatchkeyError('aborted', { reason: 'relay closed' }))
      }
    },
  }
}
