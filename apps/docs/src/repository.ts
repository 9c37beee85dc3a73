import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Absolute path of the repository's root folder. */
export const root: string = resolve(import.meta.dirname, '../../..')

/** Reads a text file; `path` is relative to the repository's root. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Paths of all files that git tracks or would add (not ignored), from the repository's root. */
export function listFiles(): readonly string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return output.split('\n').filter((path) => path !== '')
}

/** The fields of a `package.json` that the site needs. */
export interface Manifest {
  readonly name: string
  readonly description?: string
  /** Present in the `package.json` of packages that are published. */
  readonly publishConfig?: object
  readonly repository?: string | { readonly url: string }
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readText(`${folder}/package.json`)) as Manifest
}

/**
 * The web address of the sources, from the repository's `package.json`; undefined when it names
 * none.
 */
export function repositoryAddress(): string | undefined {
  const { repository } = readManifest('.')
  const url = typeof repository === 'string' ? repository : repository?.url
  return url?.replace(/^git\+/, '').replace(/\.git$/, '')
}
