import type { LinkFormat, WalletListing } from '@latchkey/protocol'
import type { WalletFile } from './schema.ts'

type Field = 'mobile_link' | 'universal_link' | 'desktop_link' | 'webapp_link'
type Links = Readonly<Record<Field, string | null>> & Required<Pick<WalletListing, 'link_formats'>>

/**
 * The links that open the wallet with a pairing link; a base that is not known to do so is left
 * out.
 */
export function openingLinks({
  mobile,
  desktop,
  webApp,
  formats,
}: Pick<WalletFile, 'mobile' | 'desktop' | 'webApp' | 'formats'>): Links {
  const native = link(formats.native, mobile.native, mobile.wcNative)
  const universal = link(formats.universal, mobile.universal, mobile.wcUniversal)
  const links = {
    mobile_link: native ?? universal,
    universal_link: native && universal,
    desktop_link: link(formats.desktop, desktop.native ?? desktop.universal),
    webapp_link: link(formats.web, webApp),
  }
  const marks = {
    mobile_link: native ? formats.native : formats.universal,
    universal_link: formats.universal,
    desktop_link: formats.desktop,
    webapp_link: formats.web,
  }
  const fields = Object.keys(links) as Field[]
  const stated = fields.flatMap((field): [Field, LinkFormat][] => {
    const mark = links[field] === null ? null : marks[field]
    return mark === null ? [] : [[field, mark]]
  })
  return { ...links, link_formats: stated.length > 0 ? Object.fromEntries(stated) : null }
}

/** The base alone when the usual rule turns it into the pattern. */
function link(
  format: LinkFormat | null,
  base: string | null,
  pattern: string | null = null,
): string | null {
  if (format === null) return null
  if (base === null || pattern === null) return pattern ?? base
  const isPlain = !/[?#]|\/wc\/?$/.test(base)
  return isPlain && pattern === `${base}${base.endsWith('/') ? '' : '/'}wc?uri={uri}`
    ? base
    : pattern
}
