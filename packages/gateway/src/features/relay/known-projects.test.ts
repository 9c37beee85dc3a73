import { describe, expect, test } from 'vitest'
import { knownProjects } from './known-projects.ts'

describe('knownProjects', () => {
  test('default: what the database lists, read again when it is asked for', async () => {
    const stored = { ids: new Set(['shop']) }
    const known = await knownProjects(async () => stored.ids)
    expect([known.has('shop'), known.has('game'), known.has(''), known.count()]).toEqual([
      true,
      false,
      false,
      1,
    ])
    stored.ids = new Set(['shop', 'game'])
    expect(known.has('game')).toBe(false)
    await known.refresh()
    expect([known.has('game'), known.count()]).toEqual([true, 2])
  })

  test('behavior: while the database is away the last ids stay', async () => {
    const database = { isAway: false }
    const known = await knownProjects(async () => {
      if (database.isAway) throw new Error('away')
      return new Set(['shop'])
    })
    database.isAway = true
    await known.refresh()
    expect(known.has('shop')).toBe(true)
  })

  test('behavior: a database that hangs is asked once', async () => {
    const asked = { count: 0, answer: (_: ReadonlySet<string>) => {} }
    const known = await knownProjects(() => {
      asked.count += 1
      if (asked.count === 1) return Promise.resolve(new Set(['shop']))
      return new Promise((resolve) => {
        asked.answer = resolve
      })
    })
    const both = [known.refresh(), known.refresh()]
    expect(asked.count).toBe(2)
    asked.answer(new Set())
    await Promise.all(both)
    expect(known.count()).toBe(0)
  })
})
