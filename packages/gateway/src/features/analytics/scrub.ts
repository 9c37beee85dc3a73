/** Largest that is kept of what a page says. */
const limits = { depth: 5, keys: 60, items: 100, text: 500, stack: 4_000 } as const

/** Fields that say who somebody is, whatever their text. */
const telling = new Set([
  'address',
  'account',
  'email',
  'ensName',
  'hash',
  'identifier',
  'recipient',
  'sessionId',
  'txHash',
  'uri',
])
/** With the minute, an exact amount finds its transfer on a public chain. */
const amounts = new Set(['amount', 'swapFromAmount', 'swapToAmount'])

const hidden = '[hidden]'
const patterns: readonly (readonly [RegExp, string])[] = [
  // Pairing links hold a key.
  [/\bwc:[^\s"'<>,;]+/gi, hidden],
  [/(\bhttps?:\/\/[^\s?#"'<>]{1,2000})[?#][^\s"'<>]*/gi, '$1'],
  [/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g, hidden],
  [/0x[\da-f]{16,}/gi, hidden],
  // bech32 of any prefix
  [/\b[a-z]{1,83}1[02-9ac-hj-np-z]{20,}\b/gi, hidden],
  // base58, c32 and their like: long, of letters and digits; longer ones are ids of wallets
  [/\b(?=\w*\d)(?=\w*[a-z])[a-z\d]{25,60}\b/gi, hidden],
]

/**
 * A text with nothing in it that names an account, a person or a secret: addresses, hashes, links'
 * queries, mail, pairing links.
 */
export function scrubText(text: string, maxLength: number = limits.text): string {
  // Cut far behind what is kept first: an address over the edge must not lose its tail and be
  // missed.
  let clean = text.slice(0, maxLength + 200)
  for (const [pattern, put] of patterns) {
    clean = clean.replace(pattern, put)
  }
  return wellFormed(clean).slice(0, maxLength)
}

/**
 * What a page sent as properties, bounded in depth, width and length, and without what names
 * somebody.
 * @param isClear the owner keeps addresses: only the bounds hold
 */
export function scrubProperties(
  properties: Readonly<Record<string, unknown>>,
  isClear = false,
): Record<string, unknown> {
  return scrubValue(properties, '', isClear, 0) as Record<string, unknown>
}

function scrubValue(value: unknown, key: string, isClear: boolean, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (!isClear && telling.has(key)) return hidden
  if (!isClear && amounts.has(key)) return roughenAmount(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') {
    const most = key === 'stackTrace' ? limits.stack : limits.text
    return isClear ? wellFormed(value.slice(0, most)) : scrubText(value, most)
  }
  if (typeof value !== 'object' || depth >= limits.depth) return null
  if (Array.isArray(value))
    return value.slice(0, limits.items).map((item) => scrubValue(item, key, isClear, depth + 1))
  const entries = Object.entries(value).slice(0, limits.keys)
  return Object.fromEntries(
    entries.map(([name, item]) => {
      const clean = isClear ? wellFormed(name.slice(0, 64)) : scrubText(name, 64)
      return [clean, scrubValue(item, name, isClear, depth + 1)]
    }),
  )
}

/** One digit and the size: `0.0531` → `0.05`, `1240.5` → `1000`. */
function roughenAmount(value: unknown): string | null {
  const text = typeof value === 'number' ? `${value}` : value
  if (typeof text !== 'string' || !/^\d{1,40}(?:\.\d{1,40})?$/.test(text)) return null
  const first = text.search(/[1-9]/)
  if (first < 0) return '0'
  const kept = text.slice(0, first + 1)
  return kept.includes('.')
    ? kept
    : kept + (text.slice(first + 1).split('.')[0] ?? '').replace(/\d/g, '0')
}

/** jsonb takes neither NUL nor half a surrogate pair. */
function wellFormed(text: string): string {
  return text
    .replace(/\0/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
