const limits = { depth: 8, nodes: 20_000, keys: 200, text: 4_194_304 }

/** What stands in the place of a value that is no plain data. */
export const notPlain: unique symbol = Symbol('not plain')

/**
 * A copy of a wallet's answer that cannot change any more: objects, lists, texts, finite numbers,
 * booleans and null. `notPlain` where a getter throws, something is cyclic, too deep (8), too much
 * (20,000 values, 4 MiB of text) or of another kind. Functions and absent values among the keys of
 * an object are left out; getters of its class are keys.
 */
export function plainCopy(value: unknown): unknown {
  const left = { nodes: limits.nodes, text: limits.text }
  const copyValue = (one: unknown, depth: number): unknown => {
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
      return Array.from({ length }, (_, i) => copyValue(one[i], depth + 1))
    }
    const keys = [...Object.keys(one), ...gettersOf(one)]
    if (keys.length > limits.keys) throw notPlain
    const result: Record<string, unknown> = Object.create(null)
    for (const key of keys) {
      const item = (one as Record<string, unknown>)[key]
      if (item !== undefined && typeof item !== 'function') result[key] = copyValue(item, depth + 1)
    }
    return result
  }
  try {
    return copyValue(value, 0)
  } catch {
    return notPlain
  }
}

/**
 * Names of the getters of an object's class and of those it extends, as far as anybody writes
 * classes upon classes.
 */
function gettersOf(one: object): readonly string[] {
  const names: string[] = []
  let prototype: object | null = Object.getPrototypeOf(one)
  for (let depth = 0; prototype && depth < limits.depth; depth++) {
    const next: object | null = Object.getPrototypeOf(prototype)
    // What has nothing above it is every object's own, in whichever window it was made.
    if (!next) break
    for (const name of Object.getOwnPropertyNames(prototype).slice(0, limits.keys)) {
      const isGetter = Object.getOwnPropertyDescriptor(prototype, name)?.get !== undefined
      if (isGetter && !names.includes(name) && !Object.hasOwn(one, name)) names.push(name)
    }
    prototype = next
  }
  return names
}
