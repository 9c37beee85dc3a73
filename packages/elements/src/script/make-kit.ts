import { networks as knownNetworks } from '@latchkey/catalog/networks'
import type { Adapter, Kit } from '@latchkey/core'
import { createKit } from '@latchkey/core/create-kit'
import { evm } from '@latchkey/evm'
import { type Chain, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { KitSettings } from '../contract.ts'

type Chains = readonly Chain[]

/**
 * How to make the adapter of each chain family that this script supports. The code for Ethereum is
 * part of the script; that of the other families is loaded when a network of the family is named.
 */
const families: Readonly<Record<string, (chains: Chains) => Adapter | Promise<Adapter>>> = {
  eip155: (chains) => evm({ chains }),
  solana: async (chains) => (await import('@latchkey/solana')).solana({ chains }),
  bip122: async (chains) => (await import('@latchkey/bitcoin')).bitcoin({ chains }),
  stacks: async (chains) => (await import('@latchkey/stacks')).stacks({ chains }),
}

/**
 * Makes the kit that an element's attributes describe, from networks of the catalog and the
 * adapters of their chain families.
 * @throws `config-invalid` when a network is not in the catalog
 */
export async function makeKit(settings: KitSettings): Promise<Kit> {
  const { id, networks, gateway, relays, namespace } = settings
  const chains = networks.map(findNetwork)
  const namespaces = [...new Set(networks.map(namespaceOf))]
  const ofNamespace = (one: string): Chains => chains.filter(({ id }) => namespaceOf(id) === one)
  const adapters = await Promise.all(
    namespaces.map((one) => families[one]?.(ofNamespace(one)) ?? refuse(one)),
  )
  const transports =
    relays.length > 0
      ? [
          (await import('@latchkey/walletconnect')).walletconnect({
            relays: relays.map((url) => ({ url })),
          }),
        ]
      : []
  return createKit({
    id,
    adapters,
    transports,
    ...(gateway && { gateway }),
    ...(namespace && { defaultNamespace: namespace }),
  })
}

function findNetwork(id: string): Chain {
  return knownNetworks.find((network) => network.id === id) ?? refuse(id)
}

function refuse(id: string): never {
  throw new LatchkeyError('config-invalid', {
    reason: `networks: "${id}" is not in the script`,
    fix: 'make the kit with createKit and set it as the property kit',
  })
}
