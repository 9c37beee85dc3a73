/**
 * The raw text of an object's members by name, or of a list's items. `JSON.parse` would round large
 * numbers; the raw text keeps them. By hand while Node 20 is supported: later ones hand the raw
 * text to the reviver of `JSON.parse`.
 */
export type Spans = ReadonlyMap<string, string>

/**
 * Returns the members of a JSON object as raw text; `text` must be valid JSON. Of two members with
 * one name the last one counts.
 */
export function memberSpans(text: string): Spans {
  const found = new Map<string, string>()
  const start = skipSpace(text, 0) + 1
  for (let at = skipSpace(text, start); text[at] === '"'; ) {
    const keyEnd = endOfValue(text, at)
    const from = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const to = endOfValue(text, from)
    found.set(JSON.parse(text.slice(at, keyEnd)) as string, text.slice(from, to))
    at = skipSpace(text, skipSpace(text, to) + 1)
  }
  return found
}

/** Returns the items of a JSON list as raw text; `text` must be valid JSON. */
export function itemSpans(text: string): readonly string[] {
  const found: string[] = []
  for (let at = skipSpace(text, skipSpace(text, 0) + 1); at < text.length && text[at] !== ']'; ) {
    const to = endOfValue(text, at)
    found.push(text.slice(at, to))
    const next = skipSpace(text, to)
    if (text[next] !== ',') break
    at = skipSpace(text, next + 1)
  }
  return found
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') {
    at++
  }
  return at
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); ; at = text.indexOf('"', at + 1)) {
    if (at < 0) return text.length
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') {
      slashes++
    }
    if (slashes % 2 === 0) return at + 1
  }
}

function endOfValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return endOfString(text, from)
  if (first !== '{' && first !== '[') return endOfScalar(text, from)
  const next = /["{}[\]]/g
  let depth = 0
  next.lastIndex = from
  for (let hit = next.exec(text); hit; hit = next.exec(text)) {
    if (hit[0] === '"') next.lastIndex = endOfString(text, hit.index)
    else depth += hit[0] === '{' || hit[0] === '[' ? 1 : -1
    if (depth === 0) return hit.index + 1
  }
  return text.length
}

function endOfScalar(text: string, from: number): number {
  let at = from
  while (at < text.length && !/[\s,}\]]/.test(text[at] as string)) {
    at++
  }
  return at
}
