import { type Kit, readSource } from '@latchkey/core'
import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { toProviderError } from './provider-error.ts'

/** An EIP-1193 provider of one chain that only reads. */
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
 * An EIP-1193 provider that reads one chain where the kit reads it: at the owner's nodes, else
 * through the gateway, else through the connected wallet; never at a public default node. It stays
 * on its chain when the wallet switches. The kit has tried all of its sources when an error comes,
 * so nobody should retry.
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
        // viem expects the number and the data of a revert where EIP-1193 places them.
        throw await toProviderError(error)
      }
    },
  } satisfies ReadProvider)
}

export declare namespace getReadProvider {
  type Parameters = {
    /** CAIP-2; one of the kit's chains, of this family. */
    readonly chain: ChainId
  }
  type ReturnType = ReadProvider
}
