import type { ArgonInput } from './argon-worker.ts'

/** Turns a password into the bytes that its key is derived from. */
export type Stretch = (input: ArgonInput) => Promise<Uint8Array>

/**
 * Loaded with the first password; one for each document, because its Trusted Types policy can be
 * made only once.
 */
export function lateStretch(): Stretch {
  const lazyStretch: { opened?: Promise<Stretch> | undefined } = {}
  return async (input) => {
    lazyStretch.opened ??= import('./stretch.ts').then(({ openStretch }) => openStretch())
    const stretch = await lazyStretch.opened.catch((error) => {
      lazyStretch.opened = undefined
      throw error
    })
    return stretch(input)
  }
}
