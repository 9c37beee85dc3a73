/**
 * The raw text of an object's members by name, or of a list's items. `JSON.parse` would round large
 * numbers; the raw text keeps them. The parser is written by hand while Node 20 is supported: only
 * later versions pass the raw text to the reviver of `JSON.parse`.
 */
export type Spans = ReadonlyMap<string, string>

/**
 * Returns the members of a JSON object as raw text; `text` must be valid JSON. Of two members with
 * one name the last one counts.
 */
export function findMemberSpans(text: string): Spans {
  const spanByName = new Map<string, string>()
  const start = skipSpace(text, 0) + 1
  for (let position = skipSpace(text, start); text[position] === '"'; ) {
    const keyEnd = findValueEnd(text, position)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const valueEnd = findValueEnd(text, valueStart)
    spanByName.set(
      JSON.parse(text.slice(position, keyEnd)) as string,
      text.slice(valueStart, valueEnd),
    )
    position = skipSpace(text, skipSpace(text, valueEnd) + 1)
  }
  return spanByName
}

/** Returns the items of a JSON list as raw text; `text` must be valid JSON. */
export function findItemSpans(text: string): readonly string[] {
  const itemList: string[] = []
  for (
    let position = skipSpace(text, skipSpace(text, 0) + 1);
    position < text.length && text[position] !== ']';
  ) {
    const valueEnd = findValueEnd(text, position)
    itemList.push(text.slice(position, valueEnd))
    const nextPosition = skipSpace(text, valueEnd)
    if (text[nextPosition] !== ',') break
    position = skipSpace(text, nextPosition + 1)
  }
  return itemList
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

function findStringEnd(text: string, from: number): number {
  for (let position = text.indexOf('"', from + 1); ; position = text.indexOf('"', position + 1)) {
    if (position < 0) return text.length
    let slashCount = 0
    while (text[position - 1 - slashCount] === '\\') {
      slashCount++
    }
    if (slashCount % 2 === 0) return position + 1
  }
}

function findValueEnd(text: string, from: number): number {
  const firstCharacter = text[from]
  if (firstCharacter === '"') return findStringEnd(text, from)
  if (firstCharacter !== '{' && firstCharacter !== '[') return findScalarEnd(text, from)
  const bracketPattern = /["{}[\]]/g
  let depth = 0
  bracketPattern.lastIndex = from
  for (let match = bracketPattern.exec(text); match; match = bracketPattern.exec(text)) {
    if (match[0] === '"') bracketPattern.lastIndex = findStringEnd(text, match.index)
    else depth += match[0] === '{' || match[0] === '[' ? 1 : -1
    if (depth === 0) return match.index + 1
  }
  return text.length
}

function findScalarEnd(text: string, from: number): number {
  let position = from
  while (position < text.length && !/[\s,}\]]/.test(text[position] as string)) {
    position++
  }
  return position
}
