import { describe, expect, test } from 'vitest'
import { type Demand, demandFaults } from './demands.ts'
import { titlesOf } from './titles.ts'

const call = 'test'
const file = `
describe('x', () => {
  ${call}('behavior: a', () => {})
  ${call}.each([1])('behavior: %i', () => {})
  ${call}(\`behavior: \${row.name}\`, () => {})
  ${call}.skip('behavior: left out', () => {})
})`

describe('titlesOf', () => {
  test('behavior: as written, skipped ones left out', () => {
    expect([...titlesOf(file)]).toEqual([
      'x',
      'behavior: a',
      'behavior: %i',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the template itself is the title
      'behavior: ${row.name}',
    ])
  })
})

describe('demandFaults', () => {
  const demand = (part: Partial<Demand>): Demand => ({
    id: 1,
    demand: 'Pain',
    isClaimed: true,
    ...part,
  })
  const read = (name: string): string | undefined => (name === 'a.test.ts' ? file : undefined)

  test('default', () => {
    const tests = [{ file: 'a.test.ts', title: 'behavior: a' }]
    expect(demandFaults([demand({ tests })], read)).toEqual([])
    expect(demandFaults([demand({ isClaimed: false })], read)).toEqual([])
  })

  test('behavior: a claim without a test, or with one that is not there, is a fault', () => {
    expect(demandFaults([demand({})], read)).toHaveLength(1)
    expect(
      demandFaults([demand({ tests: [{ file: 'a.test.ts', title: 'behavior: b' }] })], read),
    ).toHaveLength(1)
    expect(
      demandFaults([demand({ tests: [{ file: 'a.test.ts', title: 'behavior: left out' }] })], read),
    ).toHaveLength(1)
    expect(
      demandFaults([demand({ tests: [{ file: 'b.test.ts', title: 'behavior: a' }] })], read),
    ).toHaveLength(1)
  })
})
