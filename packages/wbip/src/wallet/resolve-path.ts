import { type Provider, peekAt } from './provider.ts'

const forbiddenNames = ['__proto__', 'prototype', 'constructor']

/**
 * Whether `path` is a valid provider path: one to five identifiers joined by dots, at most 128
 * characters.
 */
export function isProviderPath(path: unknown): path is string {
  if (typeof path !== 'string' || path.length > 128) return false
  const pathParts = path.split('.')
  return (
    pathParts.length <= 5 &&
    pathParts.every((part) => /^[a-z_$][\w$]*$/i.test(part) && !forbiddenNames.includes(part))
  )
}

/** Returns the object at a dotted path of `window`; undefined when there is none. */
export function resolvePath(page: unknown, path: string): Provider | undefined {
  if (!isProviderPath(path)) return undefined
  let currentValue = page
  for (const part of path.split('.')) {
    currentValue = peekAt(currentValue, part)
  }
  return typeof currentValue === 'object' && currentValue !== null ? currentValue : undefined
}
