import type { ArgonInput } from './argon-worker.ts'

/** Turns a password into the bytes that its key is derived from. */
export type StretchPassword = (input: ArgonInput) => Promise<Uint8Array>

/**
 * Loaded with the first password; one for each document, because its Trusted Types policy can be
 * made only once.
 */
export function openLazyStretch(): StretchPassword {
  const loadedStretch: { opened?: Promise<StretchPassword> | undefined } = {}
  return async (input) => {
    loadedStretch.opened ??= import('./stretch.ts').then(({ openStretch }) => openStretch())
    const stretch = await loadedStretch.opened.catch((error) => {
      loadedStretch.opened = undefined
      throw error
    })
    return stretch(input)
  }
}
