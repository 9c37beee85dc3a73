import { LatchkeyError } from '@latchkey/protocol'
import type { HostPage } from '../../host/parent-origin.ts'

/** Version of the Safe Apps SDK whose messages are used; each message tells the Safe app. */
const protocolVersion = '9.1.0'
/** Maximum number of characters that are kept of an error text of the Safe app. */
const maxErrorLength = 500

/**
 * Sends a request to the Safe app in a message, and resolves to the answer. Rejects with
 * `user-rejected` when the answer says that the visitor has declined, and with an error of `code`
 * -32603 (EIP-1474) when it is another error.
 */
export type AskSafe = (method: string, params?: unknown) => Promise<unknown>

export interface SafePort {
  readonly ask: AskSafe
  /** Origin of the site that has answered; undefined before the first answer. */
  readonly origin: () => string | undefined
  /** Rejects every request that the Safe app has not answered yet. */
  close(reason: unknown): void
}

interface Question {
  resolve(answer: unknown): void
  reject(reason: unknown): void
}

/**
 * Opens a way to exchange messages with the Safe app around the page. A message is delivered only
 * to `origins`. An answer counts only when it comes from the window around the page while a site of
 * `origins` is shown there; after the first answer, only the origin of that answer counts.
 */
export function openPort(page: HostPage, origins: readonly string[]): SafePort {
  const questions = new Map<string, Question>()
  const portState: { origins: readonly string[]; answeredOrigin?: string } = { origins }

  const handleMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== page.parent || !portState.origins.includes(origin)) return
    const answer = readAnswer(data)
    const question = answer && questions.get(answer.id)
    if (!question) return
    portState.origins = [origin]
    portState.answeredOrigin = origin
    endQuestion(answer.id)
    if (answer.isSuccess) question.resolve(answer.data)
    else question.reject(makeError(answer.error))
  }
  const endQuestion = (id: string) => {
    questions.delete(id)
    if (questions.size === 0) page.removeEventListener('message', handleMessage)
  }
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = makeId()
        if (questions.size === 0) page.addEventListener('message', handleMessage)
        questions.set(id, { resolve, reject })
        const message = { id, method, params, env: { sdkVersion: protocolVersion } }
        const parent = page.parent as Pick<Window, 'postMessage'>
        try {
          for (const origin of portState.origins) {
            parent.postMessage(message, origin)
          }
        } catch (error) {
          endQuestion(id)
          reject(error)
        }
      }),
    origin: () => portState.answeredOrigin,
    close(reason) {
      for (const [id, question] of [...questions]) {
        endQuestion(id)
        question.reject(reason)
      }
    },
  }
}

/** Returns a request id of 20 random hex digits, which no other frame can guess. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readAnswer(
  message: unknown,
): { readonly id: string; readonly isSuccess: boolean; data: unknown; error: unknown } | null {
  if (typeof message !== 'object' || message === null) return null
  const { id, success, data, error } = message as Readonly<Record<string, unknown>>
  if (typeof id !== 'string' || typeof success !== 'boolean') return null
  return { id, isSuccess: success, data, error }
}

/**
 * Makes an error from the Safe app's error text, which alone tells whether the visitor has
 * declined.
 */
function makeError(error: unknown): Error {
  const text = typeof error === 'string' ? error.slice(0, maxErrorLength) : 'no reason'
  if (/reject|declin|denied/i.test(text))
    return new LatchkeyError('user-rejected', { reason: text })
  return Object.assign(new Error(`Safe: ${text}`), { code: -32603 })
}
