import { createRules, type SiwxOptions, type SiwxRules } from './create-rules.ts'
import type { SiwxStore } from './stores/siwx-store.ts'

/**
 * The server side of a sign-in, which `createSiwx` makes: the first argument of this package's
 * other functions. It holds no state of its own.
 */
export interface Siwx extends SiwxRules {
  readonly store: SiwxStore
}

/**
 * Creates the server side of a sign-in from its options. It sends no request, and keeps nothing
 * outside of its store.
 * @throws `config-invalid` with the option that is wrong
 *
 * @example
 * const siwx = createSiwx({
 *   domain: 'shop.example',
 *   statement: 'Sign in to the shop.',
 *   store: memoryStore(),
 * })
 * const handler = createHandler(siwx)
 */
export function createSiwx(options: SiwxOptions & { readonly store: SiwxStore }): Siwx {
  return { ...createRules(options, options.store), store: options.store }
}
