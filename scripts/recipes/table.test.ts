import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { countTouched, readTable, tableFaults } from './table.ts'

const page = `# Architecture
| view | 9 | 9 | 9 | of another table |

## How many existing files may a change edit?
Some words.

| one more | sources | tests | house | which |
|---|---|---|---|---|
| wallet | 0 | 0 | 0 | |
| chain family | 0 | 0 | 3 | \`layers.ts\` |

## Another section
| error | 9 | 9 | 9 | |
`

describe('readTable', () => {
  test('default: the rows under the heading, and no others', () => {
    expect([...readTable(page)]).toEqual([
      ['wallet', { sources: 0, tests: 0, house: 0 }],
      ['chain family', { sources: 0, tests: 0, house: 3 }],
    ])
  })

  test('behavior: a page without the table is refused', () => {
    for (const bad of ['', page.replace('## How', '## Why'), page.replaceAll(/\| \d/g, '| x')]) {
      expect(() => readTable(bad)).toThrow('no table under')
    }
  })

  test('behavior: the real page has the eight rows', () => {
    const real = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
    expect([...readTable(real).keys()]).toEqual([
      'wallet',
      'chain family',
      'view',
      'late view',
      'action',
      'reader method',
      'gateway route',
      'error',
    ])
  })
})

describe('countTouched', () => {
  test('default', () => {
    const paths = [
      'packages/core/src/index.ts',
      'apps/demo/src/views.ts',
      'packages/core/src/index.test.ts',
      'packages/core/test/fake-parts.ts',
      'tests/helpers/view-cases.ts',
      'scripts/check/layers.ts',
      'ARCHITECTURE.md',
    ]
    expect(countTouched(paths)).toEqual({ sources: 2, tests: 3, house: 2 })
    expect(countTouched([])).toEqual({ sources: 0, tests: 0, house: 0 })
  })
})

describe('tableFaults', () => {
  const none = { sources: 0, tests: 0, house: 0 }
  const one = { ...none, sources: 1 }

  test('default: no line when both say the same', () => {
    expect(tableFaults(new Map([['view', one]]), new Map([['view', { ...one }]]))).toEqual([])
  })

  test('behavior: a count that differs, a row too many, and a row too few', () => {
    const table = new Map([
      ['view', one],
      ['room', none],
    ])
    const found = new Map([
      ['view', none],
      ['error', one],
    ])
    expect(tableFaults(table, found)).toEqual([
      'view: ARCHITECTURE.md says 1, 0, 0; it is 0, 0, 0',
      'room: ARCHITECTURE.md says 0, 0, 0; it is nothing',
      'error: ARCHITECTURE.md says nothing; it is 1, 0, 0',
    ])
  })
})
