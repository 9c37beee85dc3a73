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
  const seen = new Set<unknown>()
  const expectThat = (isGood: unknown, reason: string, fix: string): void => {
    if (!isGood) throw new LatchkeyError('config-invalid', { reason, fix })
  }
  const expectNew = (value: string, at: string): void =>
    expectThat(
      value && !seen.has(value) && seen.add(value),
      `${at}: "${value}" twice or none`,
      'pass one',
    )
  const expectUrls = (urls: readonly unknown[], at: string): void =>
    expectThat(
      urls.every((url) => /^https?:\/\/[^\s/]/.test(`${url}`)),
      `${at}: ${urls}`,
      'use http(s)',
    )

  expectThat(/^[-\w]{1,32}$/.test(id), `id: "${id}"`, 'use a-z, 0-9, -, _')
  const isList = Array.isArray(adapters) && (adapters.length || transports.length)
  expectThat(isList, 'adapters: none', 'pass one')
  adapters.forEach(({ namespace, chains }, i) => {
    const at = `adapters[${i}]`
    expectNew(namespace, at)
    expectThat(chains?.length, `${at}.chains: none`, 'pass one')
    chains.forEach(({ id, rpcUrls = [] }, j) => {
      const here = `${at}.chains[${j}].`
      expectThat(
        isChainId(id) && namespaceOf(id) === namespace,
        `${here}id: "${id}"`,
        `use CAIP-2: "${namespace}:…"`,
      )
      expectNew(id, `${here}id`)
      expectUrls(rpcUrls, `${here}rpcUrls`)
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
    !defaultNamespace || seen.has(defaultNamespace),
    `defaultNamespace: "${defaultNamespace}"`,
    'add it',
  )
}
