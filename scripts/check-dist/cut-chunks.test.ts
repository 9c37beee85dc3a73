import { describe, expect, test } from 'vitest'
import { type Chunks, cutChunks } from './cut-chunks.ts'

const source = '/core/src'
const at = (name: string): string => `${source}/${name}.ts`

/** Cuts modules given with what they import, by name. */
function cut(
  chunks: Chunks,
  imports: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const graph = new Map(Object.entries(imports).map(([name, own]) => [at(name), own.map(at)]))
  const found = cutChunks(chunks, graph, source, new Set([at('index')]))
  return Object.fromEntries(
    [...found].map(([path, chunk]) => [path.slice(source.length + 1, -3), chunk]),
  )
}

describe('cutChunks', () => {
  test('default: a module goes to the first line that reaches it', () => {
    const chunks = { start: ['kit'], send: ['actions/send'] }
    expect(
      cut(chunks, { kit: ['own'], 'actions/send': ['own', 'amount'], own: [], amount: [] }),
    ).toEqual({
      kit: 'start',
      own: 'start',
      'actions/send': 'send',
      amount: 'send',
    })
  })

  test('behavior: a file imports none that comes later', () => {
    const chunks = { start: ['a'], late: ['b', 'c'], latest: ['d'] }
    const imports = {
      a: ['x'],
      b: ['x', 'y'],
      c: ['y'],
      d: ['y', 'x', 'z'],
      x: [],
      y: ['x'],
      z: [],
    }
    const found = cut(chunks, imports)
    const order = Object.keys(chunks)
    for (const [from, names] of Object.entries(imports)) {
      for (const to of names) {
        expect(order.indexOf(found[to] ?? '')).toBeLessThanOrEqual(order.indexOf(found[from] ?? ''))
      }
    }
  })

  test('behavior: a folder stands for all in it; what no line reaches is in no file', () => {
    expect(
      cut({ queries: ['queries/'] }, { 'queries/a': [], 'queries/b': [], 'http/get': [] }),
    ).toEqual({
      'queries/a': 'queries',
      'queries/b': 'queries',
    })
  })

  test('behavior: a barrel is in no file, and joins none', () => {
    expect(cut({ start: ['a'] }, { index: ['a', 'b'], a: ['index'], b: [] })).toEqual({
      a: 'start',
    })
  })

  test('error: a line that names nothing', () => {
    expect(() => cut({ start: ['gone'] }, { a: [] })).toThrow(
      '"gone" of "start" names no module below /core/src',
    )
  })
})
