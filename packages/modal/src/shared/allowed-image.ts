import type { Kit } from '@latchkey/core'

/**
 * The address of an image if a page with a strict Content Security Policy may load it: raster data,
 * or an image from the owner's gateway; undefined for any other image.
 */
export function allowedImage(kit: Kit, url: string | null | undefined): string | undefined {
  if (!url) return undefined
  if (/^data:image\/(?:png|jpeg|webp|gif|avif)[;,]/i.test(url)) return url
  const gatewayUrls = [kit.options.gateway?.url ?? []].flat()
  return gatewayUrls.some((gateway) => url.startsWith(`${gateway.replace(/\/+$/, '')}/`))
    ? url
    : undefined
}
