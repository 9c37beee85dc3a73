/** A secret in one of the encodings to search for. */
export interface Needle {
  readonly name: string
  readonly bytes: Buffer
}

const url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')

/**
 * Base64 of bytes within a longer text: at each of three alignments, without the characters shared
 * with neighbours.
 */
function base64s(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const sure = text.slice(
      Math.ceil((shift * 8) / 6),
      Math.floor(((shift + bytes.length) * 8) / 6),
    )
    return [sure, url(sure)]
  })
}

/** Raw bytes, hex in either case, base64 and base64url. */
export function bytesNeedles(name: string, given: Uint8Array): Needle[] {
  const bytes = Buffer.from(given)
  const hex = bytes.toString('hex')
  const texts = [hex, hex.toUpperCase(), ...base64s(bytes), [...bytes].join(',')]
  return [bytes, ...texts.map((text) => Buffer.from(text))].map((one) => ({ name, bytes: one }))
}

/** Text as it is, percent-encoded, and as base64. */
export function textNeedles(name: string, text: string): Needle[] {
  const spelled = new Set([
    text,
    encodeURIComponent(text),
    text.replaceAll(' ', '+'),
    ...base64s(Buffer.from(text)),
  ])
  return [...spelled].map((one) => ({ name, bytes: Buffer.from(one) }))
}

/**
 * What to search for: byte strings, words in order with anything in between, and separate digits.
 */
export interface Wanted {
  readonly needles: readonly Needle[]
  readonly words?: readonly string[]
  readonly digits?: readonly string[]
}

/** Names of what is found in `place`, read as bytes and as text of two bytes per character. */
export function searchFor({ needles, words = [], digits = [] }: Wanted, place: Buffer): string[] {
  const alone = place.toString('latin1')
  const text = place.includes(0) ? alone.replaceAll('\0', '') : alone
  const narrow = text === alone ? place : Buffer.from(text, 'latin1')
  const has = (bytes: Buffer): boolean =>
    place.includes(bytes) || (narrow !== place && narrow.includes(bytes))
  const found = needles.filter(({ bytes }) => has(bytes)).map(({ name }) => name)
  const triples = words
    .slice(2)
    .map((third, i) => [words[i], words[i + 1], third].join('[^a-z]{1,8}'))
  if (triples.length > 0 && new RegExp(`\\b(?:${triples.join('|')})\\b`).test(text))
    found.push('three of the words')
  if (digits.length > 0 && new RegExp(`(?<!\\d)(?:${digits.join('|')})(?!\\d)`).test(alone))
    found.push('a code')
  return [...new Set(found)]
}
