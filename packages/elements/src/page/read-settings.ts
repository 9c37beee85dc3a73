import { type ChainId, isChainId, LatchkeyError } from '@latchkey/protocol'
import type { KitSettings } from '../contract.ts'

/** Maximum length of an attribute's text, in characters. */
const longestText = 8192
const mostNetworks = 64
const mostRelays = 8

/** Names of the attributes from which a kit is made; an element observes them. */
export const kitAttributes = [
  'kit-id',
  'networks',
  'gateway',
  'project',
  'relays',
  'namespace',
] as const

/**
 * Reads the settings of a kit from an element's attributes. Without the attribute `networks`, the
 * attributes only name a kit that another element configures.
 * @param read - the text of an attribute
 * @throws `config-invalid` with reason and fix, `project-id-missing`
 */
export function readSettings(
  read: (name: (typeof kitAttributes)[number]) => string | null,
): KitSettings {
  const texts = Object.fromEntries(kitAttributes.map((name) => [name, read(name)?.trim() ?? '']))
  for (const [name, text] of Object.entries(texts)) {
    if (text.length > longestText) refuse(`${name} has ${text.length} characters`, 'shorten it')
  }
  const { networks = '', gateway, project = '', relays = '', namespace } = texts
  const ids = listWords(networks)
  const addresses = listWords(relays)
  if (ids.length > mostNetworks) refuse(`networks: ${ids.length}`, `name at most ${mostNetworks}`)
  if (addresses.length > mostRelays)
    refuse(`relays: ${addresses.length}`, `name at most ${mostRelays}`)
  for (const id of ids) {
    if (!isChainId(id)) refuse(`networks: "${id}"`, 'use CAIP-2 ids, such as "eip155:1"')
  }
  if (gateway && !project) throw new LatchkeyError('project-id-missing')
  return {
    id: texts['kit-id'] || 'default',
    networks: ids as ChainId[],
    relays: addresses,
    ...(gateway && { gateway: { url: gateway, project } }),
    ...(namespace && { namespace }),
  }
}

function listWords(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}

function refuse(reason: string, fix: string): never {
  throw new LatchkeyError('config-invalid', { reason, fix })
}
