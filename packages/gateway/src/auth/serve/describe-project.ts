import type { Social } from '@latchkey/protocol'
import type { VaultProject } from '@latchkey/protocol/vault'
import type { Config } from '../../config/schema.ts'

/** What the vault's documents are told of a project beside its id and origins. */
export function describeProject(
  { vault, chains }: Pick<Config, 'chains' | 'vault'>,
  project: string,
): Omit<VaultProject, 'project' | 'origins'> {
  const { origin = '', limits = {}, recoveryByOperator = false, namespaces = [] } = vault ?? {}
  const { providers = {}, farcaster } = vault ?? {}
  const offered = Object.entries(providers).flatMap(([id, given]) => (given ? [id as Social] : []))
  const ids = chains.map(({ id }) => id).filter((id) => namespaces.some((namespace) => id.startsWith(`${namespace}:`)))
  return {
    providers: farcaster ? [...offered, 'farcaster'] : offered,
    // Through this origin: the operator's own addresses of nodes hold keys, and the policy names nobody else.
    rpc: Object.fromEntries(ids.map((id) => [id, `${origin}/rpc/${project}?chainId=${encodeURIComponent(id)}`])),
    limits: Object.fromEntries(
      Object.entries(limits).flatMap(([id, most]) => (most === undefined ? [] : [[id, most]])),
    ),
    recoveryByOperator,
    namespaces,
  }
}
