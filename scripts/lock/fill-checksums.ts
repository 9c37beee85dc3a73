import { type Lock, type LockEntry, nameOfPath } from '../check/dependencies.ts'

/** Returns a package's checksum from the registry; undefined when it is unreachable or has none. */
export type AskChecksum = (name: string, version: string) => string | undefined

/**
 * Entries of other platforms' packages that were not downloaded here: with a version but no
 * checksum.
 */
export function withoutChecksum(lock: Lock): string[] {
  return Object.entries(lock)
    .filter(([, { optional, integrity, link, version }]) => {
      return optional && !integrity && !link && version !== undefined
    })
    .map(([path]) => path)
}

/**
 * Adds the checksums from `ask` to the lock, after the version like npm. Existing ones stay, and an
 * answer other than SHA-512 is ignored.
 */
export function fillChecksums(lock: Lock, ask: AskChecksum): Lock {
  const open = new Set(withoutChecksum(lock))
  const filled = ([path, entry]: [string, LockEntry]): [string, LockEntry] => {
    if (!open.has(path) || !entry.version) return [path, entry]
    const integrity = ask(nameOfPath(path), entry.version)
    if (!integrity || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) return [path, entry]
    const { version, ...rest } = entry
    return [path, { version, integrity, ...rest }]
  }
  return Object.fromEntries(Object.entries(lock).map(filled))
}
