import { describe, expect, test } from 'vitest'
import { cycles } from './cycles.ts'
import { houseNumbers } from './house-numbers.ts'
import { layerFaults } from './layers.ts'
import { parseSource } from './source-file.ts'
import { unusedWords } from './unused-words.ts'

const parse = (path: string, ...lines: string[]) => parseSource(path, `${lines.join('\n')}\n`)

describe('parseSource', () => {
  test('behavior: sees every way of naming a module', () => {
    const file = parse(
      'packages/core/src/x.ts',
      "import a from './a.ts'",
      "import type { B } from './b.ts'",
      "export { c } from './c.ts'",
      "type D = import('./d.ts').D",
      "const e = () => import('./e.ts')",
      "import './f.ts'",
    )
    expect(file.imports).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts'])
    expect(file.reexports).toEqual(['./c.ts'])
    expect(file.lines).toBe(6)
  })

  test('behavior: let at the top level only', () => {
    const file = parse(
      'a.ts',
      'let a = 1',
      'export let b = 2',
      'function f() { let c = 3; return c }',
      'declare let d: 1',
    )
    expect(file.topLevelLets).toEqual([1, 2])
  })

  test('behavior: any and suppressions need a reason', () => {
    const any = 'an' + 'y'
    const ignore = '@ts-' + 'expect-error'
    const file = parse(
      'a.ts',
      `const a: ${any} = 1`,
      `const b: ${any} = 1 // ${any}: the library's own type`,
      `// ${ignore}`,
      `// ${ignore}: wrong on purpose`,
      `// biome-${'ignore'} lint/a/b: needed here`,
      `// biome-${'ignore'} lint/a/b:`,
    )
    expect(file.unexplained).toEqual([1, 3, 6])
  })
})

describe('layerFaults', () => {
  const fault = (path: string, line: string) => layerFaults([parse(path, line)])

  test('default', () => {
    expect(fault('packages/modal/src/a.ts', "import { createKit } from '@latchkey/core'")).toEqual(
      [],
    )
    expect(fault('apps/demo/src/a.ts', "import { evm } from '@latchkey/evm'")).toEqual([])
  })

  test('behavior: a higher layer or a sibling is refused, as a type too', () => {
    expect(
      fault('packages/core/src/a.ts', "import type { A } from '@latchkey/modal'"),
    ).toHaveLength(1)
    expect(fault('packages/modal/src/a.ts', "import { evm } from '@latchkey/evm'")).toHaveLength(1)
    expect(fault('packages/react/src/a.ts', "const a = import('@latchkey/evm')")).toHaveLength(1)
  })

  test('behavior: test packages in tests only', () => {
    expect(fault('packages/evm/src/a.ts', "import { a } from '@latchkey/testing'")).toHaveLength(1)
    expect(fault('packages/evm/src/a.test.ts', "import { a } from '@latchkey/testing'")).toEqual([])
    expect(
      fault('packages/core/src/a.test.ts', "import { a } from '@latchkey/modal'"),
    ).toHaveLength(1)
  })

  test('behavior: nobody imports their own index.ts, and other packages go by name', () => {
    expect(fault('packages/core/src/actions/a.ts', "import { a } from '../index.ts'")).toHaveLength(
      1,
    )
    expect(fault('packages/core/src/a.ts', "import { a } from '@latchkey/core'")).toHaveLength(1)
    expect(
      fault('packages/core/src/a.ts', "import { a } from '../../protocol/src/a.ts'"),
    ).toHaveLength(1)
  })

  test('behavior: only index.ts re-exports', () => {
    expect(fault('packages/core/src/a.ts', "export { b } from './b.ts'")).toHaveLength(1)
    expect(fault('packages/core/src/index.ts', "export { b } from './b.ts'")).toEqual([])
  })

  test('behavior: the schemas stay on the server', () => {
    expect(
      fault('packages/core/src/a.ts', "import { a } from '@latchkey/protocol/schema'"),
    ).toHaveLength(1)
    expect(
      fault('packages/gateway/src/a.ts', "import { a } from '@latchkey/protocol/schema'"),
    ).toEqual([])
  })

  test("behavior: the gateway's rooms import downwards only", () => {
    const [family, feature] = ['packages/gateway/src/families/evm/a.ts', '../../features/swap/b.ts']
    expect(fault(family, `import type { B } from '${feature}'`)).toEqual([
      `${family} imports ${feature}: families stands below features`,
    ])
    expect(fault(family, "import { b } from '../../base/b.ts'")).toEqual([])
    expect(fault(family, "import { b } from '../shared/b.ts'")).toEqual([])
    expect(fault('packages/gateway/src/cli.ts', "import { b } from './server/b.ts'")).toEqual([])
  })

  test('behavior: an unknown package is refused', () => {
    expect(fault('packages/new/src/a.ts', "import { a } from '@latchkey/protocol'")).toHaveLength(1)
  })
})

