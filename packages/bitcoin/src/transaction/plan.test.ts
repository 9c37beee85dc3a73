import { describe, expect, test } from 'vitest'
import { markPlan, readPlan } from './plan.ts'

const recipients = [
  { address: 'bcrt1one', amount: 1000n },
  { address: 'bcrt1two', amount: 2000n },
]
const plan = markPlan({ inputs: [], recipients, change: 0n, fee: 10n })

describe('readPlan', () => {
  test('default', () => {
    expect(
      readPlan(
        plan,
        recipients.map((one) => ({ ...one })),
      ),
    ).toBe(plan)
  })

  test.each([
    ['another amount', [{ address: 'bcrt1one', amount: 1001n }, recipients[1]]],
    ['another amount of the last', [recipients[0], { address: 'bcrt1two', amount: 1999n }]],
    ['another address', [recipients[0], { address: 'bcrt1six', amount: 2000n }]],
    ['another order', [recipients[1], recipients[0]]],
    ['fewer', [recipients[0]]],
    ['more', [...recipients, recipients[0]]],
    ['none', []],
  ])('behavior: a plan for %s is none', (_, asked) => {
    expect(readPlan(plan, asked as typeof recipients)).toBeUndefined()
  })

  test('behavior: what somebody else wrote is none, whatever it looks like', () => {
    for (const data of [
      undefined,
      null,
      7,
      {},
      { ...plan, [Symbol('plan')]: true },
      JSON.parse('{}'),
    ]) {
      expect(
        readPlan(
          data && typeof data === 'object' && 'inputs' in data
            ? structuredClone({ ...(data as object) })
            : data,
          recipients,
        ),
      ).toBeUndefined()
    }
  })
})
