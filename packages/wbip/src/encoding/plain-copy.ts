const limits = { depth: 8, nodes: 20_000, keys: 200, text: 4_194_304 }

/** The result of `plainCopy` for a value that is not plain data. */
export const notPlain: unique symbol = Symbol('not plain')

/**
 * Copies a wallet's answer, so that the wallet can no longer change it: objects, arrays, text,
 * finite numbers, booleans and null. Functions and undefined members are left out; values of
 * getters in an object's class are copied. The result is `notPlain` when a getter throws, or when
 * the value is cyclic, nested too deep (8 levels), too large (20,000 values, 4 MiB of text) or of
 * another kind.
 */
export function plainCopy(value: unknown): unknown {
  const remainingLimits = { nodes: limits.nodes, text: limits.text }
  const copyValue = (input: unknown, depth: number): unknown => {
    if (--remainingLimits.nodes < 0 || depth > limits.depth) throw notPlain
    if (input === null || typeof input === 'boolean') return input
    if (typeof input === 'number' && Number.isFinite(input)) return input
    if (typeof input === 'string') {
      remainingLimits.text -= input.length
      if (remainingLimits.text < 0) throw notPlain
      return input
    }
    if (typeof input !== 'object') throw notPlain
    if (Array.isArray(input)) {
      const { length } = input
      if (length > remainingLimits.nodes) throw notPlain
      return Array.from({ length }, (_, i) => copyValue(input[i], depth + 1))
    }
    const keys = [...Object.keys(input), ...getterNamesOf(input)]
    if (keys.length > limits.keys) throw notPlain
    const result: Record<string, unknown> = Object.create(null)
    for (const key of keys) {
      const item = (input as Record<string, unknown>)[key]
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
 * Returns the names of the getters of an object's class and its base classes, up to a fixed depth.
 */
function getterNamesOf(input: object): readonly string[] {
  const names: string[] = []
  let prototype: object | null = Object.getPrototypeOf(input)
  for (let depth = 0; prototype && depth < limits.depth; depth++) {
    const parentPrototype: object | null = Object.getPrototypeOf(prototype)
    // An object without a prototype of its own is `Object.prototype`, of this or another window;
    // its members are left out.
    if (!parentPrototype) break
    for (const name of Object.getOwnPropertyNames(prototype).slice(0, limits.keys)) {
      const isGetter = Object.getOwnPropertyDescriptor(prototype, name)?.get !== undefined
      if (isGetter && !names.includes(name) && !Object.hasOwn(input, name)) names.push(name)
    }
    prototype = parentPrototype
  }
  return names
}
