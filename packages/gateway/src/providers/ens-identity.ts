import { createPublicClient, custom, getAddress, type Hex, type PublicClient } from 'viem'
import { normalize } from 'viem/ens'
import type { Config } from '../config/schema.ts'
import type { NftItems } from '../history/nft-items.ts'
import { readAvatar } from './avatar.ts'
import type { IdentityPort } from './identity-port.ts'
import type { NodePort } from './node-port.ts'

/**
 * Names by ENS through the universal resolver of the configured chain. The resolver believes a reverse record only when
 * the name leads back to the address. Off-chain look-ups (EIP-3668) are off: they would make the gateway call strangers.
 * @param nfts - where collectibles may be pictures
 */
export function ensIdentity(
  { chains, identityChain, images }: Pick<Config, 'chains' | 'identityChain' | 'images'>,
  nodes: NodePort,
  nfts: NftItems,
): IdentityPort {
  const chain = identityChain
    ? chains.find(({ id }) => id === identityChain)
    : chains.find(({ contracts }) => contracts?.ensUniversalResolver)
  const resolver = chain?.contracts?.ensUniversalResolver as Hex | undefined
  if (!chain || !resolver) return { find: async () => undefined }
  return {
    async find(address, signal) {
      const client = clientOf(nodes, chain, signal)
      const name = await client.getEnsName({ address: getAddress(address), universalResolverAddress: resolver })
      if (!name || name.length > 255 || !isNormal(name)) return undefined
      const record = await client
        .getEnsText({ name, key: 'avatar', universalResolverAddress: resolver })
        .catch(() => null)
      const parts = { chains, nodes, nfts, ipfsGateway: images.ipfsGateway }
      const avatar = record ? await readAvatar(record, address, parts, signal).catch(() => undefined) : undefined
      return avatar ? { name, avatar } : { name }
    },
  }
}

/** A name that is not in its normal form may look like another one. */
function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

function clientOf(nodes: NodePort, chain: Config['chains'][number], signal: AbortSignal | undefined): PublicClient {
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const raw = params === undefined ? undefined : JSON.stringify(params)
    const [answer] = await nodes.ask(chain.id, [{ method, params: raw }], signal)
    const value: unknown = JSON.parse(answer?.text ?? 'null')
    if (answer?.kind === 'error') throw value
    return value
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), ccipRead: false })
}
