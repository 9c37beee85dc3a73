/** An object that a wallet put on the page. Every read of it may throw, lie or change. */
export type Provider = object

/** Reads one property of a wallet's object; undefined when it is missing or its getter throws. */
export function peekAt(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

/** Whether the object has a method of that name. */
export function hasMethod(value: unknown, name: string): boolean {
  return typeof peekAt(value, name) === 'function'
}
