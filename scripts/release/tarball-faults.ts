import type { Manifest } from '../check-dist/publishable.ts'

/** Kinds of files that a published package may have, as patterns of their paths. */
const allowed: readonly RegExp[] = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^dist\/.+\.(mjs|d\.mts)$/,
]
/** What single packages have besides. */
const allowedIn: Readonly<Record<string, readonly RegExp[]>> = {
  'create-latchkey': [/^templates\//],
  // Compiled, so that starting a chain needs no compiler.
  '@latchkey/devnet': [/^contracts\/(artifacts\.json|[\w-]+\.clar)$/],
  // The one script for plain pages with its late parts, their hashes and the tag to copy.
  '@latchkey/elements': [/^script\/([\w.-]+\.js|sri\.json|README\.md)$/],
  '@latchkey/gateway': [
    /^migrations\/\w+\.sql$/,
    /^migrations\/meta\/\w+\.json$/,
    /^dashboard\/licenses\.md$/,
    /^dashboard\/(index\.html|assets\/[\w-]+\.(js|css|svg|png|woff2))$/,
  ],
}
const required = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']
/** Parts of paths that only development has. */
const development = /(^|\/|\.)(test|tests|bench|fixtures?)(\.|\/)/

/**
 * Faults of a tarball: files that are missing, or that nobody should get.
 * @param files - paths in the package (`dist/index.mjs`)
 */
export function tarballFaults(manifest: Manifest, files: readonly string[]): string[] {
  const kinds = [...allowed, ...(allowedIn[manifest.name] ?? [])]
  return [
    ...[...required, ...targetsOf(manifest)]
      .filter((path) => !isThere(path, files))
      .map((path) => `${path} is missing`),
    ...files
      .filter((path) => !kinds.some((kind) => kind.test(path)) || isForDevelopment(path, manifest))
      .map((path) => `${path} is none of the kinds of files that are published`),
  ]
}

/** Files that the manifest names, as paths in the package. */
function targetsOf({ exports = {}, bin = {} }: Manifest): string[] {
  const exported = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  )
  return [...new Set([...exported, ...Object.values(bin)])].map((path) => path.replace(/^\.\//, ''))
}

/** A target may stand for many files (`dist/*.mjs`). */
function isThere(path: string, files: readonly string[]): boolean {
  const [before = '', after] = path.split('*')
  if (after === undefined) return files.includes(path)
  return files.some((file) => file.startsWith(before) && file.endsWith(after))
}

/** `@latchkey/testing` ships fixtures on purpose. */
function isForDevelopment(path: string, { name }: Manifest): boolean {
  return name !== '@latchkey/testing' && development.test(path)
}
