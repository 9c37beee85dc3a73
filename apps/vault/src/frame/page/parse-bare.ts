const mostDepth = 64

/**
 * Parses JSON into objects without a prototype, so that they have only the fields that were sent;
 * `__proto__` is refused.
 * @throws when the text is no JSON, is nested too deep, or has a field of the prototype
 */
export function parseBare(text: string): unknown {
  return copyBare(JSON.parse(text), 0)
}

function copyBare(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > mostDepth) throw new RangeError('too deep')
  if (Array.isArray(value)) return value.map((one) => copyBare(one, depth + 1))
  const made: Record<string, unknown> = Object.create(null)
  for (const [name, one] of Object.entries(value)) {
    if (name === '__proto__') throw new TypeError('a prototype')
    made[name] = copyBare(one, depth + 1)
  }
  return made
}
