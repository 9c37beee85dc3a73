/**
 * An object that a wallet put on the page. Each read of a property may throw, and may return
 * something false or different from before.
 */
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

/** Whether a wallet's object has a method of this name. */
export function hasMethod(value: unknown, name: string): boolean {
  return typeof peekAt(value, name) === 'function'
}
