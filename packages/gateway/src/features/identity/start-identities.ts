import type { Config } from '../../base/config/schema.ts'
import type { Sql } from '../../data/sql.ts'
import { ensIdentity } from '../../families/evm/ens/ens-identity.ts'
import { nftItems } from '../../families/evm/history/nft-items.ts'
import type { IdentityPort } from '../../ports/identity-port.ts'
import type { ImagePort, PublicFetch } from '../../ports/image-port.ts'
import type { NamePort } from '../../ports/name-port.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { nameStore } from '../names/name-store.ts'
import { createNames } from '../names/names.ts'

interface IdentityDependencies {
  readonly config: Config
  readonly db: Sql
  readonly nodes: NodePort
  readonly images: ImagePort
  readonly fetchPublic: PublicFetch
}

/**
 * Creates the look-up of names and pictures; metadata documents of collectibles are fetched from
 * the public internet only.
 */
export function startIdentities({ config, ...dependencies }: IdentityDependencies): {
  readonly identities: IdentityPort
  readonly names: NamePort
} {
  const { ipfsGateway } = config.images
  const names = createNames({
    config,
    store: nameStore(dependencies.db),
    nodes: dependencies.nodes,
  })
  return {
    names,
    identities: ensIdentity(
      config,
      dependencies.nodes,
      nftItems({ ...dependencies, ipfsGateway }),
      names,
    ),
  }
}
