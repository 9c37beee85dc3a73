import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nameFiles, readReexports, renameImports } from './name-files.ts'

describe('readReexports', () => {
  test('default: both ways to pass a name on, from files of the package alone', () => {
    const code = `
      import { a, b as c } from './ab.mjs'
      import { other } from 'other'
      const own = 1
      export { a, c as d, other, own }
      export { e as f } from './e.mjs'
    `
    expect([...readReexports(code)]).toEqual([
      ['a', { from: './ab.mjs', name: 'a' }],
      ['d', { from: './ab.mjs', name: 'b' }],
      ['f', { from: './e.mjs', name: 'e' }],
    ])
  })
})

describe('renameImports', () => {
  const find = (specifier: string, name: string) =>
    specifier === 'kit' && name !== 'unknown'
      ? { specifier: `kit/${name[0]}.mjs`, name: name === 'a2' ? 'x' : name }
      : undefined

  test('default: a line for each file, with the local names as they were', () => {
    const code = 'import { a1, a2, b as c, unknown } from "kit";\nimport z from "z";\nrun(c)'
    expect(renameImports(code, find)).toBe(
      'import { a1, x as a2 } from "kit/a.mjs";\nimport { b as c } from "kit/b.mjs";\n' +
        'import { unknown } from "kit";\nimport z from "z";\nrun(c)',
    )
  })

  test('behavior: leaves what is not named, what is not found and what is loaded late', () => {
    const code = 'import * as all from "kit"\nimport "kit"\nimport { y } from "z"\nimport("kit")'
    expect(renameImports(code, find)).toBe(code)
  })
})

describe('nameFiles', () => {
  test('default: an import names the file, and the package lets it', () => {
    const home = mkdtempSync(join(tmpdir(), 'latchkey-names-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    const lay = (path: string, text: string): void => {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), text)
    }
    const read = (path: string): string => readFileSync(join(home, path), 'utf8')
    const exports = { '.': { types: './dist/index.d.mts', default: './dist/index.mjs' } }
    for (const name of ['core', 'modal']) {
      lay(`${name}/package.json`, JSON.stringify({ name: `@latchkey/${name}`, exports }))
    }
    lay('modal/dist/index.mjs', 'import { a } from "@latchkey/core";\nexport const b = a')
    lay('core/dist/index.mjs', 'export { a } from "./late/a.mjs"')
    lay('core/dist/late/a.mjs', 'export const a = 1')
    nameFiles(['core', 'modal'].map((name) => join(home, name)))
    expect(read('modal/dist/index.mjs')).toContain('from "@latchkey/core/dist/late/a.mjs"')
    expect(JSON.parse(read('core/package.json')).exports).toEqual({
      ...exports,
      './dist/*.mjs': { default: './dist/*.mjs' },
    })
    expect(JSON.parse(read('modal/package.json')).exports).toEqual(exports)
  })
})
