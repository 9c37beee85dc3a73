/**
 * The raw text of an object's members by name, or of a list's items. `JSON.parse` would round large
 * numbers; the raw text keeps them. This is written by hand while Node 20 is supported: only later
 * versions pass the raw text to the reviver of `JSON.parse`.
 */
export type Spans = ReadonlyMap<string, string>

/**
 * Returns the members of a JSON object as raw text; `text` must be valid JSON. Of two members with
 * one name the last one counts.
 */
export function memberSpans(text: string): Spans {
  const found = new Map<string, string>()
  const start = skipSpace(text, 0) + 1
  for (let position = skipSpace(text, start); text[position] === '"'; ) {
    const keyEnd = endOfValue(text, position)
    const from = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const to = endOfValue(text, from)
    found.set(JSON.parse(text.slice(position, keyEnd)) as string, text.slice(from, to))
    position = skipSpace(text, skipSpace(text, to) + 1)
  }
  return found
}

/** Returns the items of a JSON list as raw text; `text` must be valid JSON. */
export function itemSpans(text: string): readonly string[] {
  const found: string[] = []
  for (
    let position = skipSpace(text, skipSpace(text, 0) + 1);
    position < text.length && text[position] !== ']';
  ) {
    const to = endOfValue(text, position)
    found.push(text.slice(position, to))
    const next = skipSpace(text, to)
    if (text[next] !== ',') break
    position = skipSpace(text, next + 1)
  }
  return found
}

function skipSpace(text: string, from: number): number {
  let position = from
  while (
    text[position] === ' ' ||
    text[position] === '\n' ||
    text[position] === '\r' ||
    text[position] === '\t'
  ) {
    position++
  }
  return position
}

function endOfString(text: string, from: number): number {
  for (let position = text.indexOf('"', from + 1); ; position = text.indexOf('"', position + 1)) {
    if (position < 0) return text.length
    let slashes = 0
    while (text[position - 1 - slashes] === '\\') {
      slashes++
    }
    if (slashes % 2 === 0) return position + 1
  }
}

function endOfValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return endOfString(text, from)
  if (first !== '{' && first !== '[') return endOfScalar(text, from)
  const next = /["{}[\]]/g
  let depth = 0
  next.lastIndex = from
  for (let match = next.exec(text); match; match = next.exec(text)) {
    if (match[0] === '"') next.lastIndex = endOfString(text, match.index)
    else depth += match[0] === '{' || match[0] === '[' ? 1 : -1
    if (depth === 0) return match.index + 1
  }
  return text.length
}

function endOfScalar(text: string, from: number): number {
  let position = from
  while (position < text.length && !/[\s,}\]]/.test(text[position] as string)) {
    position++
  }
  return position
}
