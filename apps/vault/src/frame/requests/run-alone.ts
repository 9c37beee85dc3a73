import { LatchkeyError } from '@latchkey/protocol'

/**
 * Runs `run` while nobody else runs under that name: in any frame of this partition where the
 * browser gives a frame locks, in this one elsewhere.
 * @param taken - names that this frame runs under
 * @throws `wallet-bundle-duplicate` (5720) for whoever comes second
 */
export async function runAlone<T>(
  taken: Set<string>,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  if (taken.has(name)) throw duplicateBundle()
  taken.add(name)
  try {
    const release = await takeLock(name)
    if (!release) throw duplicateBundle()
    return await run().finally(release)
  } finally {
    taken.delete(name)
  }
}

/** EIP-5792: the id was used before. */
export function duplicateBundle(): LatchkeyError {
  return new LatchkeyError('wallet-bundle-duplicate', { sourceCode: 5720 })
}

/** What lets go of it again; null where another frame has it. */
async function takeLock(name: string): Promise<(() => void) | null> {
  const locks = globalThis.navigator?.locks
  if (!locks) return () => {}
  return new Promise((resolve) => {
    const held = locks.request(name, { ifAvailable: true }, (granted) => {
      if (!granted) return resolve(null)
      return new Promise<void>((release) => resolve(release))
    })
    // A browser that keeps locks from frames.
    held.catch(() => resolve(() => {}))
  })
}
