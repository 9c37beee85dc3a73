import type { Metadata } from '../contract.ts'
import { isUniversalLink } from '../link-mode/link-message.ts'

const textLimit = 128
const linkLimit = 2048
const iconLimit = 65_536
const iconsLimit = 8

/**
 * Reads a peer's metadata: bounded, on one line, without changes of text direction; icons only
 * https or `data:image/`.
 */
export function readMetadata(value: unknown): Metadata {
  const { name, description, url, icons, redirect } = toFields(value)
  const { native, universal, linkMode } = toFields(redirect)
  const [nativeLink, universalLink] = [appLink(native), readRedirectLink(universal)]
  const links = {
    ...(nativeLink ? { native: nativeLink } : {}),
    ...(universalLink ? { universal: universalLink } : {}),
    ...(linkMode === true ? { linkMode } : {}),
  }
  return {
    name: plainText(name, textLimit),
    description: plainText(description, 4 * textLimit),
    url: webLink(url, ['https:', 'http:']) ?? '',
    icons: (Array.isArray(icons) ? icons : [])
      .slice(0, iconsLimit)
      .map(readIconLink)
      .filter((icon) => icon !== undefined),
    ...(Object.keys(links).length > 0 ? { redirect: links } : {}),
  }
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

function plainText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return ''
  // Removes control and format characters (Unicode Cc, Cf): a name must not change the text around
  // it.
  return value
    .slice(0, 8 * limit)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, limit)
}

function webLink(value: unknown, schemes: readonly string[]): string | undefined {
  if (typeof value !== 'string' || value.length > linkLimit || !URL.canParse(value))
    return undefined
  return schemes.includes(new URL(value).protocol) ? value : undefined
}

function readRedirectLink(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= linkLimit && isUniversalLink(value)
    ? value
    : undefined
}

// Accepts links that open another app, but no links that a browser would run or show itself.
function appLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > linkLimit || /[\s\p{Cc}]/u.test(value))
    return undefined
  if (!/^[a-z][-+.a-z0-9]*:/i.test(value)) return undefined
  return /^(javascript|data|blob|file|about|filesystem|vbscript|view-source|https?|wss?):/i.test(
    value,
  )
    ? undefined
    : value
}

function readIconLink(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (/^data:image\/[-+.a-z0-9]+[;,]/i.test(value))
    return value.length <= iconLimit ? value : undefined
  return webLink(value, ['https:'])
}
