import { type Provider, peekAt } from './provider.ts'

const forbiddenNames = ['__proto__', 'prototype', 'constructor']

/**
 * Whether `path` is a valid provider path: one to five identifiers joined by dots, at most 128
 * characters.
 */
export function isProviderPath(path: unknown): path is string {
  if (typeof path !== 'string' || path.length > 128) return false
  const parts = path.split('.')
  return (
    parts.length <= 5 &&
    parts.every((part) => /^[a-z_$][\w$]*$/i.test(part) && !forbiddenNames.includes(part))
  )
}

/** The object at a dotted path of the page; undefined when there is none. */
export function resolvePath(page: unknown, path: string): Provider | undefined {
  if (!isProviderPath(path)) return undefined
  let current = page
  for (const part of path.split('.')) {
    current = peekAt(current, part)
  }
  return typeof current === 'object' && current !== null ? current : undefined
}
