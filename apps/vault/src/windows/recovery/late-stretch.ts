import type { ArgonInput } from './argon-worker.ts'

/** Turns a password into the bytes that its key is derived from. */
export type Stretch = (input: ArgonInput) => Promise<Uint8Array>

/**
 * Loaded with the first password; one for each document, because its Trusted Types policy can be
 * made only once.
 */
export function lateStretch(): Stretch {
  const late: { opened?: Promise<Stretch> | undefined } = {}
  return async (input) => {
    late.opened ??= import('./stretch.ts').then(({ openStretch }) => openStretch())
    const stretch = await late.opened.catch((error) => {
      late.opened = undefined
      throw error
    })
    return stretch(input)
  }
}
