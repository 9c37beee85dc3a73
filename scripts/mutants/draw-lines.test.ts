import { expect, test } from 'vitest'
import { drawLines } from './draw-lines.ts'

const code = Array.from({ length: 100 }, (_, index) => `const a${index} = ${index} > 3`)
const sources = [
  { path: 'a.ts', text: ["import { b } from './b.ts'", '', '// why', ...code].join('\n') },
  { path: 'b.ts', text: '/**\n * Doc.\n */\nexport const b = 1\n' },
]

test('default: lines of code only, as many as the share says, the same for a seed', () => {
  const drawn = drawLines(sources, { share: 0.5, seed: 7 })
  expect(drawn).toHaveLength(51)
  expect(new Set(drawn).size).toBe(51)
  expect(drawn).toEqual(drawLines(sources, { share: 0.5, seed: 7 }))
  expect(drawn).not.toEqual(drawLines(sources, { share: 0.5, seed: 8 }))
  expect(drawn.filter((range) => /^a\.ts:[123]-|^b\.ts:[123]-/.test(range))).toEqual([])
})

test('behavior: all of it are the files themselves', () => {
  expect(drawLines(sources, { share: 1, seed: 7 })).toEqual(['a.ts', 'b.ts'])
})
