import { LatchkeyError } from '@latchkey/protocol'

/**
 * Runs `run` unless something else is running under the same name. All frames of this storage
 * partition count when the browser gives frames Web Locks, else only this frame.
 * @param usedNames - names in use in this frame
 * @throws `wallet-bundle-duplicate` (5720) when the name is in use
 */
export async function runAlone<T>(
  usedNames: Set<string>,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  if (usedNames.has(name)) throw duplicateBundleError()
  usedNames.add(name)
  try {
    const release = await takeLock(name)
    if (!release) throw duplicateBundleError()
    return await run().finally(release)
  } finally {
    usedNames.delete(name)
  }
}

/** The error of EIP-5792 for an id that was used before. */
export function duplicateBundleError(): LatchkeyError {
  return new LatchkeyError('wallet-bundle-duplicate', { sourceCode: 5720 })
}

/**
 * Takes a lock and returns the function that releases it; null when another frame holds the lock.
 */
async function takeLock(name: string): Promise<(() => void) | null> {
  const locks = globalThis.navigator?.locks
  if (!locks) return () => {}
  return new Promise((resolve) => {
    const lockRequest = locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null)
      return new Promise<void>((release) => resolve(release))
    })
    // Some browsers do not give locks to frames; then there is nothing to release.
    lockRequest.catch(() => resolve(() => {}))
  })
}
