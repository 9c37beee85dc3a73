/**
 * Overwrites secrets in memory. Copies that a library made, and numbers derived from the secrets,
 * cannot be reached; they are gone when the worker ends.
 */
export function wipeSecrets(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) {
    secret?.fill(0)
  }
}
