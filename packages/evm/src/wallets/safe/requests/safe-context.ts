import { race } from '@latchkey/protocol/race'
import type { SafeInfo } from '../answers/read-safe-info.ts'
import type { SafeTransaction } from '../answers/safe-transaction.ts'
import type { AskSafe } from '../frame/open-port.ts'

/** What answering a request needs. */
export interface SafeContext {
  readonly ask: AskSafe
  readonly info: SafeInfo
  /** Aborts when the wallet is disconnected, which ends the waiting for owners. */
  readonly signal: AbortSignal
  /** The transactions that this page has proposed, as last read, by their safeTxHash. */
  readonly proposals: Map<string, SafeTransaction>
}

const firstPauseMs = 1000
/** Owners may take days, so the Safe app is asked less and less often. */
const lastPauseMs = 15_000

/**
 * Asks again and again, until `read` returns something else than undefined. The pauses grow, and
 * the waiting ends with `signal`.
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

/** Makes an error with a number of EIP-1193, EIP-1474 or EIP-5792, as a wallet throws it. */
export function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}
