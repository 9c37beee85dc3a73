import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The used fields of a package manifest. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>> | string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Publishable {
  /** Absolute path. */
  readonly folder: string
  readonly manifest: Manifest
  /** Source files to build, relative to the folder. */
  readonly entries: readonly string[]
}

/** The published packages, each with the sources of its `exports` and `bin`. */
export function publishable(root: string): Publishable[] {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    return manifest.private ? [] : [{ folder, manifest, entries: entriesOf(manifest, folder) }]
  })
}

/** Whether an entry is for this repository alone: it names its source and nothing built. */
function isInternal(target: Readonly<Record<string, string>> | string): boolean {
  return typeof target !== 'string' && Object.keys(target).join() === 'latchkey-source'
}

function entriesOf(manifest: Manifest, folder: string): string[] {
  const exported = Object.values(manifest.exports ?? {}).flatMap((target) =>
    typeof target === 'string' || isInternal(target) ? [] : (target['latchkey-source'] ?? []),
  )
  const run = Object.values(manifest.bin ?? {}).map((path) =>
    path.replace(/^(\.\/)?dist\//, './src/').replace(/\.mjs$/, '.ts'),
  )
  return [...exported, ...run].filter((path) => existsSync(join(folder, path)))
}

/** `./src/a/b.ts` → `./dist/a/b.mjs`. */
export function builtPath(source: string, extension: string): string {
  return source.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, extension)
}

/**
 * The published manifest: without references to sources, which are not in the package, and without
 * entries that are for this repository alone. Faults: exports without a built file.
 */
export function publishedManifest(manifest: Manifest): { manifest: Manifest; faults: string[] } {
  const faults: string[] = []
  const exports = Object.fromEntries(
    Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
      if (isInternal(target)) return []
      if (typeof target === 'string') return [[path, target] as const]
      const { 'latchkey-source': source, ...rest } = target
      if (source) {
        const wanted = { types: builtPath(source, '.d.mts'), default: builtPath(source, '.mjs') }
        for (const key of ['types', 'default'] as const) {
          if (rest[key] !== wanted[key])
            faults.push(
              `exports["${path}"].${key} is ${rest[key]}, what is built is ${wanted[key]}`,
            )
        }
      }
      return [[path, rest] as const]
    }),
  )
  return { manifest: { ...manifest, exports }, faults }
}
