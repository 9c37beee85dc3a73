/** Size limits of the properties of an event. */
const limits = { depth: 5, keys: 60, items: 100, text: 500, stack: 4_000 } as const

/** Names of event properties whose value identifies a person, whatever its text. */
const identifyingKeys = new Set([
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
/**
 * Names of event properties with amounts: on a public chain, an exact amount together with the
 * minute would identify a transfer.
 */
const amountKeys = new Set(['amount', 'swapFromAmount', 'swapToAmount'])

const hiddenText = '[hidden]'
const patterns: readonly (readonly [RegExp, string])[] = [
  // This pattern matches WalletConnect pairing links, which contain a key.
  [/\bwc:[^\s"'<>,;]+/gi, hiddenText],
  [/(\bhttps?:\/\/[^\s?#"'<>]{1,2000})[?#][^\s"'<>]*/gi, '$1'],
  [/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g, hiddenText],
  [/0x[\da-f]{16,}/gi, hiddenText],
  // This pattern matches bech32 addresses with any prefix.
  [/\b[a-z]{1,83}1[02-9ac-hj-np-z]{20,}\b/gi, hiddenText],
  // This pattern matches addresses in base58, c32 and similar encodings: letters and digits. Longer
  // text than 60 characters is the id of a wallet listing and stays.
  [/\b(?=\w*\d)(?=\w*[a-z])[a-z\d]{25,60}\b/gi, hiddenText],
]

/**
 * Removes secrets, and data that identifies an account or person, from a text: addresses, hashes,
 * queries of links, email addresses, pairing links.
 */
export function scrubText(text: string, maxLength: number = limits.text): string {
  // The text is first cut only at 200 characters beyond the limit, because an address that crosses
  // the limit must still be recognised.
  let cleanText = text.slice(0, maxLength + 200)
  for (const [pattern, put] of patterns) {
    cleanText = cleanText.replace(pattern, put)
  }
  return removeLoneSurrogates(cleanText).slice(0, maxLength)
}

/**
 * Limits the properties of an event in depth, number and length, and removes identifying data.
 * @param isClear - whether the owner keeps account addresses: then the properties are only limited
 */
export function scrubProperties(
  properties: Readonly<Record<string, unknown>>,
  isClear = false,
): Record<string, unknown> {
  return scrubValue(properties, '', isClear, 0) as Record<string, unknown>
}

function scrubValue(value: unknown, key: string, isClear: boolean, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (!isClear && identifyingKeys.has(key)) return hiddenText
  if (!isClear && amountKeys.has(key)) return roughenAmount(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') {
    const lengthLimit = key === 'stackTrace' ? limits.stack : limits.text
    return isClear
      ? removeLoneSurrogates(value.slice(0, lengthLimit))
      : scrubText(value, lengthLimit)
  }
  if (typeof value !== 'object' || depth >= limits.depth) return null
  if (Array.isArray(value))
    return value.slice(0, limits.items).map((item) => scrubValue(item, key, isClear, depth + 1))
  const entries = Object.entries(value).slice(0, limits.keys)
  return Object.fromEntries(
    entries.map(([name, item]) => {
      const cleanKey = isClear ? removeLoneSurrogates(name.slice(0, 64)) : scrubText(name, 64)
      return [cleanKey, scrubValue(item, name, isClear, depth + 1)]
    }),
  )
}

/** Rounds to one significant digit: `0.0531` → `0.05`, `1240.5` → `1000`. */
function roughenAmount(value: unknown): string | null {
  const text = typeof value === 'number' ? `${value}` : value
  if (typeof text !== 'string' || !/^\d{1,40}(?:\.\d{1,40})?$/.test(text)) return null
  const firstDigitIndex = text.search(/[1-9]/)
  if (firstDigitIndex < 0) return '0'
  const leadingText = text.slice(0, firstDigitIndex + 1)
  return leadingText.includes('.')
    ? leadingText
    : leadingText + (text.slice(firstDigitIndex + 1).split('.')[0] ?? '').replace(/\d/g, '0')
}

/** Removes NUL and replaces lone surrogates, because PostgreSQL's jsonb accepts neither. */
function removeLoneSurrogates(text: string): string {
  return text
    .replace(/\0/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
