import * as catalog from '@latchkey/catalog/networks'
import type { Chain } from '@latchkey/protocol'
import { LatchkeyError } from '@latchkey/protocol'

/** The networks of an app when the user names none. */
export const defaultChains: readonly string[] = ['mainnet', 'base']

/** Networks that the question offers; `--chains` accepts all others too. */
export const offeredChains: readonly string[] = [
  'mainnet',
  'base',
  'arbitrum',
  'optimism',
  'polygon',
  'bsc',
  'avalanche',
  'sepolia',
  'baseSepolia',
]

const byName: ReadonlyMap<string, Chain> = new Map(
  Object.entries(catalog).flatMap(([name, chain]) =>
    'id' in chain && chain.id.startsWith('eip155:') ? [[name, chain] as const] : [],
  ),
)

/** Names of all networks that an app can use: the EVM networks of the catalog. */
export function listChainNames(): readonly string[] {
  return [...byName.keys()]
}

/** The network with this name in the catalog. @throws `config-invalid` when there is none */
export function findChain(name: string): Chain {
  const chain = byName.get(name)
  if (chain) return chain
  throw new LatchkeyError('config-invalid', {
    reason: `no network is called ${JSON.stringify(name.slice(0, 64))}`,
    fix: `choose among ${listChainNames().join(', ')}`,
  })
}

/** @throws `config-invalid` when the list is empty, or a name is unknown or occurs twice */
export function requireChains(names: readonly string[]): readonly string[] {
  if (names.length === 0)
    throw new LatchkeyError('config-invalid', {
      reason: 'no network is named',
      fix: `name one or more with --chains ${defaultChains.join(',')}`,
    })
  for (const [i, name] of names.entries()) {
    findChain(name)
    if (names.indexOf(name) !== i)
      throw new LatchkeyError('config-invalid', {
        reason: `the network ${name} is named twice`,
        fix: 'name it once',
      })
  }
  return names
}
