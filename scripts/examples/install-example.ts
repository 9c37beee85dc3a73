import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { neededPackages, runNpm } from '../bundlers/install-packed.ts'
import { publishable } from '../check-dist/publishable.ts'
import type { Example } from './examples.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * Copies an example out of the repository and installs it with our packages as tarballs, as npm
 * would install them from a registry.
 * @param home - where the copy is put, in a folder of the example's name
 * @param tarballs - paths of the tarballs by package name
 * @returns the folder of the copy
 * @throws when npm fails
 */
export async function installExample(
  root: string,
  home: string,
  example: Pick<Example, 'name' | 'folder'>,
  tarballs: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = join(home, example.name)
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'examples', example.folder ?? example.name), folder, {
    recursive: true,
    filter: (path) =>
      !/[\\/](node_modules|dist|build|\.next|\.nuxt|\.output|\.react-router|\.svelte-kit)$/.test(
        path,
      ),
  })
  const path = join(folder, 'package.json')
  const manifest = readManifest(folder)
  const packed = withTarballs(
    manifest,
    neededPackages(publishable(root), listDependencies(folder)),
    tarballs,
  )
  writeFileSync(path, `${JSON.stringify(packed, null, 2)}\n`)
  await runNpm(['install', '--no-audit', '--no-fund'], folder)
  return folder
}

/**
 * The manifest with tarballs in place of versions, also of packages that only ours depend on: no
 * registry has these.
 */
export function withTarballs(
  manifest: Manifest,
  needed: readonly string[],
  tarballs: Readonly<Record<string, string>>,
): Manifest {
  const ours = needed.map((name) => {
    const path = tarballs[name]
    if (!path) throw new Error(`${name} is not packed`)
    return [name, `file:${path}`] as const
  })
  return {
    ...manifest,
    dependencies: Object.assign({}, manifest.dependencies, Object.fromEntries(ours)),
  }
}

/** Names of the packages that an example names in its manifest. */
export function listDependencies(folder: string): readonly string[] {
  return Object.keys(readManifest(folder).dependencies ?? {})
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
