import { race } from '@latchkey/protocol/race'
import type { SafeInfo } from '../answers/read-safe-info.ts'
import type { SafeTransaction } from '../answers/safe-transaction.ts'
import type { AskSafe } from '../frame/open-port.ts'

/** What the functions need that answer a page's requests for the Safe. */
export interface SafeContext {
  readonly ask: AskSafe
  readonly info: SafeInfo
  /** Aborts when the wallet is disconnected; requests then no longer wait for the owners. */
  readonly signal: AbortSignal
  /** The transactions that this page has proposed, by safeTxHash, each as it was last read. */
  readonly proposals: Map<string, SafeTransaction>
}

const firstPauseMs = 1000
/**
 * Longest pause between two questions to the Safe app. Owners may take days, so the pauses grow.
 */
const lastPauseMs = 15_000

/**
 * Calls `read` again and again until it returns something other than undefined. The pauses between
 * the calls grow, and `signal` ends the waiting.
 */
export async function poll<T>(read: () => Promise<T | undefined>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, lastPauseMs)) {
    const answer = await race(read, signal)
    if (answer !== undefined) return answer
    let timer: ReturnType<typeof setTimeout> | undefined
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, pauseMs)
    })
    await race(() => pause, signal).finally(() => clearTimeout(timer))
  }
}

/**
 * Makes an error as a wallet throws it: its `code` is a number of EIP-1193, EIP-1474 or EIP-5792.
 */
export function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}
