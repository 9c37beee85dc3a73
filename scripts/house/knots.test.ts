import { describe, expect, test } from 'vitest'
import { parseSource } from '../check/source-file.ts'
import { folderKnots } from './knots.ts'

const file = (path: string, ...imports: string[]) =>
  parseSource(
    `packages/a/src/${path}`,
    imports.map((name) => `import type { T } from '${name}'\n`).join(''),
  )

describe('folderKnots', () => {
  test('default: folders that reach each other, over a file of the root too', () => {
    const files = [
      file('one/a.ts', '../two/b.ts'),
      file('two/b.ts', '../root.ts'),
      file('root.ts', './one/c.ts'),
      file('one/c.ts', '../three/d.ts'),
      file('three/d.ts'),
    ]
    expect(folderKnots(files)).toEqual([{ root: 'packages/a', knot: ['one', 'root.ts', 'two'] }])
  })

  test('default: below features and families each folder, and each loose file, is one', () => {
    const files = [
      file('features/one/a.ts', '../two/b.ts'),
      file('features/two/b.ts', '../one/c.ts', '../../families/d.ts'),
      file('features/one/c.ts'),
      file('families/d.ts', './chain/e.ts'),
      file('families/chain/e.ts', '../d.ts'),
    ]
    expect(folderKnots(files)).toEqual([
      { root: 'packages/a', knot: ['families/chain', 'families/d.ts'] },
      { root: 'packages/a', knot: ['features/one', 'features/two'] },
    ])
  })

  test('behavior: one direction, or one folder, is no knot', () => {
    const files = [
      file('one/a.ts', './b.ts', '../two/c.ts'),
      file('one/b.ts', './a.ts'),
      file('two/c.ts'),
    ]
    expect(folderKnots(files)).toEqual([])
  })
})
