import type { Context } from 'hono'
import type { Project } from '../../data/project-store.ts'

/**
 * Returns `value` with the image address in `field` replaced by one that loads it through this
 * gateway's image proxy; a `data:` image stays as it is.
 */
export function proxiedIcon<T extends object, K extends keyof T>(
  value: T,
  field: K,
  context: Context,
  project: Project | undefined,
): T {
  const address = value[field]
  if (typeof address !== 'string' || !/^https?:/i.test(address)) return value
  const url = new URL('/v1/image', context.req.url)
  url.searchParams.set('url', address)
  url.searchParams.set('projectId', project?.id ?? '')
  return { ...value, [field]: url.href }
}
