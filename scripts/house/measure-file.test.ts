import { describe, expect, test } from 'vitest'
import { absentDocuments, isOneWord, measureFile, paragraphsOf } from './measure-file.ts'

const measure = (text: string) => measureFile('packages/a/src/a.ts', text)

describe('measureFile', () => {
  test('default: functions, methods and constants that hold one, by name', () => {
    const { functions, names } = measure(
      'function read() {}\nconst readAll = () => read()\nconst size = 1\nclass Box { open() {} }\ninterface Shape {}\n',
    )
    expect(functions).toEqual(['read', 'readAll', 'open'])
    expect(names).toEqual(['read', 'readAll', 'size', 'Box', 'open', 'Shape'])
    expect(functions.filter(isOneWord)).toEqual(['read', 'open'])
  })

  test('default: a literal that is spread into a literal; a condition that decides is none', () => {
    const { spreadLiterals } = measure(
      'f({\n  ...{ a, b },\n  ...(c && { d }),\n})\ng([\n  ...[1, 2],\n  ...h,\n])\n',
    )
    expect(spreadLiterals).toEqual([2, 6])
  })

  test('default: loops without braces, and a condition in the branch of another one', () => {
    const { bareLoops, nestedConditions } = measure(
      'for (const a of b) c()\nfor (const a of b) {\n  c()\n}\nconst d = a ? b : (c ? e : f)\nconst g = a ? h(b ? 1 : 2) : 3\n',
    )
    expect(bareLoops).toEqual([1])
    expect(nestedConditions).toEqual([5])
  })

  test('default: lines wider than a hundred columns', () => {
    expect(measure(`${'a'.repeat(100)}\n${'a'.repeat(101)}\n`)).toMatchObject({
      wide: [2],
      lines: 2,
    })
  })

  test('default: comment lines without their marks; what stands in a text is none', () => {
    const { comments } = measure(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source
      "/** One.\n * Two.\n */\nconst a = '// no comment' // Three.\nconst b = `/* none ${a /* Four. */} */`\n",
    )
    expect(comments).toEqual([
      [1, 'One.'],
      [2, 'Two.'],
      [4, 'Three.'],
      [5, 'Four.'],
    ])
  })

  test('default: each comment line with its paragraph', () => {
    const file = measure(
      '/**\n * One goes\n * on here.\n *\n * Two.\n */\nconst a = 1\n// Three goes\n// on too.\n',
    )
    expect(paragraphsOf(file)).toEqual([
      [2, 'One goes on here.'],
      [3, 'One goes on here.'],
      [5, 'Two.'],
      [8, 'Three goes on too.'],
      [9, 'Three goes on too.'],
    ])
  })

  test('behavior: a comment that cites what is not in the repository', () => {
    const file = measure(
      '// As facts 1.12 say.\n// The facts are kept.\n// See EIP-5792.\n/* requirement A12 */\n',
    )
    expect(absentDocuments(file)).toEqual([1, 4])
  })
})
