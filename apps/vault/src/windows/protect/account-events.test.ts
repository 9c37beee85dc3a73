import { describe, expect, test } from 'vitest'
import { describeEvent, isStoppable, readSeenTime, rememberSeen } from './account-events.ts'

const day = 86_400_000
const note = (what: string, at = 0) => ({ at, what, label: null, site: null })

describe('isStoppable', () => {
  test.each([
    'share-released export',
    'recovery-added',
    'recovery-removed',
    'identity-added',
    'identity-removed',
    'email-changed',
    'split-recovered',
    'way-out-asked',
    'account-unfrozen',
  ])('default: %s, for thirty days', (what) => {
    expect(isStoppable(note(what), 30 * day - 1)).toBe(true)
    expect(isStoppable(note(`${what} by a window`), 0)).toBe(true)
    expect(isStoppable(note(what), 30 * day)).toBe(false)
  })

  test.each(['share-released sign', 'signed-in', 'account-frozen', ''])(
    'behavior: %j is nothing to stop',
    (what) => {
      expect(isStoppable(note(what), 0)).toBe(false)
    },
  )
})

test('describeEvent: behavior: what has no words is shown by its name', () => {
  expect(describeEvent({ what: 'something-new' })).toBe('something-new')
  expect(describeEvent({ what: 'way-out-asked' })).not.toBe('way-out-asked')
})

test('readSeenTime: default: by account; what is no time is none', () => {
  const map = new Map<string, string>()
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  }
  rememberSeen(storage, 'ada', 5)
  expect([readSeenTime(storage, 'ada'), readSeenTime(storage, 'bob')]).toEqual([5, 0])
  for (const key of map.keys()) {
    map.set(key, 'soon')
  }
  expect(readSeenTime(storage, 'ada')).toBe(0)
})
