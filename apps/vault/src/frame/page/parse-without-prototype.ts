const maxDepth = 64

/**
 * Parses JSON into objects without a prototype, so that they have only the fields that were sent;
 * `__proto__` is refused.
 * @throws when the text is no JSON, is nested too deep, or has a field of the prototype
 */
export function parseWithoutPrototype(text: string): unknown {
  return copyPlain(JSON.parse(text), 0)
}

function copyPlain(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) throw new RangeError('too deep')
  if (Array.isArray(value)) return value.map((item) => copyPlain(item, depth + 1))
  const copy: Record<string, unknown> = Object.create(null)
  for (const [name, item] of Object.entries(value)) {
    if (name === '__proto__') throw new TypeError('a prototype')
    copy[name] = copyPlain(item, depth + 1)
  }
  return copy
}
