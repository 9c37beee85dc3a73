import type { Kit } from '@latchkey/core'

/**
 * An image that a page with a strict policy may load: raster data, or one from the owner's gateway;
 * else nothing.
 */
export function allowedImage(kit: Kit, url: string | null | undefined): string | undefined {
  if (!url) return undefined
  if (/^data:image\/(?:png|jpeg|webp|gif|avif)[;,]/i.test(url)) return url
  const gatewayUrls = [kit.options.gateway?.url ?? []].flat()
  return gatewayUrls.some((gateway) => url.startsWith(`${gateway.replace(/\/+$/, '')}/`))
    ? url
    : undefined
}
