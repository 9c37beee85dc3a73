import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../check-dist/publishable.ts'
import { runNpm } from './run-npm.ts'

/** A package as it goes to a registry. */
export interface Packed {
  readonly manifest: Manifest
  /** Absolute path of the tarball. */
  readonly tarball: string
  /** SHA-512 in the form of npm (`sha512-…`). */
  readonly integrity: string
  /** Paths in the package. */
  readonly files: readonly string[]
}

/** Says of the tarballs beside it that they passed every check; it is written last. */
const recordName = 'checked.json'

/** Packs the packages laid down in `<home>/node_modules` into `<home>/tarballs`. */
export async function packPackages(
  home: string,
  names: readonly string[],
): Promise<readonly Packed[]> {
  const target = join(home, 'tarballs')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const folders = names.map((name) => join(home, 'node_modules', name))
  const said = JSON.parse(
    await runNpm(['pack', ...folders, '--json', '--pack-destination', target], { cwd: home }),
  ) as unknown
  return readPackResult(said).map(({ name, filename, integrity, files }) => ({
    manifest: readManifest(join(home, 'node_modules', name)),
    tarball: join(target, filename),
    integrity,
    files: files.map(({ path }) => path),
  }))
}

interface PackResult {
  readonly name: string
  readonly filename: string
  readonly integrity: string
  readonly files: readonly { readonly path: string }[]
}

/** npm 10 answers a list, npm 11 and later an object by name. */
function readPackResult(said: unknown): readonly PackResult[] {
  const list = Array.isArray(said) ? said : Object.values(said as Record<string, unknown>)
  return list.map((one: PackResult) => ({
    ...one,
    // npm 10 may give a scoped file name with its slash, and writes the file without it.
    filename: one.filename.replace(/^@/, '').replaceAll('/', '-'),
  }))
}

/** Notes that the packed packages passed every check, and may be released. */
export function recordChecked(home: string, packed: readonly Packed[]): void {
  const checksums = Object.fromEntries(packed.map((one) => [one.manifest.name, one.integrity]))
  writeFileSync(join(home, 'tarballs', recordName), `${JSON.stringify(checksums, null, 2)}\n`)
}

/**
 * Reads the tarballs that `npm run check:dist` left when everything was good.
 * @throws when there are none, or one is not as it was checked
 */
export function readChecked(home: string): readonly Packed[] {
  const target = join(home, 'tarballs')
  const record = join(target, recordName)
  if (!existsSync(record))
    throw new Error('nothing is checked for a release: run npm run check:dist first')
  const checksums = JSON.parse(readFileSync(record, 'utf8')) as Record<string, string>
  return Object.entries(checksums).map(([name, integrity]) => {
    const manifest = readManifest(join(home, 'node_modules', name))
    const tarball = join(target, tarballName(manifest))
    if (!existsSync(tarball) || checksumOf(tarball) !== integrity)
      throw new Error(`${name} is not as it was checked: run npm run check:dist again`)
    return { manifest, tarball, integrity, files: [] }
  })
}

/** `@latchkey/core`, `1.0.0` → `latchkey-core-1.0.0.tgz`. */
export function tarballName({ name, version }: Manifest): string {
  return `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}.tgz`
}

function checksumOf(path: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
