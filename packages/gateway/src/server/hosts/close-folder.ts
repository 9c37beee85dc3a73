import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol'

/**
 * Permission bits: `nonOwnerBits` covers the group and all other users, `worldBits` only the other
 * users.
 */
const nonOwnerBits = 0o077
const worldBits = 0o007

/**
 * Creates a folder, or takes an existing one, and denies access to other users; the files inside
 * may then have any permissions (PGlite makes its files readable to everybody). A folder of another
 * owner (a mounted volume) stays open to its group, because this process may have access through
 * the group.
 * @throws `config-invalid` when every user of the machine could still enter
 */
export function closeFolder(path: string, chmod: typeof chmodSync = chmodSync): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (readMode(path) & nonOwnerBits) attemptChange(() => chmod(path, 0o700))
  if (readMode(path) & worldBits)
    throw new LatchkeyError('config-invalid', {
      reason: `everybody on this machine may go into ${path}, and its rights cannot be changed from here`,
      fix: `let its owner run chmod 700 ${path}, or set LATCHKEY_GATEWAY_DATA to a folder on a file system that keeps rights`,
    })
}

/**
 * Removes the permissions of other users from a file in the data folder, because a mount or link
 * may reach it by another path.
 * @returns whether only its owner and group may read it now
 */
export function closeFile(path: string, chmod: typeof chmodSync = chmodSync): boolean {
  const mode = readMode(path)
  if (mode & worldBits) attemptChange(() => chmod(path, mode & 0o770))
  return (readMode(path) & worldBits) === 0
}

/** Returns the permission bits of a file; 0 on Windows, where such bits mean nothing. */
function readMode(path: string): number {
  return process.platform === 'win32' ? 0 : statSync(path).mode
}

/**
 * Attempts a permission change; errors are ignored. The caller checks the permissions afterwards,
 * because a file system may accept the change without effect.
 */
function attemptChange(change: () => void): void {
  try {
    change()
  } catch {}
}
