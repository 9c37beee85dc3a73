import type { Settings } from './settings.ts'

const key = 'slow-kiln.playground'

/** Keeps the settings for the tab's session, so that they also hold after a reload. */
export function keepSettings(
  { sessionStorage }: Pick<Window, 'sessionStorage'>,
  settings: Settings,
): void {
  sessionStorage.setItem(key, JSON.stringify(settings))
}

/** The kept settings over the defaults; values of another shape are left out. */
export function readSettings(
  { sessionStorage }: Pick<Window, 'sessionStorage'>,
  defaults: Settings,
): Settings {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return mergeSettings(defaults, kept)
  } catch {
    return defaults
  }
}

function mergeSettings<T extends object>(defaults: T, kept: unknown): T {
  if (typeof kept !== 'object' || kept === null) return defaults
  const entries = Object.entries(defaults).map(([name, value]) => {
    const own: unknown = Object.hasOwn(kept, name)
      ? (kept as Record<string, unknown>)[name]
      : undefined
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [name, mergeSettings(value, own)]
    // Features are on, off, or a list.
    const isList = Array.isArray(own) && own.every((one) => typeof one === 'string')
    const isLike = typeof own === typeof value && Array.isArray(own) === Array.isArray(value)
    const isFeature =
      (typeof value === 'boolean' || Array.isArray(value)) && (typeof own === 'boolean' || isList)
    return [
      name,
      (isLike && (!Array.isArray(own) || isList)) || (isFeature && name in featureLists)
        ? own
        : value,
    ]
  })
  return Object.fromEntries(entries) as T
}

const featureLists = { swaps: 0, onramp: 0, socials: 0, emailCapture: 0 }
