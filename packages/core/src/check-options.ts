import { isChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { KitOptions } from './machine/kit.ts'

/**
 * Throws when a kit's configuration cannot work. The error names the options as the owner wrote
 * them.
 * @throws `config-invalid` with reason and fix
 */
export function checkOptions(options: KitOptions): void {
  const {
    id = 'default',
    adapters,
    transports = [],
    gateway,
    wallets = {},
    defaultNamespace,
  } = options ?? {}
  const seenValues = new Set<unknown>()
  const requireOption = (isGood: unknown, reason: string, fix: string): void => {
    if (!isGood) throw new LatchkeyError('config-invalid', { reason, fix })
  }
  const requireUnused = (value: string, path: string): void =>
    requireOption(
      value && !seenValues.has(value) && seenValues.add(value),
      `${path}: "${value}" twice or none`,
      'pass one',
    )
  const requireUrls = (urls: readonly unknown[], path: string): void =>
    requireOption(
      urls.every((url) => /^https?:\/\/[^\s/]/.test(`${url}`)),
      `${path}: ${urls}`,
      'use http(s)',
    )

  requireOption(/^[-\w]{1,32}$/.test(id), `id: "${id}"`, 'use a-z, 0-9, -, _')
  const isList = Array.isArray(adapters) && (adapters.length || transports.length)
  requireOption(isList, 'adapters: none', 'pass one')
  adapters.forEach(({ namespace, chains }, i) => {
    const path = `adapters[${i}]`
    requireUnused(namespace, path)
    requireOption(chains?.length, `${path}.chains: none`, 'pass one')
    chains.forEach(({ id, rpcUrls = [] }, j) => {
      const chainPath = `${path}.chains[${j}].`
      requireOption(
        isChainId(id) && namespaceOf(id) === namespace,
        `${chainPath}id: "${id}"`,
        `use CAIP-2: "${namespace}:…"`,
      )
      requireUnused(id, `${chainPath}id`)
      requireUrls(rpcUrls, `${chainPath}rpcUrls`)
    })
  })
  for (const { id } of transports) {
    requireUnused(id, 'transports')
  }
  if (gateway) {
    requireUrls(gateway.url?.length ? [gateway.url].flat() : [''], 'gateway.url')
    if (!gateway.project) throw new LatchkeyError('project-id-missing')
  }
  for (const [name, list] of Object.entries(wallets)) {
    requireOption(!list || Array.isArray(list), `wallets.${name}: no list`, 'pass one')
  }
  requireOption(
    !defaultNamespace || seenValues.has(defaultNamespace),
    `defaultNamespace: "${defaultNamespace}"`,
    'add it',
  )
}
