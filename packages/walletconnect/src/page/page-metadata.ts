import type { TransportContext } from '@latchkey/core'
import type { Metadata } from '../contract.ts'

/** Metadata that wallets show: the owner's first, then that of the document. */
export function pageMetadata(
  metadata: TransportContext['metadata'],
  override: Partial<Metadata> = {},
): Metadata {
  const page = globalThis.document
  const icon = page?.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  const merged = { ...metadata, ...override }
  const { redirect } = override
  return {
    name: merged.name ?? (page?.title || 'Latchkey'),
    description:
      merged.description ??
      page?.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ??
      '',
    url: merged.url ?? globalThis.location?.origin ?? '',
    icons: merged.icons ?? (icon ? [icon] : []),
    ...(redirect && { redirect }),
  }
}
