import { hasCode, LatchkeyError } from '@latchkey/protocol'
import {
  type VaultEvent,
  type VaultMethod,
  type VaultMethods,
  vaultMessageLength,
} from '@latchkey/protocol/vault'
import { readMessage } from './read-message.ts'

/** Calls to the frame over one port. */
export interface VaultPort {
  /**
   * @throws the frame's errors | `vault-unreachable` when the frame is lost | `rpc-invalid-params`
   */
  call<M extends VaultMethod>(
    method: M,
    params: VaultMethods[M]['params'],
    options?: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number },
  ): Promise<unknown>
  close(): void
}

/**
 * The frame sends a heartbeat every 15 s; after this many milliseconds of silence it is asked
 * whether it is there.
 */
export const silenceMs = 45_000
const answerMs = 10_000
const tickMs = 15_000
/** Far more messages than a frame sends. */
const mostTextsPerSecond = 500

interface Waiting {
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Calls a frame whose port was welcomed. */
export function openPort({
  port,
  origin,
  onEvent,
  onLost,
}: {
  readonly port: MessagePort
  readonly origin: string
  readonly onEvent: (event: VaultEvent) => void
  /** Called once, when the frame is gone or breaks the protocol. */
  readonly onLost: (error: LatchkeyError) => void
}): VaultPort {
  const waiting = new Map<number, Waiting>()
  let isOpen = true
  let last = 0
  let heardAt = Date.now()
  let second = 0
  let texts = 0

  const closePort = (
    error = new LatchkeyError('vault-unreachable', { reason: 'closed' }),
  ): void => {
    if (!isOpen) return
    isOpen = false
    clearInterval(timer)
    port.close()
    for (const { reject } of waiting.values()) {
      reject(error)
    }
    waiting.clear()
  }
  const losePort = (error: LatchkeyError): void => {
    if (!isOpen) return
    closePort(error)
    onLost(error)
  }
  const postCall = (id: number, method: VaultMethod, params: unknown): void => {
    const text = JSON.stringify({ id, method, params })
    if (text.length > vaultMessageLength)
      throw new LatchkeyError('rpc-invalid-params', { reason: 'longer than a vault takes' })
    port.postMessage(text)
  }
  const callVault: VaultPort['call'] = (method, params, { signal, timeoutMs } = {}) =>
    new Promise((resolve, reject) => {
      if (!isOpen) throw new LatchkeyError('vault-unreachable', { reason: 'closed' })
      if (signal?.aborted) throw abortedBy(signal.reason)
      last += 1
      const id = last
      postCall(id, method, params)
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(
              () =>
                failCall(
                  new LatchkeyError('vault-unreachable', { reason: `no answer to ${method}` }),
                ),
              timeoutMs,
            )
      const abortCall = (): void => {
        // Withdraws the request, because the page no longer waits for it.
        if (method === 'request') postCall(++last, 'request-cancel', { request: id })
        failCall(abortedBy(signal?.reason))
      }
      const settleCall = (): void => {
        waiting.delete(id)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abortCall)
      }
      const failCall = (error: unknown): void => {
        settleCall()
        reject(error)
      }
      signal?.addEventListener('abort', abortCall, { once: true })
      waiting.set(id, {
        resolve: (result) => {
          settleCall()
          resolve(result)
        },
        reject: failCall,
      })
    })

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isOpen) return
    heardAt = Date.now()
    const now = Math.floor(heardAt / 1000)
    texts = now === second ? texts + 1 : 1
    second = now
    if (texts > mostTextsPerSecond)
      return losePort(new LatchkeyError('vault-refused', { reason: 'the frame floods the page' }))
    const said = readMessage(data, origin)
    if (!said) return
    if (said.kind === 'event') return onEvent(said.event)
    const one = waiting.get(said.id)
    if (said.kind === 'answer') one?.resolve(said.result)
    else one?.reject(said.error)
  }
  // A page that slept runs its timers late: only a call shows whether the frame is gone.
  const timer = setInterval(() => {
    if (Date.now() - heardAt < silenceMs) return
    callVault('session', { chains: [] }, { timeoutMs: answerMs }).catch(() => {
      if (Date.now() - heardAt >= silenceMs)
        losePort(new LatchkeyError('vault-unreachable', { reason: 'the frame is silent' }))
    })
  }, tickMs)
  return { call: callVault, close: closePort }
}

/** A reason with a code of its own is told as it is. */
function abortedBy(reason: unknown): LatchkeyError {
  return hasCode(reason) ? reason : new LatchkeyError('aborted', { cause: reason })
}
