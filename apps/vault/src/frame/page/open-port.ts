import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'
import {
  type VaultAnswer,
  type VaultEvent,
  type VaultRequest,
  type VaultWelcome,
  vaultMessageLength,
} from '@latchkey/protocol/vault'
import { randomId } from '../../base64url.ts'
import { readId, readRequest } from '../requests/read-request.ts'
import { parseWithoutPrototype } from './parse-without-prototype.ts'
import type { PageGreeting } from './take-hello.ts'

/** Rate limit for the page's requests: how many per second, and how many at once. */
const rateLimit = { perSecond: 20, most: 60 }
/** Number of requests in a row above the rate limit after which the port is closed. */
const maxRateViolations = 500
const aliveIntervalMs = 15_000

/**
 * The frame's end of the message port to the page around it; there is no other connection to the
 * page.
 */
export interface PagePort {
  readonly tell: (event: VaultEvent) => void
  readonly close: () => void
}

/**
 * Listens to the page through its message port. Messages must be texts, limited in size and rate;
 * their ids must increase, and each must fit its schema. A message that is no request at all closes
 * the port; a request that breaks a rule is refused.
 */
export function openPort(
  { port, nonce, version }: PageGreeting,
  run: (request: VaultRequest) => Promise<unknown>,
  now: () => number = () => performance.now(),
): PagePort {
  let lastRequestId = 0
  let requestTokens = rateLimit.most
  let refilledAt = now()
  let rateViolations = 0
  const sendMessage = (message: VaultAnswer | VaultEvent | VaultWelcome): void => {
    const text = JSON.stringify(message)
    if (text.length <= vaultMessageLength) port.postMessage(text)
    else if ('id' in message)
      sendMessage({
        id: message.id,
        error: { code: 'rpc-answer-invalid', reason: 'longer than a page takes' },
      })
  }
  const aliveTimer = setInterval(() => sendMessage({ event: 'alive' }), aliveIntervalMs)
  const closePort = (): void => {
    clearInterval(aliveTimer)
    port.onmessage = null
    port.close()
  }
  const takeRateToken = (): boolean => {
    const currentTime = now()
    requestTokens = Math.min(
      rateLimit.most,
      requestTokens + ((currentTime - refilledAt) / 1000) * rateLimit.perSecond,
    )
    refilledAt = currentTime
    if (requestTokens < 1) return false
    requestTokens -= 1
    return true
  }
  const refuseRequest = (id: number, code: ErrorCode, reason: string): void =>
    sendMessage({ id, error: { code, reason } })
  const handleMessage = (data: unknown): void => {
    const parsedMessage = parseMessage(data)
    const id = readId(parsedMessage)
    if (id === null) {
      closePort()
      return
    }
    if (!takeRateToken()) {
      rateViolations += 1
      if (rateViolations > maxRateViolations) closePort()
      else sendMessage({ id, error: { code: 'rate-limited', retryAfter: 1 } })
      return
    }
    rateViolations = 0
    if (id <= lastRequestId) {
      refuseRequest(id, 'vault-refused', 'ids rise')
      return
    }
    lastRequestId = id
    const request = readRequest(parsedMessage)
    if (!request) {
      refuseRequest(id, 'vault-refused', 'no method of the vault, or not in its shape')
      return
    }
    run(request).then(
      (result) => sendMessage({ id, result: result ?? null }),
      (error: unknown) => sendMessage({ id, error: describeFailure(error) }),
    )
  }
  port.onmessage = ({ data }: MessageEvent<unknown>) => handleMessage(data)
  sendMessage({ type: 'welcome', version, nonce, load: randomId(16) })
  return { tell: sendMessage, close: closePort }
}

function parseMessage(data: unknown): unknown {
  if (typeof data !== 'string' || data.length > vaultMessageLength) return null
  try {
    return parseWithoutPrototype(data)
  } catch {
    return null
  }
}

/** The part of a failure that a page may know: its code, and a reason of limited length. */
function describeFailure(error: unknown): Extract<VaultAnswer, { error: unknown }>['error'] {
  const codedError = hasCode(error) ? error : new LatchkeyError('unknown')
  const { reason, sourceCode, retryAfter } = codedError.context
  return {
    code: codedError.code,
    ...(reason && { reason: reason.slice(0, 300) }),
    ...(typeof sourceCode === 'number' && { sourceCode }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  }
}
