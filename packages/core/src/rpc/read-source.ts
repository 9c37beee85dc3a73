import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { ReadSource } from '../contract/reader.ts'
import type { Kit } from '../machine/kit.ts'

/**
 * Returns the source for reads of a chain: the owner's nodes, else the gateway, else the connected
 * wallet; never a public default node.
 * @throws `chain-unsupported`; its `request` throws `read-unavailable` and the errors of node and
 *   network
 */
export function readSource(kit: Kit, { chain: id, signal }: readSource.Parameters): ReadSource {
  const chain = kit.chains.find((candidate) => candidate.id === id)
  if (!chain) throw new LatchkeyError('chain-unsupported', { reason: id })
  return {
    chain,
    ...(signal ? { signal } : {}),
    request: async (method, params) =>
      (await import('./read-chain.ts')).readChain(kit, { chain, method, params, signal }),
  }
}

export declare namespace readSource {
  type Parameters = {
    /** CAIP-2 id of the chain, which must be one of the kit's chains. */
    readonly chain: ChainId
    readonly signal?: AbortSignal | undefined
  }
}
