import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clientFaults, clientNames } from './client-boundaries.ts'

const root = resolve(import.meta.dirname, '../..')
const names = clientNames(root)
const folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
/** The faults of a package with these files; `index.mjs` is its entry. */
function faultsOf(files: Readonly<Record<string, string>>): string[] {
  const home = join(folder, String(++count))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  return clientFaults(home, { exports: { '.': { default: './index.mjs' } } }, names)
}
const hook = `import { useState } from 'react'\nexport const useOne = () => useState(1)\n`

describe('clientNames', () => {
  test('default: what only a page may use, as React itself says', () => {
    expect([...names]).toEqual(
      expect.arrayContaining(['createContext', 'useState', 'useEffect', 'useSyncExternalStore']),
    )
    expect(names.has('useMemo')).toBe(false)
    expect(names.has('createElement')).toBe(false)
  })
})

describe('clientFaults', () => {
  test('default: a marked entry may reach anything, a plain one nothing of a page', () => {
    expect(
      faultsOf({ 'index.mjs': `'use client'\nexport * from './a.mjs'\n`, 'a.mjs': hook }),
    ).toEqual([])
    expect(
      faultsOf({ 'index.mjs': `import { useMemo } from 'react'\nexport const a = useMemo\n` }),
    ).toEqual([])
  })
  test.each([
    ['static', `export { useOne } from './b/a.mjs'`],
    ['late', `export const load = () => import('./b/a.mjs')`],
    ['late, in a template without a hole', 'export const load = () => import(`./b/a.mjs`)'],
  ])('behavior: an unmarked entry that reaches a hook is a fault, %s', (_, text) => {
    expect(faultsOf({ 'index.mjs': text, 'b/a.mjs': hook })).toEqual([
      "./index.mjs lacks 'use client': b/a.mjs imports useState",
    ])
  })
  test.each([
    [`import React from 'react'\nexport default React`, 'all of react'],
    [`import * as React from 'react'\nexport default React`, 'all of react'],
    [`import { createContext as make } from 'react'\nexport default make`, 'createContext'],
    [
      `import { createRoot } from 'react-dom/client'\nexport default createRoot`,
      'react-dom/client',
    ],
  ])('behavior: %j is of a page', (text, used) => {
    expect(faultsOf({ 'index.mjs': text })).toEqual([
      `./index.mjs lacks 'use client': index.mjs imports ${used}`,
    ])
  })
  test('behavior: a file behind a marked one is that one’s matter', () => {
    expect(
      faultsOf({
        'index.mjs': `export * from './a.mjs'`,
        'a.mjs': `'use client'\nexport * from './b.mjs'`,
        'b.mjs': hook,
      }),
    ).toEqual([])
  })
  test('behavior: a mark that nothing needs is a fault', () => {
    expect(faultsOf({ 'index.mjs': `'use client'\nexport const one = 1\n` })).toEqual([
      "./index.mjs begins with 'use client', and nothing that it imports needs a page",
    ])
  })
  test('behavior: a mark below the first statement is none', () => {
    expect(faultsOf({ 'index.mjs': `${hook}'use client'\n` })).toHaveLength(1)
  })
})
