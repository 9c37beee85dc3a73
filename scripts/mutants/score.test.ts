import { expect, test } from 'vitest'
import { scoreOf } from './score.ts'

const mutant = (status: string, line: number) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'false',
  status,
  location: { start: { line } },
})

test('default: what a test noticed, against all that ran or that no test runs', () => {
  const files = {
    'a.ts': { mutants: [mutant('Killed', 1), mutant('Survived', 2), mutant('Ignored', 3)] },
    'b.ts': { mutants: [mutant('Timeout', 4), mutant('NoCoverage', 5), mutant('CompileError', 6)] },
  }
  expect(scoreOf({ files })).toEqual({
    killed: 2,
    survived: 1,
    uncovered: 1,
    percent: 50,
    unnoticed: ['a.ts:2  ConditionalExpression: false', 'b.ts:5  ConditionalExpression: false'],
  })
})

test('behavior: of nothing, all is noticed', () => {
  expect(scoreOf({ files: {} }).percent).toBe(100)
})
