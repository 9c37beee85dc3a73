import { hasCode } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'

/**
 * The origins whose pages may use the site owner's project, as the gateway lists them. They are
 * used to explain to the site owner why a page is refused. Any page may read them, but no page does
 * so before the visitor has acted.
 * @throws `rate-limited` | `server-error` | `aborted`; after any other failure, or without a
 * gateway, the list is empty
 */
export async function readOrigins(
  kit: Kit,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly string[]> {
  if (!kit.options.gateway) return []
  const { getFromGateway } = await import('./get.ts')
  return getFromGateway(kit, 'projects/v1/origins', {
    read: toOrigins,
    ...(signal && { signal }),
  }).catch((error) => {
    if (
      hasCode(error, 'rate-limited') ||
      hasCode(error, 'server-error') ||
      hasCode(error, 'aborted')
    )
      throw error
    return []
  })
}

function toOrigins(answer: unknown): readonly string[] | null {
  const { allowedOrigins } = (answer ?? {}) as { allowedOrigins?: unknown }
  if (!Array.isArray(allowedOrigins)) return null
  return allowedOrigins
    .filter((one): one is string => typeof one === 'string' && one.length <= 300)
    .slice(0, 100)
}
