import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Lock } from '../check/dependencies.ts'
import { runNpm } from './run-npm.ts'
import type { LocalRegistry } from './start-registry.ts'

/** An example outside the repository, as a stranger has it after `npm install`. */
export interface InstalledExample {
  readonly folder: string
  /** What npm installed. */
  readonly lock: Lock
  /** Runs one of the example's own scripts (`build`). @throws with its output when it fails */
  run(script: string): Promise<void>
  remove(): Promise<void>
}

/** What is made on a developer's machine and is no part of an example. */
const made = new Set(['node_modules', 'dist', '.next', '.nuxt', '.output', '.svelte-kit'])

/**
 * Copies an example to a new folder outside the repository, where no package of the repository can
 * be found by accident, and installs it from a registry.
 * @param source - folder of the example (`examples/minimal`); it brings everything that it needs to
 *   be built among its own dependencies
 * @throws when npm fails, or a package of ours came from anywhere but the registry
 */
export async function installExample(
  source: string,
  registry: Pick<LocalRegistry, 'url' | 'env'>,
): Promise<InstalledExample> {
  // The folder of temporary files may be a link, which some bundlers do not follow.
  const folder = realpathSync(await mkdtemp(join(tmpdir(), `latchkey-${basename(source)}-`)))
  const options = { cwd: folder, env: registry.env }
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    cpSync(source, folder, { recursive: true, filter: (path) => !made.has(basename(path)) })
    await runNpm(['install'], options)
    const lock = readLock(folder)
    const faults = foreignSources(lock, registry.url)
    if (faults.length > 0) throw new Error(faults.join('\n'))
    const run = async (script: string): Promise<void> => {
      await runNpm(['run', script], options)
    }
    return { folder, lock, run, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

export function readLock(folder: string): Lock {
  const path = join(folder, 'package-lock.json')
  if (!existsSync(path)) throw new Error(`${folder} has no lock`)
  return (JSON.parse(readFileSync(path, 'utf8')) as { packages: Lock }).packages
}

/** Packages of ours in a lock that did not come from the registry. */
export function foreignSources(lock: Lock, url: string): string[] {
  const ours = Object.entries(lock).filter(([path]) => /node_modules\/@latchkey\/[^/]+$/.test(path))
  if (ours.length === 0) return ['no package of ours is installed']
  return ours
    .filter(([, { resolved, link }]) => link || !resolved?.startsWith(`${url}/`))
    .map(([path, { resolved }]) => `${path} came from ${resolved ?? 'elsewhere'}`)
}

/** How often each of the packages is installed (`{ viem: 1 }`). */
export function countCopies(lock: Lock, names: readonly string[]): Record<string, number> {
  const paths = Object.keys(lock)
  return Object.fromEntries(
    names.map((name) => [
      name,
      paths.filter(
        (path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
      ).length,
    ]),
  )
}
