import type { ChainId } from '@latchkey/protocol'
import {
  type CcipRequestParameters,
  createPublicClient,
  custom,
  type Hex,
  type PublicClient,
} from 'viem'
import type { NodePort } from '../../../ports/node-port.ts'

interface Options {
  readonly signal?: AbortSignal | undefined
  /**
   * Answers off-chain look-ups (EIP-3668) that a contract asks for. Without it such look-ups fail,
   * because they would make the gateway call foreign servers.
   */
  readonly lookUp?: (asked: CcipRequestParameters) => Promise<Hex>
  /**
   * Called when no node answered: viem reports this to callers of contract functions with the same
   * error as a revert.
   */
  readonly onDown?: (cause: unknown) => void
}

/** A viem client of one chain that uses the gateway's nodes. */
export function nodeClient(
  nodes: NodePort,
  chain: ChainId,
  { signal, lookUp, onDown }: Options = {},
): PublicClient {
  const request = async ({
    method,
    params,
  }: {
    method: string
    params?: unknown
  }): Promise<unknown> => {
    const paramsJson = params === undefined ? undefined : JSON.stringify(params)
    const [answer] = await nodes
      .ask(chain, [{ method, params: paramsJson }], signal)
      .catch((cause) => {
        onDown?.(cause)
        throw cause
      })
    const value: unknown = JSON.parse(answer?.text ?? 'null')
    if (answer?.kind === 'error') throw value
    return value
  }
  return createPublicClient({
    transport: custom({ request }, { retryCount: 0 }),
    ccipRead: lookUp ? { request: lookUp } : false,
  })
}
