import type { ArgonInput } from './argon-worker.ts'

/** Turns a password into the bytes from which its recovery key is derived. */
export type StretchPassword = (input: ArgonInput) => Promise<Uint8Array>

/**
 * Loads the code for passwords at the first use. Call it once for each document, because the code's
 * Trusted Types policy cannot be created twice.
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
