import type { ChainId } from '@latchkey/protocol'
import { refusal } from '../../base/refuse.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'

/**
 * The result of one call.
 * @throws a refusal: 503 when no node answers, or answers an error
 */
export async function askOne(
  nodes: NodePort,
  chain: ChainId,
  call: NodeCall,
  signal: AbortSignal | undefined,
): Promise<NodeAnswer> {
  const [answer] = await nodes.ask(chain, [call], signal)
  if (answer?.kind !== 'result') throw untoldRefusal(chain, call.method)
  return answer
}

/** The call that asks a REST server for a path. */
export function getCall(path: string): NodeCall {
  return { method: 'GET', params: JSON.stringify([path]) }
}

/** The refusal where a node answers what cannot be. */
export function untoldRefusal(chain: ChainId, what: string): Error {
  return refusal(503, 'chainId', `The node of ${chain} does not tell ${what}`)
}
