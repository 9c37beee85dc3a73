import { type ChainId, rpcRetryBaseMs } from '@latchkey/protocol'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { Config } from '../config/schema.ts'
import { refusal } from '../refuse.ts'

const maxAttempts = 5
/** A node that failed is tried last for this many milliseconds. */
const failurePauseMs = 5_000

/** Sends an HTTP request. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * The answer of a node; `isBusy` means that another node, or a later try, may give a better answer.
 */
export interface NodeResponse<T> {
  readonly answer: T
  readonly isBusy: boolean
}

/** Tries the nodes of a chain one after the other. */
export interface NodeRounds {
  /**
   * Returns the first answer that is not busy; if all answers are busy, the last of them.
   * @param askUrl - resolves to undefined when the node is unreachable, slow, or gives an
   * impossible answer
   * @throws a refusal: 503 when no node answers
   */
  askNodesInTurn<T>(
    chain: Pick<Config['chains'][number], 'id' | 'rpcUrls'>,
    askUrl: (url: string, signal: AbortSignal) => Promise<NodeResponse<T> | undefined>,
    signal?: AbortSignal,
  ): Promise<T>
}

/**
 * Tries the nodes in the operator's order, with recently failed nodes last, and then all of them a
 * second time; it makes at most five attempts within one time limit.
 */
export function nodeRounds({ timeoutMs }: Pick<Config['rpc'], 'timeoutMs'>): NodeRounds {
  const pauseEndByUrl = new Map<string, number>()
  return {
    async askNodesInTurn<T>(
      { id, rpcUrls }: Pick<Config['chains'][number], 'id' | 'rpcUrls'>,
      askUrl: (url: string, signal: AbortSignal) => Promise<NodeResponse<T> | undefined>,
      signal?: AbortSignal,
    ): Promise<T> {
      const timeLimitSignal = timeLimit(timeoutMs, signal)
      const now = performance.now()
      const isPaused = (url: string): number => Number((pauseEndByUrl.get(url) ?? 0) > now)
      const urls = [...rpcUrls].sort((a, b) => isPaused(a) - isPaused(b))
      const attemptUrls = [...urls, ...urls].slice(0, maxAttempts)
      const busyAnswers: T[] = []
      for (const [attempt, url] of attemptUrls.entries()) {
        if (timeLimitSignal.aborted) break
        if (attempt === urls.length) await pauseFor(rpcRetryBaseMs)
        // Each attempt has a time limit, so that a hanging node leaves time for the next one.
        const attemptSignal = timeLimit(
          attemptMs(timeoutMs, attempt < urls.length ? urls.length : 1),
          timeLimitSignal,
        )
        const response = await askUrl(url, attemptSignal).catch(() => undefined)
        if (response && !response.isBusy) {
          pauseEndByUrl.delete(url)
          return response.answer
        }
        if (response) busyAnswers.push(response.answer)
        pauseEndByUrl.set(url, performance.now() + failurePauseMs)
        if (response && urls.length === 1) break
      }
      const lastBusyAnswer = busyAnswers.pop()
      if (lastBusyAnswer !== undefined) return lastBusyAnswer
      throw outageRefusal(id)
    },
  }
}

function attemptMs(timeoutMs: number, shareCount: number): number {
  return Math.ceil(Math.max(100, timeoutMs / shareCount))
}

function outageRefusal(chain: ChainId): Error {
  return refusal(503, 'chainId', `No node of ${chain} answers at the moment`)
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
