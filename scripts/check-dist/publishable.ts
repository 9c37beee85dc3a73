import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The used fields of a package manifest. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly files?: readonly string[]
  readonly publishConfig?: Readonly<Record<string, unknown>>
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>> | string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Fields of the repository's manifest that every published one repeats. */
export interface Identity {
  readonly author: string
  readonly homepage: string
  readonly bugs: string
  readonly repository: { readonly type: string; readonly url: string }
  readonly engines: Readonly<Record<string, string>>
  readonly keywords: readonly string[]
}

export interface Publishable {
  /** Absolute path. */
  readonly folder: string
  readonly manifest: Manifest
  /** Source files to build, relative to the folder. */
  readonly entries: readonly string[]
}

/**
 * Whether a package is published. Its source is private all the same, so that npm refuses to
 * publish it as it stands; the published form is laid down by `buildPackage`.
 */
export function isPublished({ private: isPrivate, publishConfig }: Manifest): boolean {
  return publishConfig !== undefined || !isPrivate
}

/** The published packages, each with the sources of its `exports` and `bin`. */
export function publishable(root: string): Publishable[] {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    return isPublished(manifest) ? [{ folder, manifest, entries: entriesOf(manifest, folder) }] : []
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
 * The published manifest: without what only the repository needs (`private`, references to sources,
 * scripts, development dependencies, entries for this repository alone), and with the repository's
 * own fields. Faults: exports without a built file.
 * @param identity - the fields of the repository's manifest
 * @param directory - the package's folder in the repository (`packages/core`)
 */
export function publishedManifest(
  source: Manifest,
  identity: Identity,
  directory: string,
): { manifest: Manifest & Identity; faults: string[] } {
  const faults: string[] = []
  const shownExports = Object.entries(source.exports ?? {}).filter(
    ([, target]) => !isInternal(target),
  )
  const exports = Object.fromEntries(
    shownExports.map(([path, target]) => {
      if (typeof target === 'string') return [path, target]
      const { 'latchkey-source': file, ...rest } = target
      if (file) {
        const wanted = { types: builtPath(file, '.d.mts'), default: builtPath(file, '.mjs') }
        for (const key of ['types', 'default'] as const) {
          if (rest[key] !== wanted[key])
            faults.push(
              `exports["${path}"].${key} is ${rest[key]}, what is built is ${wanted[key]}`,
            )
        }
      }
      return [path, rest]
    }),
  )
  const { private: _, scripts: __, devDependencies: ___, ...shown } = source
  const { author, bugs, engines, repository } = identity
  const page = identity.homepage.replace(/#.*$/, '')
  const manifest = {
    ...shown,
    keywords: [...new Set([...identity.keywords, ...(source.keywords ?? [])])],
    author,
    homepage: `${page}/tree/main/${directory}#readme`,
    bugs,
    repository: { ...repository, directory },
    engines,
    // npm adds the README and the licence by itself, but no change log.
    files: [...(source.files ?? []), 'CHANGELOG.md'],
    exports: source.exports && { ...exports, './package.json': './package.json' },
  }
  return { manifest, faults }
}

/** Reads the fields that every published manifest repeats. */
export function readIdentity(root: string): Identity {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Identity
}
