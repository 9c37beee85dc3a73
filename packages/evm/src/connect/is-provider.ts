import type { Provider } from './provider.ts'

/** Whether `value` is an EIP-1193 provider; false for an object whose getters throw. */
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
