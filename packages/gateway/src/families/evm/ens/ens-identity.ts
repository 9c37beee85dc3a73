import { getAddress, type Hex } from 'viem'
import { normalize } from 'viem/ens'
import type { Config } from '../../../base/config/schema.ts'
import type { IdentityPort } from '../../../ports/identity-port.ts'
import type { NamePort } from '../../../ports/name-port.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import type { NftItems } from '../history/nft-items.ts'
import { nodeClient } from '../nodes/node-client.ts'
import { readAvatar } from './avatar.ts'

/**
 * ENS names through the universal resolver of the configured chain. The resolver accepts a reverse
 * record only when the name resolves back to the address. Off-chain look-ups (EIP-3668) would make
 * the gateway call foreign servers: those of the operator's own zone are answered here, other names
 * are left out.
 * @param nfts - finds the collectibles that are avatars
 * @param names - the operator's own zone
 */
export function ensIdentity(
  { chains, identityChain, images }: Pick<Config, 'chains' | 'identityChain' | 'images'>,
  nodes: NodePort,
  nfts: NftItems,
  names?: Pick<NamePort, 'lookUp'>,
): IdentityPort {
  const chain = identityChain
    ? chains.find(({ id }) => id === identityChain)
    : chains.find(({ contracts }) => contracts?.ensUniversalResolver)
  const resolver = chain?.contracts?.ensUniversalResolver as Hex | undefined
  if (!chain || !resolver) return { find: async () => undefined }
  return {
    async find(address, signal) {
      const lookUpState = { isForeign: false }
      const lookUp = async ({ sender, data }: { sender: Hex; data: Hex }): Promise<Hex> => {
        const answer = await names?.lookUp(sender, data).catch(() => undefined)
        if (answer !== undefined) return answer as Hex
        lookUpState.isForeign = true
        throw new Error('a look-up elsewhere')
      }
      const client = nodeClient(nodes, chain.id, { signal, lookUp })
      const name = await client
        .getEnsName({ address: getAddress(address), universalResolverAddress: resolver })
        .catch((cause) => {
          if (lookUpState.isForeign) return null
          throw cause
        })
      if (!name || name.length > 255 || !isNormal(name)) return undefined
      const avatarRecord = await client
        .getEnsText({ name, key: 'avatar', universalResolverAddress: resolver })
        .catch(() => null)
      const avatarDependencies = { chains, nodes, nfts, ipfsGateway: images.ipfsGateway }
      const avatar = avatarRecord
        ? await readAvatar(avatarRecord, address, avatarDependencies, signal).catch(() => undefined)
        : undefined
      return avatar ? { name, avatar } : { name }
    },
  }
}

/** A name that is not in its normalised form may look like another name, so it is not shown. */
function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
