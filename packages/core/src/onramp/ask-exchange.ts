import { LatchkeyError } from '@latchkey/protocol'
import { postToGateway } from '../gateway/post.ts'
import type { Kit } from '../machine/kit.ts'
import { onrampFailure } from './onramp-failure.ts'

/**
 * Calls one of the gateway's JSON-RPC methods about exchanges.
 * @throws `exchange-unavailable` with the exchange's message | `project-id-unknown` |
 *   `origin-not-allowed` | `aborted`
 */
export async function askExchange<T>(
  kit: Kit,
  { method, params, read, ...callOptions }: askExchange.Parameters<T>,
): Promise<T> {
  try {
    return await postToGateway(kit, 'v1/json-rpc', {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, projectId: kit.options.gateway?.project },
      },
      ...callOptions,
      read: (answer) => {
        const { result, error } = (answer ?? {}) as {
          result?: unknown
          error?: { message?: unknown } | null
        }
        if (!error) return read(result)
        const { message } = error
        const reason = typeof message === 'string' ? message.slice(0, 200) : ''
        throw new LatchkeyError('exchange-unavailable', { reason })
      },
    })
  } catch (cause) {
    throw onrampFailure(cause, 'exchange-unavailable')
  }
}

export declare namespace askExchange {
  type Parameters<T> = {
    readonly method: string
    readonly params: Readonly<Record<string, unknown>>
    readonly read: (result: unknown) => T | null
    readonly isRepeatable?: boolean
    readonly signal?: AbortSignal | undefined
  }
}
