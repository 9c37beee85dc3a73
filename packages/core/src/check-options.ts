import { isChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { KitOptions } from './machine/kit.ts'

/**
 * Throws when a configuration cannot work, in terms of the options that the owner wrote.
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
  const expectThat = (isGood: unknown, reason: string, fix: string): void => {
    if (!isGood) throw new LatchkeyError('config-invalid', { reason, fix })
  }
  const expectNew = (value: string, path: string): void =>
    expectThat(
      value && !seenValues.has(value) && seenValues.add(value),
      `${path}: "${value}" twice or none`,
      'pass one',
    )
  const expectUrls = (urls: readonly unknown[], path: string): void =>
    expectThat(
      urls.every((url) => /^https?:\/\/[^\s/]/.test(`${url}`)),
      `${path}: ${urls}`,
      'use http(s)',
    )

  expectThat(/^[-\w]{1,32}$/.test(id), `id: "${id}"`, 'use a-z, 0-9, -, _')
  const isList = Array.isArray(adapters) && (adapters.length || transports.length)
  expectThat(isList, 'adapters: none', 'pass one')
  adapters.forEach(({ namespace, chains }, i) => {
    const path = `adapters[${i}]`
    expectNew(namespace, path)
    expectThat(chains?.length, `${path}.chains: none`, 'pass one')
    chains.forEach(({ id, rpcUrls = [] }, j) => {
      const chainPath = `${path}.chains[${j}].`
      expectThat(
        isChainId(id) && namespaceOf(id) === namespace,
        `${chainPath}id: "${id}"`,
        `use CAIP-2: "${namespace}:…"`,
      )
      expectNew(id, `${chainPath}id`)
      expectUrls(rpcUrls, `${chainPath}rpcUrls`)
    })
  })
  for (const { id } of transports) {
    expectNew(id, 'transports')
  }
  if (gateway) {
    expectUrls(gateway.url?.length ? [gateway.url].flat() : [''], 'gateway.url')
    if (!gateway.project) throw new LatchkeyError('project-id-missing')
  }
  for (const [name, list] of Object.entries(wallets)) {
    expectThat(!list || Array.isArray(list), `wallets.${name}: no list`, 'pass one')
  }
  expectThat(
    !defaultNamespace || seenValues.has(defaultNamespace),
    `defaultNamespace: "${defaultNamespace}"`,
    'add it',
  )
}
