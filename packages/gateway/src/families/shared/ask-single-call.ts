import type { ChainId } from '@latchkey/protocol'
import { refusal } from '../../base/refuse.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'

/**
 * Makes one call to the nodes of a chain and returns its result.
 * @throws a refusal: 503 when no node answers, or the answer is an error
 */
export async function askSingleCall(
  nodes: NodePort,
  chain: ChainId,
  call: NodeCall,
  signal: AbortSignal | undefined,
): Promise<NodeAnswer> {
  const [answer] = await nodes.ask(chain, [call], signal)
  if (answer?.kind !== 'result') throw unansweredRefusal(chain, call.method)
  return answer
}

/** Creates the call that requests a path of a REST server. */
export function getCall(path: string): NodeCall {
  return { method: 'GET', params: JSON.stringify([path]) }
}

/** Creates the refusal of a request whose node gave an impossible answer. */
export function unansweredRefusal(chain: ChainId, what: string): Error {
  return refusal(503, 'chainId', `The node of ${chain} does not tell ${what}`)
}
