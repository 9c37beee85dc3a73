import { describe, expect, test, vi } from 'vitest'
import type { Project } from './project-store.ts'
import { rememberedProjects } from './remembered-projects.ts'

const shop: Project = {
  id: 'shop',
  origins: ['https://shop.example'],
  features: [],
  isAnalyticsEnabled: false,
}
const setup = () => {
  const clock = { at: 1_780_000_000_000 }
  const database = { kept: new Map([['shop', shop]]), answer: 'ok' as 'ok' | 'refuses' | 'hangs' }
  const say = async <T>(value: T): Promise<T> => {
    if (database.answer === 'refuses')
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    return database.answer === 'hangs' ? new Promise<T>(() => {}) : value
  }
  const find = vi.fn((id: string) => say(database.kept.get(id)))
  const ids = vi.fn(() => say(new Set(database.kept.keys())))
  return {
    clock,
    database,
    find,
    ids,
    projects: rememberedProjects({ find, listIds: ids }, () => clock.at),
  }
}

describe('rememberedProjects', () => {
  test('default: asked once in five seconds', async () => {
    const { projects, find, clock, database } = setup()
    for (let at = 0; at < 10; at++) {
      expect(await projects.find('shop')).toBe(shop)
    }
    expect(find).toHaveBeenCalledTimes(1)
    clock.at += 5_001
    database.kept.set('shop', { ...shop, origins: [] })
    expect((await projects.find('shop'))?.origins).toEqual([])
  })

  test('behavior: the last known one is good for an hour while the database is away, and no longer', async () => {
    const { projects, clock, database } = setup()
    await projects.find('shop')
    database.answer = 'refuses'
    for (const later of [10_000, 600_000, 2_900_000]) {
      clock.at += later
      expect(await projects.find('shop')).toBe(shop)
    }
    clock.at += 600_000
    await expect(projects.find('shop')).rejects.toThrow('gone')
    database.answer = 'ok'
    expect(await projects.find('shop')).toBe(shop)
  })

  test('behavior: a database that hangs is waited for a second, and once, by calls of known projects', async () => {
    vi.useFakeTimers()
    try {
      const { projects, clock, database, find } = setup()
      await projects.find('shop')
      database.answer = 'hangs'
      clock.at += 10_000
      const first = projects.find('shop')
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await first).toBe(shop)
      for (let at = 0; at < 10; at++) {
        expect(await projects.find('shop')).toBe(shop)
      }
      expect(find).toHaveBeenCalledTimes(2)
      const other = projects.find('other').catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(5_000)
      expect(await other).toMatchObject({ context: { sourceCode: 503 } })
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: a project that was closed is closed within five seconds', async () => {
    const { projects, clock, database } = setup()
    await projects.find('shop')
    database.kept.delete('shop')
    clock.at += 5_001
    expect(await projects.find('shop')).toBeUndefined()
  })

  test('behavior: thousands of ids that are none push out no real one, and cost few questions', async () => {
    const { projects, find, ids, database } = setup()
    await projects.find('shop')
    database.kept.set('new', { ...shop, id: 'new' })
    for (let at = 0; at < 5_000; at++) {
      expect(await projects.find(`made-up-${at}`)).toBeUndefined()
    }
    expect(find.mock.calls.length).toBeLessThan(60)
    expect(ids).toHaveBeenCalledTimes(1)
    const before = find.mock.calls.length
    expect(await projects.find('shop')).toBe(shop)
    expect(find).toHaveBeenCalledTimes(before)
    // A real one that nobody asked for yet is found in between.
    expect((await projects.find('new'))?.id).toBe('new')
  })

  test('behavior: a flood of ids that are none asks for the list once at a time', async () => {
    const { projects, ids } = setup()
    await Promise.all(Array.from({ length: 500 }, (_, at) => projects.find(`made-up-${at}`)))
    expect(ids).toHaveBeenCalledTimes(1)
  })

  test('behavior: a clock that is set back keeps neither a closed project open nor a new one unknown', async () => {
    vi.useFakeTimers()
    try {
      const { find, ids, database } = setup()
      const projects = rememberedProjects({ find, listIds: ids })
      expect(await projects.find('shop')).toBe(shop)
      expect(await projects.find('new')).toBeUndefined()
      database.kept.delete('shop')
      database.kept.set('new', { ...shop, id: 'new' })
      vi.setSystemTime(Date.now() - 3_600_000)
      await vi.advanceTimersByTimeAsync(5_001)
      expect(await projects.find('shop')).toBeUndefined()
      expect((await projects.find('new'))?.id).toBe('new')
    } finally {
      vi.useRealTimers()
    }
  })
})
