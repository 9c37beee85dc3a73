import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'

/** Names that a folder may already contain: users may run `git init` before they create the app. */
const harmless: ReadonlySet<string> = new Set(['.git'])

/**
 * Finds and checks the folder for an app: the current folder, or one below it. A symbolic link
 * counts as the folder that it leads to.
 * @param current - absolute path of the current folder
 * @param wanted - path of the app's folder, relative to the current one
 * @returns its absolute path; it need not exist yet
 * @throws `config-invalid` when it lies elsewhere, is a file, or is not empty
 */
export function requireTargetFolder(current: string, wanted: string): string {
  const folder = resolve(current, wanted)
  if (
    wanted.includes('\0') ||
    !isWithin(current, folder) ||
    !isWithin(realpathSync(current), findRealPath(folder))
  )
    throw new LatchkeyError('config-invalid', {
      reason: `${JSON.stringify(wanted.slice(0, 256))} is not below the current folder`,
      fix: 'go to the folder that the app shall be in, and name one below it',
    })
  if (!existsSync(folder)) return folder
  if (!lstatSync(realpathSync(folder)).isDirectory())
    throw new LatchkeyError('config-invalid', {
      reason: `${folder} is a file`,
      fix: 'name another folder',
    })
  const [found] = readdirSync(folder).filter((name) => !harmless.has(name))
  if (found !== undefined)
    throw new LatchkeyError('config-invalid', {
      reason: `${folder} is not empty: it holds ${found}`,
      fix: 'name another folder, or empty this one',
    })
  return folder
}

function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner)
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** The path with symbolic links resolved; its last parts need not exist yet. */
function findRealPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new LatchkeyError('config-invalid', {
      reason: `${path} is a link that leads nowhere`,
      fix: 'remove it, or name another folder',
    })
  const parent = dirname(path)
  return parent === path ? path : resolve(findRealPath(parent), relative(parent, path))
}
