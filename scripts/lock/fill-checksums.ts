import { type Lock, type LockEntry, nameOfPath } from '../check/dependencies.ts'

/** Checksum that the registry has of a package; undefined where it cannot be asked, or knows none. */
export type AskChecksum = (name: string, version: string) => string | undefined

/** Entries of other machines' packages that nobody here has fetched: a version, and no checksum. */
export function withoutChecksum(lock: Lock): string[] {
  return Object.entries(lock)
    .filter(([, { optional, integrity, link, version }]) => {
      return optional && !integrity && !link && version !== undefined
    })
    .map(([path]) => path)
}

/**
 * The lock with the checksums that `ask` knows of, where npm itself writes them: behind the
 * version. What has one is not asked for, and an answer that is no SHA-512 is none.
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