describe('cycles', () => {
  test('behavior: finds a cycle of types', () => {
    const files = [
      parse('packages/core/src/a.ts', "import type { B } from './b.ts'"),
      parse('packages/core/src/b.ts', "import { c } from './sub/c.ts'"),
      parse('packages/core/src/sub/c.ts', "import type { A } from '../a.ts'"),
      parse('packages/core/src/d.ts', "import './a.ts'"),
    ]
    expect(cycles(files)).toEqual([
      ['packages/core/src/a.ts', 'packages/core/src/b.ts', 'packages/core/src/sub/c.ts'],
    ])
    expect(cycles(files.slice(1))).toEqual([])
  })
})

describe('houseNumbers', () => {
  test('behavior: tests and generated files are exempt from the length', () => {
    const long = Array.from({ length: 1_000 }, () => '//')
    expect(houseNumbers([parse('packages/core/src/a.ts', ...long)]).faults).toHaveLength(2)
    expect(houseNumbers([parse('packages/core/src/a.test.ts', ...long)]).faults).toEqual([])
    expect(houseNumbers([parse('packages/core/src/a.gen.ts', ...long)]).faults).toEqual([])
  })

  test('behavior: state at the top level is a fault', () => {
    expect(houseNumbers([parse('apps/demo/src/a.ts', 'let a = 1')]).faults).toEqual([
      'apps/demo/src/a.ts:1 top-level let',
    ])
  })
})

describe('unusedWords', () => {
  const index = parse('packages/protocol/src/index.ts', "export { a, b } from './constants/x.ts'")
  const use = (path: string, line: string): string[] => unusedWords([index, parse(path, line)])

  test('default: a number that nothing imports is named', () => {
    const both = ['a', 'b'].map(
      (name) => `${name} of packages/protocol/src/constants/x.ts: nothing in the product uses it`,
    )
    expect(unusedWords([index])).toEqual(both)
    expect(use('packages/core/src/x.ts', "import { a as z } from '@latchkey/protocol'")).toEqual([
      both[1],
    ])
    expect(use('packages/protocol/src/x.ts', "import { b } from './constants/x.ts'")).toEqual([
      both[0],
    ])
    expect(use('apps/demo/src/x.ts', "type A = import('@latchkey/protocol').a")).toEqual([both[1]])
  })

  test('behavior: a test, and a namesake of another module, use nothing', () => {
    expect(
      use('packages/core/src/x.test.ts', "import { a, b } from '@latchkey/protocol'"),
    ).toHaveLength(2)
    expect(use('packages/core/src/x.ts', "import { a, b } from './constants/x.ts'")).toHaveLength(2)
  })

  test('behavior: shapes of calls are a contract with others', () => {
    const calls = parse(
      'packages/protocol/src/index.ts',
      "export type { A } from './calls/answer.ts'",
    )
    expect(unusedWords([calls])).toEqual([])
  })
})
