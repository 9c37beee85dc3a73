import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { VaultCalls } from '@latchkey/protocol/vault'
import type { DeviceKey } from '../store/open-store.ts'
import { isAnswer } from './is-answer.ts'
import { proveKey } from './prove-key.ts'
import { refusalToError } from './refusal.ts'

type Call = keyof VaultCalls
export type RequestBody<C extends Call> = VaultCalls[C]['body']
export type CallAnswer<C extends Call> = VaultCalls[C]['answer']

/** Calls the gateway's API at the vault's own origin. */
export type CallGateway = <C extends Call>(
  call: C,
  body: RequestBody<C>,
  options?: { readonly token?: string; readonly signal?: AbortSignal | undefined },
) => Promise<CallAnswer<C>>

const answerTimeoutMs = 30_000
const maxAnswerLength = 524_288

/**
 * Makes the client of the vault's API (`/api`): every call carries a proof of possession of the
 * device's key, and the shape of every answer is checked.
 * @throws the gateway's code | `gateway-unreachable` | `gateway-timeout` | `gateway-answer-invalid`
 *   | `aborted`
 */
export function openVaultApi(
  device: DeviceKey,
  { origin, fetch }: { origin: string; fetch: typeof globalThis.fetch },
): CallGateway {
  return async (call, body, { token, signal } = {}) => {
    const [method = '', path = ''] = call.split(' ')
    const requestText = body === undefined ? '' : JSON.stringify(body)
    const url = origin + path
    const proof = await proveKey(device, { method, url, body: requestText, token })
    const timeoutSignal = timeLimit(answerTimeoutMs, signal)
    try {
      const response = await fetch(url, {
        method,
        headers: {
          dpop: proof,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `DPoP ${token}` }),
        },
        ...(body !== undefined && { body: requestText }),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: timeoutSignal,
      })
      const responseText = await response.text()
      if (responseText.length > maxAnswerLength) throw invalidAnswerError(call)
      const answer = parseJson(responseText)
      if (!response.ok)
        throw refusalToError(response.status, answer, response.headers.get('retry-after'))
      if (!isAnswer(call, answer)) throw invalidAnswerError(call)
      return answer
    } catch (error) {
      if (hasCode(error)) throw error
      if (signal?.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
      throw new LatchkeyError(timeoutSignal.aborted ? 'gateway-timeout' : 'gateway-unreachable', {
        cause: error,
      })
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function invalidAnswerError(call: string): LatchkeyError {
  return new LatchkeyError('gateway-answer-invalid', { reason: call })
}
