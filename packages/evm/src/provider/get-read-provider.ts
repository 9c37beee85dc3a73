import { type Kit, readSource } from '@latchkey/core'
import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { toProviderError } from './provider-error.ts'

/** An EIP-1193 provider for one chain that only reads. */
export interface ReadProvider {
  /**
   * Answers a JSON-RPC request from the kit's sources for the chain.
   * @throws ProviderRpcError with a number of EIP-1193 or EIP-1474, and in `data` what the node
   *   added, such as the data of a revert
   */
  request(parameters: {
    readonly method: string
    readonly params?: readonly unknown[] | undefined
    // biome-ignore lint/suspicious/noExplicitAny: the answer's type depends on the method; libraries declare it so
  }): Promise<any>
}

/**
 * Returns an EIP-1193 provider that reads one chain through the kit's sources: the owner's nodes,
 * else the gateway, else the connected wallet; never a public default node. It keeps its chain when
 * the wallet switches. A request that fails should not be retried, because the kit has tried all of
 * its sources.
 * @throws `chain-unsupported`
 *
 * @example
 * const provider = getReadProvider(kit, { chain: 'eip155:1' })
 * const block = await provider.request({ method: 'eth_blockNumber' })
 */
export function getReadProvider(
  kit: Kit,
  { chain }: getReadProvider.Parameters,
): getReadProvider.ReturnType {
  const isKnown = kit.chains.some(({ id }) => id === chain)
  if (!isKnown || !chain.startsWith('eip155:'))
    throw new LatchkeyError('chain-unsupported', { reason: chain })
  return Object.freeze({
    async request({ method, params = [] }) {
      try {
        return await readSource(kit, { chain }).request(method, params)
      } catch (error) {
        // The error is converted, because viem expects its number and the data of a revert where
        // EIP-1193 places them.
        throw await toProviderError(error)
      }
    },
  } satisfies ReadProvider)
}

export declare namespace getReadProvider {
  type Parameters = {
    /** CAIP-2 id of the chain to read: one of the kit's Ethereum-like chains. */
    readonly chain: ChainId
  }
  type ReturnType = ReadProvider
}
