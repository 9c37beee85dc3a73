import { describe, expect, it } from 'vitest'
import { completeSnippet } from './complete-snippet.ts'
import { exportedNames } from './public-names.ts'
import { readExamples } from './read-examples.ts'
import { readMarkdown } from './read-markdown.ts'

describe('readMarkdown', () => {
  it('default: blocks of TypeScript with their lines, and no others', () => {
    const page = 'Text\n```ts\na()\nb()\n```\n```sh\nnpm\n```\n```tsx\n<a />\n```\n'
    expect(readMarkdown('README.md', page)).toEqual([
      { path: 'README.md', line: 3, isTsx: false, code: 'a()\nb()' },
      { path: 'README.md', line: 10, isTsx: true, code: '<a />' },
    ])
  })

  it('behavior: the title of a block in tabs', () => {
    expect(readMarkdown('a.md', '```ts [wallet.ts]\na()\n```\n')).toEqual([
      { path: 'a.md', line: 2, isTsx: false, code: 'a()', title: 'wallet.ts' },
    ])
  })
})

describe('readExamples', () => {
  it('default: until the next tag or the end of the comment', () => {
    const source = [
      '/**',
      ' * Does it.',
      ' * @example',
      ' * doIt(kit)',
      ' *   .then(show)',
      ' * @throws `unknown`',
      ' */',
      'export function doIt() {}',
      '/**',
      ' * @example again(kit)',
      ' */',
    ].join('\n')
    expect(readExamples('a.ts', source)).toMatchObject([
      { line: 4, code: 'doIt(kit)\n  .then(show)' },
      { line: 10, code: 'again(kit)' },
    ])
  })
})

describe('readExamples with a fence', () => {
  it('default: the lines between the fences', () => {
    const source = '/**\n * @example\n * ```ts\n * doIt(kit)\n * ```\n */'
    expect(readExamples('a.ts', source)).toMatchObject([{ code: 'doIt(kit)' }])
  })
})

describe('completeSnippet', () => {
  const sources = new Map([
    ['kit', '@page'],
    ['run', '@pkg'],
    ['unused', '@pkg'],
  ])

  it('default: imports what is used and not declared, in one line', () => {
    expect(completeSnippet('run(kit)', sources)).toBe(
      "import { kit } from '@page'; import { run } from '@pkg'; export {}\nrun(kit)\n",
    )
  })

  it('behavior: what is declared, imported or a property is not imported', () => {
    const code = "import { run } from 'mine'\nconst { a: kit } = run({ unused: 1 })\nkit.unused"
    expect(completeSnippet(code, sources)).toBe(`export {}\n${code}\n`)
  })

  it('behavior: an unknown name is left for the compiler', () => {
    expect(completeSnippet('missing(kit)', sources)).toContain('\nmissing(kit)')
  })

  it('behavior: an example that returns is the inside of a component', () => {
    expect(completeSnippet('return <p>{run}</p>', sources)).toContain('function Example() { return')
  })
})

describe('exportedNames', () => {
  it('default', () => {
    const index = "export { a, type B, c as d } from './a.ts'\nexport declare const e: string\n"
    expect(exportedNames(index)).toEqual(['a', 'B', 'd', 'e'])
  })
})
