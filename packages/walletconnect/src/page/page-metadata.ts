import type { TransportContext } from '@latchkey/core'
import type { Metadata } from '../contract.ts'

/**
 * What wallets show of the page: the owner's words first, else what the document says of itself.
 */
export function pageMetadata(
  metadata: TransportContext['metadata'],
  override: Partial<Metadata> = {},
): Metadata {
  const page = globalThis.document
  const icon = page?.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href
  const said = { ...metadata, ...override }
  const { redirect } = override
  return {
    name: said.name ?? (page?.title || 'Latchkey'),
    description:
      said.description ??
      page?.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ??
      '',
    url: said.url ?? globalThis.location?.origin ?? '',
    icons: said.icons ?? (icon ? [icon] : []),
    ...(redirect && { redirect }),
  }
}
