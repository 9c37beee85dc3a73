import type {
  FrameToWindow,
  VaultAsks,
  VaultRelayed,
  WindowToFrame,
} from '@latchkey/protocol/vault'

/** The error for a call that the gateway refused; the frame passed the refusal on. */
interface RefusalError extends Error {
  readonly code: string
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number
}

type WithoutId<M> = M extends { readonly id: string } ? Omit<M, 'id'> : never
/** A message from a window to the frame, without the window's id. */
export type WindowMessage = WithoutId<WindowToFrame>

/**
 * Calls to the gateway that the frame makes for this window. Each has a number, which its answer
 * repeats.
 */
export interface FrameCalls {
  /**
   * Makes the frame call the gateway. Rejects with an error whose `code` is that of the gateway's
   * refusal.
   */
  ask<K extends VaultRelayed>(call: K, body: VaultAsks[K]['body']): Promise<VaultAsks[K]['answer']>
  /** Handles a message of the frame if it answers a call; returns whether it did. */
  takeAnswer(message: FrameToWindow): boolean
}

const answerTimeoutMs = 30_000

export function openFrameCalls(
  sendMessage: (message: WindowMessage) => void,
  isOpen: () => boolean,
): FrameCalls {
  const waitingCalls = new Map<
    number,
    { resolve(answer: unknown): void; reject(error: unknown): void }
  >()
  const callIds = { last: 0 }
  return {
    ask: (call, body) =>
      new Promise((resolve, reject) => {
        if (!isOpen()) return reject(createRefusal('vault-unreachable'))
        callIds.last += 1
        const ask = callIds.last
        waitingCalls.set(ask, { resolve: resolve as (answer: unknown) => void, reject })
        sendMessage({ type: 'latchkey-window-ask', ask, call, body })
        setTimeout(
          () => waitingCalls.delete(ask) && reject(createRefusal('vault-unreachable')),
          answerTimeoutMs,
        )
      }),
    takeAnswer(message) {
      if (message.type !== 'latchkey-frame-answer') return false
      const pendingCall = waitingCalls.get(message.ask)
      waitingCalls.delete(message.ask)
      if (message.code) pendingCall?.reject(createRefusal(message.code, message.retryAfter))
      else pendingCall?.resolve(message.answer)
      return true
    },
  }
}

function createRefusal(code: string, retryAfter?: number): RefusalError {
  return Object.assign(new Error(code), { code, ...(retryAfter !== undefined && { retryAfter }) })
}
