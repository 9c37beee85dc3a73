import { type ChainId, LatchkeyError, namespaceOf, rpcTimeoutMs } from '@latchkey/protocol'
import type { Adapter } from '../contract/adapter.ts'
import type { ReadSource } from '../contract/reader.ts'
import { getFromGateway } from '../gateway/get.ts'
import { postToGateway } from '../gateway/post.ts'
import { supportedChains } from '../gateway/supported-chains.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { readSource } from '../rpc/read-source.ts'
import { swapFailure } from './swap-failure.ts'

interface SwapGatewayCall<T> {
  readonly chain: ChainId
  /** Path of the call, below `v1/convert/`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Body of a POST request; without a body the request is a GET. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly isAnswer: (value: unknown) => value is T
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends one of the gateway's swap calls, with a timeout of ten seconds. Nothing is requested for a
 * chain that the gateway does not serve.
 * @throws `swap-chain-unsupported` | `swap-liquidity-missing` | `swap-unavailable` |
 * `gateway-answer-invalid` | `aborted` | …
 */
export async function askSwapGateway<T>(kit: Kit, question: SwapGatewayCall<T>): Promise<T> {
  const { chain, query, body, isAnswer, signal } = question
  const path = `v1/convert/${question.path}`
  const readAnswer = (answer: unknown): T | null => (isAnswer(answer) ? answer : null)
  try {
    return await withTimeout(rpcTimeoutMs, signal, async (innerSignal) => {
      if (!(await supportedChains(kit, innerSignal)).http.includes(chain))
        throw new LatchkeyError('swap-chain-unsupported', { reason: chain })
      if (!body)
        return getFromGateway(kit, path, {
          query: query ?? {},
          read: readAnswer,
          signal: innerSignal,
        })
      const projectId = kit.options.gateway?.project
      // The gateway only builds the transaction and stores nothing, so a retry is safe.
      return postToGateway(kit, path, {
        body: { projectId, ...body },
        read: readAnswer,
        signal: innerSignal,
        isRepeatable: true,
      })
    })
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted')
    throw swapFailure(cause)
  }
}

/**
 * Returns the adapter of a chain and the source for reads of this chain.
 * @throws `chain-unsupported`
 */
export function chainContextOf(
  kit: Kit,
  chain: ChainId,
  signal: AbortSignal | undefined,
): { readonly adapter: Adapter; readonly source: ReadSource } {
  return { adapter: adapterOf(kit, namespaceOf(chain)), source: readSource(kit, { chain, signal }) }
}
