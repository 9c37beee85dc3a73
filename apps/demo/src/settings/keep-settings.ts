import type { Settings } from './settings.ts'

const key = 'slow-kiln.playground'

/** Keeps the settings for the tab's session, so that they also hold after a reload. */
export function storeSettings(
  { sessionStorage }: Pick<Window, 'sessionStorage'>,
  settings: Settings,
): void {
  sessionStorage.setItem(key, JSON.stringify(settings))
}

/** The stored settings. The default replaces a setting that is missing or has another type. */
export function readSettings(
  { sessionStorage }: Pick<Window, 'sessionStorage'>,
  defaults: Settings,
): Settings {
  try {
    const storedSettings: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return mergeSettings(defaults, storedSettings)
  } catch {
    return defaults
  }
}

function mergeSettings<T extends object>(defaults: T, storedSettings: unknown): T {
  if (typeof storedSettings !== 'object' || storedSettings === null) return defaults
  const entries = Object.entries(defaults).map(([name, value]) => {
    const storedValue: unknown = Object.hasOwn(storedSettings, name)
      ? (storedSettings as Record<string, unknown>)[name]
      : undefined
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [name, mergeSettings(value, storedValue)]
    // The setting of a feature is `true`, `false` or a list of texts, so a list may replace a
    // boolean.
    const isList =
      Array.isArray(storedValue) && storedValue.every((item) => typeof item === 'string')
    const hasSameType =
      typeof storedValue === typeof value && Array.isArray(storedValue) === Array.isArray(value)
    const isFeature =
      (typeof value === 'boolean' || Array.isArray(value)) &&
      (typeof storedValue === 'boolean' || isList)
    return [
      name,
      (hasSameType && (!Array.isArray(storedValue) || isList)) ||
      (isFeature && name in featureLists)
        ? storedValue
        : value,
    ]
  })
  return Object.fromEntries(entries) as T
}

const featureLists = { swaps: 0, onramp: 0, socials: 0, emailCapture: 0 }
