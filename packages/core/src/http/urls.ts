import { isRestrictedTimeZone } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'

const sdkVersion = '0.1.0'

/**
 * The addresses of one call at every configured gateway, with the parameters that every call has:
 * the project, the SDK (`st`) and its version (`sv`).
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
 * The gateway's hosts in the order to try. In regions where the first is often out of reach, as the
 * visitor's time zone tells, the owner's other hosts come first.
 */
function orderHosts(hosts: readonly string[]): readonly string[] {
  const isLast =
    hosts.length > 1 && isRestrictedTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return isLast ? [...hosts.slice(1), ...hosts.slice(0, 1)] : hosts
}
