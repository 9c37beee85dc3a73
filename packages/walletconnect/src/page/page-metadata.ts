import type { TransportContext } from '@latchkey/core'
import type { Metadata } from '../contract.ts'

/** Metadata that wallets show: the configured fields, and the document's where one is missing. */
export function pageMetadata(
  metadata: TransportContext['metadata'],
  override: Partial<Metadata> = {},
): Metadata {
  const pageDocument = globalThis.document
  const icon = pageDocument?.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  const mergedMetadata = { ...metadata, ...override }
  const { redirect } = override
  return {
    name: mergedMetadata.name ?? (pageDocument?.title || 'Latchkey'),
    description:
      mergedMetadata.description ??
      pageDocument?.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ??
      '',
    url: mergedMetadata.url ?? globalThis.location?.origin ?? '',
    icons: mergedMetadata.icons ?? (icon ? [icon] : []),
    ...(redirect && { redirect }),
  }
}
