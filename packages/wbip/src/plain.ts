const limits = { depth: 8, nodes: 20_000, keys: 200, text: 4_194_304 }

/** What stands in the place of a value that is no plain data. */
export const notPlain: unique symbol = Symbol('not plain')

/**
 * A copy of a wallet's answer that cannot change any more: objects, lists, texts, finite numbers, booleans and null.
 * `notPlain` where a getter throws, something is cyclic, too deep (8), too much (20,000 values, 4 MiB of text) or of another kind.
 * Functions and absent values among the keys of an object are left out.
 */
export function plain(value: unknown): unknown {
  const left = { nodes: limits.nodes, text: limits.text }
  const copy = (one: unknown, depth: number): unknown => {
    if (--left.nodes < 0 || depth > limits.depth) throw notPlain
    if (one === null || typeof one === 'boolean') return one
    if (typeof one === 'number' && Number.isFinite(one)) return one
    if (typeof one === 'string') {
      left.text -= one.length
      if (left.text < 0) throw notPlain
      return one
    }
    if (typeof one !== 'object') throw notPlain
    if (Array.isArray(one)) {
      const { length } = one
      if (length > left.nodes) throw notPlain
      return Array.from({ length }, (_, i) => copy(one[i], depth + 1))
    }
    const keys = Object.keys(one)
    if (keys.length > limits.keys) throw notPlain
    const result: Record<string, unknown> = Object.create(null)
    for (const key of keys) {
      const item = (one as Record<string, unknown>)[key]
      if (item !== undefined && typeof item !== 'function') result[key] = copy(item, depth + 1)
    }
    return result
  }
  try {
    return copy(value, 0)
  } catch {
    return notPlain
  }
}
