/** Maximum number of characters in an icon that a wallet announces (as a `data:` URL). */
export const iconBytesLimit = 65_536

const iconPattern =
  /^data:image\/(?:png|jpeg|gif|webp|svg\+xml|avif|x-icon)(?:;charset=(?:utf-8|utf8|us-ascii))?(?:;utf8|;base64)?,/i

/**
 * Whether `text` can be used in `<img src>`: a `data:` URI of a known image type, at most 64 KiB.
 * An SVG is safe only in `<img>`: never insert it into the page as markup.
 */
export function isDataIcon(text: unknown): text is `data:image/${string}` {
  if (typeof text !== 'string' || text.length > iconBytesLimit) return false
  const iconHeader = iconPattern.exec(text)?.[0]
  if (iconHeader === undefined || iconHeader.length === text.length) return false
  const encodedImage = text.slice(iconHeader.length)
  if (iconHeader.toLowerCase().includes(';base64'))
    return /^[a-z0-9+/%]+={0,2}$/i.test(encodedImage)
  return new TextEncoder().encode(text).length <= iconBytesLimit
}
