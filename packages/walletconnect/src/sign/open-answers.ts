import { LatchkeyError } from '@latchkey/protocol'
import type { Answer } from '../channel.ts'
import type { Hex32 } from '../contract.ts'

/**
 * Maximum length of one timer, in milliseconds. A sleeping machine stops timers but not the clock;
 * with short timers an expiry is noticed soon after waking.
 */
const maxTimerMs = 5000

/** The answers that are awaited, by request id and topic. */
export interface OpenAnswers {
  awaitAnswer(
    parameters: { readonly topic: Hex32; readonly id: number; readonly expiresAt: number },
    signal?: AbortSignal,
  ): Promise<Answer>
  /** Hands an answer to the caller that waits for it; returns false when nobody waits. */
  settleAnswer(topic: Hex32, id: number, outcome: Answer | { readonly error: unknown }): boolean
  close(): void
}

/** Creates an empty register of awaited answers. */
export function openAnswers(): OpenAnswers {
  const openWaits = new Map<
    string,
    { resolve(answer: Answer): void; reject(error: unknown): void }
  >()
  const answerKey = (topic: Hex32, id: number): string => `${topic}:${id}`

  return {
    awaitAnswer({ topic, id, expiresAt }, signal) {
      const key = answerKey(topic, id)
      return new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | undefined
        const endWait = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abortWait)
          openWaits.delete(key)
        }
        const abortWait = (): void => {
          endWait()
          reject(new LatchkeyError('aborted', { cause: signal?.reason }))
        }
        const checkExpiry = (): void => {
          const remainingMs = expiresAt - Date.now()
          if (remainingMs > 0) timer = setTimeout(checkExpiry, Math.min(remainingMs, maxTimerMs))
          else {
            endWait()
            reject(new LatchkeyError('request-expired', { sourceCode: 8000 }))
          }
        }
        if (signal?.aborted) return abortWait()
        signal?.addEventListener('abort', abortWait, { once: true })
        openWaits.set(key, {
          resolve(answer) {
            endWait()
            resolve(answer)
          },
          reject(error) {
            endWait()
            reject(error)
          },
        })
        checkExpiry()
      })
    },
    settleAnswer(topic, id, outcome) {
      const pendingAnswer = openWaits.get(answerKey(topic, id))
      if (!pendingAnswer) return false
      if ('error' in outcome) pendingAnswer.reject(outcome.error)
      else pendingAnswer.resolve(outcome)
      return true
    },
    close() {
      for (const pendingAnswer of [...openWaits.values()]) {
        pendingAnswer.reject(new LatchkeyError('aborted', { reason: 'closed' }))
      }
    },
  }
}
