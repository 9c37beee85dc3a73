import { avatarHues } from './avatar-hues.ts'

/**
 * Background and letter colour of a monogram: the wallet's own colour, else one from its name; the
 * letter is always readable.
 */
export function tileColor(
  name: string,
  color?: string | null,
): { readonly background: string; readonly color: string } {
  const hexMatch = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color ?? '')
  if (!hexMatch) return { background: `oklch(.52 .13 ${avatarHues(name)[0]})`, color: '#fff' }
  const [r = 0, g = 0, b = 0] = hexMatch.slice(1).map((hex) => {
    const channelValue = Number.parseInt(hex, 16) / 255
    return channelValue <= 0.04045 ? channelValue / 12.92 : ((channelValue + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
  // The letter is large and bold, so white is readable from a contrast of 3:1.
  return { background: hexMatch[0], color: 1.05 / (luminance + 0.05) >= 3 ? '#fff' : '#16181d' }
}
