import type { Provider } from './provider.ts'

/** Whether `value` is a provider; false for an object whose getters throw. */
export function isProvider(value: unknown): value is Provider {
  try {
    return (
      typeof value === 'object' &&
      value !== null &&
      typeof (value as Provider).request === 'function'
    )
  } catch {
    return false
  }
}
