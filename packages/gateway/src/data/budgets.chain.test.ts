import { beforeAll, expect, test } from 'vitest'
import { keyedHash } from '../base/keyed-hash.ts'
import { describeDatabases } from '../test/describe-databases.ts'
import { type Budgets, databaseBudgets } from './budgets.ts'

describeDatabases('databaseBudgets', (open) => {
  const made = {} as { budgets: Budgets }
  const clock = { at: Date.UTC(2026, 0, 2) }
  const budget = { name: 'tries', most: 2, windowMs: 600_000 }
  beforeAll(async () => {
    made.budgets = databaseBudgets(
      (await open()).db,
      keyedHash(Buffer.alloc(32, 1)),
      () => clock.at,
    )
  })

  test('behavior: a clock that was set back an hour keeps nobody out for that hour; seconds between replicas reset nothing', async () => {
    const take = () => made.budgets.take(budget, 'ada')
    expect([await take(), await take(), await take()]).toEqual([0, 0, 600])
    clock.at -= 30_000
    expect(await take()).toBe(630)
    clock.at -= 3_600_000
    expect([await take(), await take(), await take()]).toEqual([0, 0, 600])
  })
})
