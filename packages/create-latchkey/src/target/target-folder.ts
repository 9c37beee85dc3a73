import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'

/** What may be in a folder already: somebody who has begun a repository wants the app in it. */
const harmless: ReadonlySet<string> = new Set(['.git'])

/**
 * Finds the folder for an app: the current one, or one below it. Links count as where they lead to.
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

/** The path without links, where some of its last parts may not exist yet. */
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
