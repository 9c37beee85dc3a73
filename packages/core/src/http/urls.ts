import { isRestrictedTimeZone } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'

const sdkVersion = '0.1.0'

/**
 * Returns the addresses of one call at every configured gateway, with the query parameters that
 * every call has: the project, the SDK (`st`) and its version (`sv`).
 */
export function gatewayUrls(
  kit: Kit,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): readonly string[] {
  const { gateway } = kit.options
  if (!gateway) return []
  const adapters = Object.keys(kit.adapters).join(',') || 'universal'
  const searchParams = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') searchParams.set(name, `${value}`)
  }
  searchParams.set('projectId', gateway.project)
  searchParams.set('st', 'latchkey')
  searchParams.set('sv', `html-${adapters}-${sdkVersion}`)
  return orderHosts([gateway.url].flat()).map(
    (url) => `${url.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}?${searchParams}`,
  )
}

/**
 * Returns the gateway's hosts in the order in which to try them. In regions where the first host is
 * often out of reach (known from the visitor's time zone), the owner's other hosts come first.
 */
function orderHosts(hosts: readonly string[]): readonly string[] {
  const isLast =
    hosts.length > 1 && isRestrictedTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return isLast ? [...hosts.slice(1), ...hosts.slice(0, 1)] : hosts
}
