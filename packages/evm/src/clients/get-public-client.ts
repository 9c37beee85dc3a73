import { getAccount, type Kit } from '@latchkey/core'
import { type ChainId, inWords, LatchkeyError } from '@latchkey/protocol'
import type { CustomTransport, PublicClient, Chain as ViemChain } from 'viem'

/**
 * Returns a viem `PublicClient` whose reads go where the kit's own reads go: to the owner's nodes,
 * else through the gateway, else through the connected wallet; never to a public default node.
 * viem's code is loaded by the first call.
 * @throws `chain-unsupported`
 *
 * @example
 * const client = await getPublicClient(kit, { chain: 'eip155:1' })
 * const block = await client.getBlockNumber()
 */
export function getPublicClient(
  kit: Kit,
  parameters: getPublicClient.Parameters = {},
): Promise<getPublicClient.ReturnType> {
  return inWords(runGetPublicClient(kit, parameters))
}

async function runGetPublicClient(
  kit: Kit,
  parameters: getPublicClient.Parameters,
): Promise<getPublicClient.ReturnType> {
  const { chain: id = getAccount(kit, { namespace: 'eip155' }).chain } = parameters
  const chain = kit.chains.find((candidate) => candidate.id === id)
  if (!chain || !id.startsWith('eip155:'))
    throw new LatchkeyError('chain-unsupported', { reason: id })
  const { makePublicClient } = await import('./make-clients.ts')
  return makePublicClient(kit, chain)
}

export declare namespace getPublicClient {
  type Parameters = {
    /**
     * CAIP-2 id of one of the kit's chains. Default: the present chain of the connected wallet or,
     * while no wallet is connected, the chain that the visitor chose.
     */
    readonly chain?: ChainId | undefined
  }
  type ReturnType = PublicClient<CustomTransport, ViemChain>
}
