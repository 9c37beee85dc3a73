import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importSize } from './import-size.ts'

const home = mkdtempSync(join(tmpdir(), 'latchkey-size-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Text that gzip cannot make smaller by much. */
const noise = (length: number, seed: number): string => {
  let at = seed
  return Array.from({ length }, () => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648
    return String.fromCharCode(97 + (at % 26))
  }).join('')
}

describe('importSize', () => {
  test('behavior: what is imported at once counts, what comes later does not', async () => {
    const folder = join(home, 'node_modules/x')
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'x', type: 'module', main: './index.mjs', sideEffects: false }),
    )
    writeFileSync(join(folder, 'part.mjs'), `export const part = '${noise(4000, 1)}'\n`)
    writeFileSync(join(folder, 'later.mjs'), `export const later = '${noise(4000, 2)}'\n`)
    writeFileSync(
      join(folder, 'index.mjs'),
      [
        "import { part } from './part.mjs'",
        'export const both = () => part',
        "export const lazy = () => import('./later.mjs')",
        "export const small = 'small'",
        '',
      ].join('\n'),
    )
    const [small, both, lazy] = [
      await importSize(join(home, 'a'), 'x', ['small']),
      await importSize(join(home, 'b'), 'x', ['both']),
      await importSize(join(home, 'c'), 'x', ['lazy']),
    ]
    expect(small).toBeLessThan(200)
    expect(both).toBeGreaterThan(2000)
    expect(lazy).toBeLessThan(2000)
  })
})
