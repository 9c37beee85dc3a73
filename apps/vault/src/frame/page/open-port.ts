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
import { parseBare } from './parse-bare.ts'
import type { Greeted } from './take-hello.ts'

/** Tokens a second, and how many may be saved up. */
const rate = { perSecond: 20, most: 60 }
/** More than this many refused for haste in a row, and nobody listens any more. */
const mostHasty = 500
const aliveMs = 15_000

/** The frame's end of the one line to the page. */
export interface PagePort {
  readonly tell: (event: VaultEvent) => void
  readonly close: () => void
}

/**
 * Hears the page over its port: texts only, bounded in size and rate, ids rising, each held against
 * its schema. What is no request at all ends the line; what is one, but not in order, is refused.
 */
export function openPort(
  { port, nonce, version }: Greeted,
  run: (request: VaultRequest) => Promise<unknown>,
  now: () => number = () => performance.now(),
): PagePort {
  let last = 0
  let tokens = rate.most
  let refilledAt = now()
  let hasty = 0
  const say = (message: VaultAnswer | VaultEvent | VaultWelcome): void => {
    const text = JSON.stringify(message)
    if (text.length <= vaultMessageLength) port.postMessage(text)
    else if ('id' in message)
      say({
        id: message.id,
        error: { code: 'rpc-answer-invalid', reason: 'longer than a page takes' },
      })
  }
  const beat = setInterval(() => say({ event: 'alive' }), aliveMs)
  const close = (): void => {
    clearInterval(beat)
    port.onmessage = null
    port.close()
  }
  const isInTime = (): boolean => {
    const at = now()
    tokens = Math.min(rate.most, tokens + ((at - refilledAt) / 1000) * rate.perSecond)
    refilledAt = at
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
  const refuse = (id: number, code: ErrorCode, reason: string): void =>
    say({ id, error: { code, reason } })
  const hear = (data: unknown): void => {
    const said = parse(data)
    const id = readId(said)
    if (id === null) {
      close()
      return
    }
    if (!isInTime()) {
      hasty += 1
      if (hasty > mostHasty) close()
      else say({ id, error: { code: 'rate-limited', retryAfter: 1 } })
      return
    }
    hasty = 0
    if (id <= last) {
      refuse(id, 'vault-refused', 'ids rise')
      return
    }
    last = id
    const request = readRequest(said)
    if (!request) {
      refuse(id, 'vault-refused', 'no method of the vault, or not in its shape')
      return
    }
    run(request).then(
      (result) => say({ id, result: result ?? null }),
      (error: unknown) => say({ id, error: describe(error) }),
    )
  }
  port.onmessage = ({ data }: MessageEvent<unknown>) => hear(data)
  say({ type: 'welcome', version, nonce, load: randomId(16) })
  return { tell: say, close }
}

function parse(data: unknown): unknown {
  if (typeof data !== 'string' || data.length > vaultMessageLength) return null
  try {
    return parseBare(data)
  } catch {
    return null
  }
}

/** What a page may know of a failure: its code, and a bounded reason. */
function describe(error: unknown): Extract<VaultAnswer, { error: unknown }>['error'] {
  const known = hasCode(error) ? error : new LatchkeyError('unknown')
  const { reason, sourceCode, retryAfter } = known.context
  return {
    code: known.code,
    ...(reason && { reason: reason.slice(0, 300) }),
    ...(typeof sourceCode === 'number' && { sourceCode }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  }
}
