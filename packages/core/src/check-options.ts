import { isChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { KitOptions } from './kit.ts'

/**
 * Refuses a configuration that cannot work, in the words of whoever wrote it.
 * @throws `config-invalid` with reason and fix
 */
export function checkOptions(options: KitOptions): void {
  const refuse = (reason: string, fix: string): never => {
    throw new LatchkeyError('config-invalid', { reason, fix })
  }
  const { id = 'default', adapters, transports = [], gateway, wallets, defaultNamespace } = options ?? {}
  if (!/^[-\w]{1,32}$/.test(id)) refuse(`id: "${id}"`, 'use 1 to 32 letters, digits, "-" or "_"')
  if (!isList(adapters)) refuse('adapters: not a list', 'pass adapters: [evm({ chains })]')
  if (!adapters.length && !transports.length) refuse('adapters: none', 'pass adapters: [evm({ chains })]')
  const namespaces: string[] = []
  const chains: string[] = []
  adapters.forEach((adapter, i) => {
    const at = `adapters[${i}]`
    if (!adapter?.namespace) refuse(`${at}: not an adapter`, 'call it: evm({ chains })')
    if (namespaces.includes(adapter.namespace))
      refuse(`${at}: a second one for ${adapter.namespace}`, 'give all its chains to one')
    namespaces.push(adapter.namespace)
    if (!adapter.chains?.length) refuse(`${at}.chains: none`, 'give it at least one chain')
    adapter.chains.forEach((chain, j) => {
      const here = `${at}.chains[${j}]`
      if (!isChainId(chain.id) || namespaceOf(chain.id) !== adapter.namespace)
        refuse(`${here}.id: "${chain.id}"`, `use CAIP-2, such as "${adapter.namespace}:1"`)
      if (chains.includes(chain.id)) refuse(`${here}.id: "${chain.id}" twice`, 'remove one')
      chains.push(chain.id)
      chain.rpcUrls?.forEach((url) => {
        if (!isHttp(url)) refuse(`${here}.rpcUrls: "${url}"`, 'use http(s) addresses')
      })
    })
  })
  const ids = transports.map((transport) => transport.id)
  if (new Set(ids).size < ids.length) refuse(`transports: "${ids.join('", "')}"`, 'keep one of each')
  if (gateway) {
    const urls = [gateway.url].flat()
    if (!urls.length || !urls.every(isHttp)) refuse(`gateway.url: "${urls}"`, 'use http(s) addresses')
    if (!gateway.project) refuse('gateway.project: none', 'use the project id from the gateway, "demo" in development')
  }
  for (const list of ['featured', 'include', 'exclude', 'custom', 'order'] as const)
    if (wallets?.[list] && !isList(wallets[list])) refuse(`wallets.${list}: not a list`, 'pass a list')
  if (defaultNamespace !== undefined && !namespaces.includes(defaultNamespace))
    refuse(`defaultNamespace: no adapter for "${defaultNamespace}"`, `use one of ${namespaces.join(', ')}`)
}

function isHttp(url: unknown): boolean {
  return typeof url === 'string' && /^https?:\/\/[^\s/]/.test(url)
}

function isList(value: unknown): boolean {
  return Array.isArray(value)
}
