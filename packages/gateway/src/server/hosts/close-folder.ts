import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol'

/** Rights of the group and of everybody else, and of everybody else alone. */
const ofOthers = 0o077
const ofEverybody = 0o007

/**
 * Makes a folder, or takes the one that is there, and shuts everybody but this user out of it:
 * files in it may then have any rights, as those of PGlite, which it makes for everybody. A folder
 * of another owner (a mounted volume) is left to its group, by which this process may be there.
 * @throws `config-invalid` where everybody on the machine could still go in
 */
export function closeFolder(path: string, chmod: typeof chmodSync = chmodSync): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (modeOf(path) & ofOthers) attemptChange(() => chmod(path, 0o700))
  if (modeOf(path) & ofEverybody)
    throw new LatchkeyError('config-invalid', {
      reason: `everybody on this machine may go into ${path}, and its rights cannot be changed from here`,
      fix: `let its owner run chmod 700 ${path}, or set LATCHKEY_GATEWAY_DATA to a folder on a file system that keeps rights`,
    })
}

/**
 * Takes the rights of everybody else from a file of the data folder, which can be reached by
 * another way than through it: mounted, or linked from elsewhere.
 * @returns whether nobody but its owner and its group may read it now
 */
export function closeFile(path: string, chmod: typeof chmodSync = chmodSync): boolean {
  const mode = modeOf(path)
  if (mode & ofEverybody) attemptChange(() => chmod(path, mode & 0o770))
  return (modeOf(path) & ofEverybody) === 0
}

/** Windows keeps rights elsewhere: what it says here means nothing. */
function modeOf(path: string): number {
  return process.platform === 'win32' ? 0 : statSync(path).mode
}

/** Whether it helped is seen by the rights: a file system may also take the call and do nothing. */
function attemptChange(change: () => void): void {
  try {
    change()
  } catch {}
}
