import type { Provider } from './provider.ts'

/** Whether `value` can be asked; an object whose getters throw cannot. */
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
