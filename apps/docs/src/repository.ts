import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Root of the repository. */
export const root: string = resolve(import.meta.dirname, '../../..')

/** A text file of the repository. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Every file of the repository that git knows or would take in, from its root. */
export function listFiles(): readonly string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return output.split('\n').filter((path) => path !== '')
}

/** The part of a package's manifest that the site reads. */
export interface Manifest {
  readonly name: string
  readonly description?: string
  readonly private?: boolean
  readonly repository?: string | { readonly url: string }
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readText(`${folder}/package.json`)) as Manifest
}

/** Where the sources can be read, as the packages name it; undefined while they name none. */
export function repositoryAddress(): string | undefined {
  const { repository } = readManifest('packages/core')
  const url = typeof repository === 'string' ? repository : repository?.url
  return url?.replace(/^git\+/, '').replace(/\.git$/, '')
}
