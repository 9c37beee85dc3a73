/**
 * Overwrites secrets; what a library copied or turned into a number is out of reach, and ends with
 * the worker.
 */
export function wipeSecrets(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) {
    secret?.fill(0)
  }
}
