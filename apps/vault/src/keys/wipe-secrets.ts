/**
 * Overwrites secrets in memory. Copies made by a library, or numbers derived from them, are out of
 * reach and end with the worker.
 */
export function wipeSecrets(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) {
    secret?.fill(0)
  }
}
