import type { ChainId, Social } from '@latchkey/protocol'
import type { VaultProject, VaultSmart } from '@latchkey/protocol/vault'
import type { Config } from '../../../base/config/schema.ts'

/**
 * Returns the settings of a project that the vault's HTML documents contain, except its id and
 * origins.
 */
export function describeProject(
  { vault, chains }: Pick<Config, 'chains' | 'vault'>,
  project: string,
): Omit<VaultProject, 'project' | 'origins'> {
  const { origin = '', limits = {}, recoveryByOperator = false, namespaces = [] } = vault ?? {}
  const { providers = {}, farcaster, smart = {}, small = {} } = vault ?? {}
  const smallPayments = Object.hasOwn(small, project) ? small[project] : undefined
  const offeredProviders = Object.entries(providers).flatMap(([id, given]) =>
    given ? [id as Social] : [],
  )
  const vaultChainIds = chains
    .map(({ id }) => id)
    .filter((id) => namespaces.some((namespace) => id.startsWith(`${namespace}:`)))
  // Makes the address of a service on the vault's origin. The operator's own addresses are not
  // used: they contain keys, and the CSP allows no other host.
  const proxyAddress = (path: string, id: string): string =>
    `${origin}/${path}/${project}?chainId=${encodeURIComponent(id)}`
  const contracts = vaultChainIds.flatMap((id): [string, VaultSmart][] => {
    const { factory, implementation, delegate, sponsor } = smart[id] ?? {}
    if (!factory || !implementation) return []
    const sponsorField = sponsor === undefined ? {} : { sponsor: proxyAddress('sponsor', id) }
    const delegateField = delegate === undefined ? {} : { delegate }
    return [
      [
        id,
        {
          factory,
          implementation,
          bundler: proxyAddress('bundler', id),
          ...sponsorField,
          ...delegateField,
        },
      ],
    ]
  })
  return {
    providers: farcaster ? [...offeredProviders, 'farcaster'] : offeredProviders,
    rpc: Object.fromEntries(vaultChainIds.map((id) => [id, proxyAddress('rpc', id)])),
    limits: dropAbsentChains(limits),
    ...(smallPayments && { small: dropAbsentChains(smallPayments) }),
    recoveryByOperator,
    namespaces,
    ...(contracts.length > 0 && { smart: Object.fromEntries(contracts) }),
  }
}

/** Leaves out the chains whose value is undefined. */
function dropAbsentChains<T>(
  byChain: Readonly<Partial<Record<ChainId, T>>>,
): Readonly<Record<ChainId, T>> {
  return Object.fromEntries(
    Object.entries(byChain).flatMap(([id, one]) => (one === undefined ? [] : [[id, one]])),
  )
}
