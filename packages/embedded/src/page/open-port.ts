import { hasCode, LatchkeyError } from '@latchkey/protocol'
import {
  type VaultEvent,
  type VaultMethod,
  type VaultMethods,
  vaultMessageLength,
} from '@latchkey/protocol/vault'
import { readMessage } from './read-message.ts'

/** Sends calls to the vault's frame over one message port. */
export interface VaultPort {
  /**
   * Calls a method of the frame and returns its answer.
   * @throws the frame's errors | `vault-unreachable` when the frame is lost |
   *   `rpc-invalid-params`
   */
  call<M extends VaultMethod>(
    method: M,
    params: VaultMethods[M]['params'],
    options?: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number },
  ): Promise<unknown>
  close(): void
}

/**
 * The frame sends a heartbeat every 15 s; after this many milliseconds of silence the page checks
 * that the frame still exists.
 */
export const silenceTimeoutMs = 45_000
const pingTimeoutMs = 10_000
const pingIntervalMs = 15_000
/** Limit of messages per second; a frame that works sends far fewer. */
const maxTextsPerSecond = 500

interface PendingCall {
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Makes the port over which the page calls a frame that has confirmed the connection. */
export function openPort({
  port,
  origin,
  onEvent,
  onLost,
}: {
  readonly port: MessagePort
  readonly origin: string
  readonly onEvent: (event: VaultEvent) => void
  /** Called once, when the frame is lost or breaks the protocol. */
  readonly onLost: (error: LatchkeyError) => void
}): VaultPort {
  const pendingCalls = new Map<number, PendingCall>()
  let isOpen = true
  let lastCallId = 0
  let lastMessageAt = Date.now()
  let currentSecond = 0
  let textsInSecond = 0

  const closePort = (
    error = new LatchkeyError('vault-unreachable', { reason: 'closed' }),
  ): void => {
    if (!isOpen) return
    isOpen = false
    clearInterval(timer)
    port.close()
    for (const { reject } of pendingCalls.values()) {
      reject(error)
    }
    pendingCalls.clear()
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
      if (signal?.aborted) throw toAbortError(signal.reason)
      lastCallId += 1
      const id = lastCallId
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
        if (method === 'request') postCall(++lastCallId, 'request-cancel', { request: id })
        failCall(toAbortError(signal?.reason))
      }
      const settleCall = (): void => {
        pendingCalls.delete(id)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abortCall)
      }
      const failCall = (error: unknown): void => {
        settleCall()
        reject(error)
      }
      signal?.addEventListener('abort', abortCall, { once: true })
      pendingCalls.set(id, {
        resolve: (result) => {
          settleCall()
          resolve(result)
        },
        reject: failCall,
      })
    })

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isOpen) return
    lastMessageAt = Date.now()
    const now = Math.floor(lastMessageAt / 1000)
    textsInSecond = now === currentSecond ? textsInSecond + 1 : 1
    currentSecond = now
    if (textsInSecond > maxTextsPerSecond)
      return losePort(new LatchkeyError('vault-refused', { reason: 'the frame floods the page' }))
    const message = readMessage(data, origin)
    if (!message) return
    if (message.kind === 'event') return onEvent(message.event)
    const pendingCall = pendingCalls.get(message.id)
    if (message.kind === 'answer') pendingCall?.resolve(message.result)
    else pendingCall?.reject(message.error)
  }
  // The timers of a suspended page run late, so silence alone is no proof: only a call shows
  // whether the frame still exists.
  const timer = setInterval(() => {
    if (Date.now() - lastMessageAt < silenceTimeoutMs) return
    callVault('session', { chains: [] }, { timeoutMs: pingTimeoutMs }).catch(() => {
      if (Date.now() - lastMessageAt >= silenceTimeoutMs)
        losePort(new LatchkeyError('vault-unreachable', { reason: 'the frame is silent' }))
    })
  }, pingIntervalMs)
  return { call: callVault, close: closePort }
}

/**
 * The error of an aborted call: the abort reason itself if it has an error code, else `aborted`.
 */
function toAbortError(reason: unknown): LatchkeyError {
  return hasCode(reason) ? reason : new LatchkeyError('aborted', { cause: reason })
}
