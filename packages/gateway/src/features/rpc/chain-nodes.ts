import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { familyOfChain } from '../../families/families.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { restNodes } from './rest-nodes.ts'
import { type NodesOptions, rpcNodes } from './rpc-nodes.ts'

/** Sends calls to the nodes of all chains, with the protocol of each chain's family. */
export function chainNodes(
  config: Pick<Config, 'chains' | 'rpc'>,
  fetchNode?: Fetch,
  options: NodesOptions = {},
): NodePort {
  const ports = {
    rpc: rpcNodes(config, fetchNode, options),
    rest: restNodes(config, fetchNode, options),
  }
  return {
    ask: (chain, calls, signal) =>
      ports[familyOfChain(chain)?.nodes ?? 'rpc'].ask(chain, calls, signal),
  }
}
