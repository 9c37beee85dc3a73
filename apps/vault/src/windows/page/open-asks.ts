import type {
  FrameToWindow,
  VaultAsks,
  VaultRelayed,
  WindowToFrame,
} from '@latchkey/protocol/vault'

/** A refusal of the gateway that the frame passed on. */
interface Refused extends Error {
  readonly code: string
  /** Seconds. */
  readonly retryAfter?: number
}

type WithoutId<M> = M extends { readonly id: string } ? Omit<M, 'id'> : never
/** A message of a window, without the channel's id. */
export type WindowTells = WithoutId<WindowToFrame>

/** Calls to the gateway through the frame, by number. */
export interface Asks {
  /** Makes the frame call the gateway. Rejects with an error whose `code` is the refusal's. */
  ask<K extends VaultRelayed>(call: K, body: VaultAsks[K]['body']): Promise<VaultAsks[K]['answer']>
  /** Whether the message was an answer to a call. */
  takeAnswer(message: FrameToWindow): boolean
}

const askMs = 30_000

export function openAsks(tell: (message: WindowTells) => void, isOpen: () => boolean): Asks {
  const waiting = new Map<
    number,
    { resolve(answer: unknown): void; reject(error: unknown): void }
  >()
  const numbers = { last: 0 }
  return {
    ask: (call, body) =>
      new Promise((resolve, reject) => {
        if (!isOpen()) return reject(refusalOf('vault-unreachable'))
        numbers.last += 1
        const ask = numbers.last
        waiting.set(ask, { resolve: resolve as (answer: unknown) => void, reject })
        tell({ type: 'latchkey-window-ask', ask, call, body })
        setTimeout(() => waiting.delete(ask) && reject(refusalOf('vault-unreachable')), askMs)
      }),
    takeAnswer(message) {
      if (message.type !== 'latchkey-frame-answer') return false
      const asked = waiting.get(message.ask)
      waiting.delete(message.ask)
      if (message.code) asked?.reject(refusalOf(message.code, message.retryAfter))
      else asked?.resolve(message.answer)
      return true
    },
  }
}

function refusalOf(code: string, retryAfter?: number): Refused {
  return Object.assign(new Error(code), { code, ...(retryAfter !== undefined && { retryAfter }) })
}
