import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../../../../tests/helpers/seed.ts'
import { makeMailboxes } from './mailboxes.ts'
import type { Entry } from './shares.ts'

const limits = {
  maxBytes: 8_000,
  holderBytes: 8_000,
  clientBytes: 8_000,
  projectBytes: 8_000,
  topicMessages: 256,
  topicBytes: 8_000,
}
/** Its lifetime is no short one, so that nothing of the reserve is for it. */
const message = (hash: string, holder: string, at: number): Entry => ({
  topic: hash,
  hash,
  publisher: holder,
  holder,
  project: '',
  publishedAt: at,
  expiresAt: at + 86_400_000,
  bytes: 1_000,
  acked: [],
  isSought: false,
})

describe('makeMailboxes', () => {
  test('behavior: after a search for room that found none, a clock that is set back ends the wait for the next one', () => {
    const at = 1_780_000_000_000
    const index = makeMailboxes(limits)
    for (let n = 0; n < 7; n += 1) {
      expect(index.add(message(`m${n}`, `holder-${n}`, at), at)).toBeUndefined()
    }
    // Seven eighths are all that such messages may take, and no holder has more than another.
    expect(index.add(message('late', 'other', at), at)).toBe('full')
    index.acknowledgeMessage('m0', 'somebody', 'm0')
    expect(index.add(message('late', 'other', at), at + 999)).toBe('full')
    const before = at - 3_600_000
    expect(index.add(message('late', 'other', before), before)).toBeUndefined()
    expect(index.find('m0', 'm0', before)).toBeUndefined()
  })
  test('behavior: whatever comes, no project has more than its share, and nobody drives out who holds less', () => {
    const at = 1_780_000_000_000
    const most = { maxBytes: 64_000, holderBytes: 24_000, clientBytes: 24_000 }
    const projectBytes = 24_000
    const act = fc.record({
      project: fc.constantFrom('', 'shop', 'game'),
      holder: fc.nat(7),
      topic: fc.nat(200),
      bytes: fc.integer({ min: 300, max: 6_000 }),
      isSmall: fc.boolean(),
      isAcknowledged: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    })
    fc.assert(
      fc.property(fc.array(act, { minLength: 60, maxLength: 150 }), (acts) => {
        const kept = new Set<Entry>()
        const gone: Entry[] = []
        const index = makeMailboxes({ ...limits, ...most, projectBytes }, (entry) => {
          kept.delete(entry)
          gone.push(entry)
        })
        const sum = (of: (entry: Entry) => boolean): number =>
          [...kept].reduce((bytes, entry) => bytes + (of(entry) ? entry.bytes : 0), 0)
        for (const [n, one] of acts.entries()) {
          const { project, holder, topic, bytes, isSmall, isAcknowledged } = one
          // Each act is later than a search for room that found none is remembered.
          const now = at + n * 2_000
          const name = `topic ${topic}`
          if (isAcknowledged) index.acknowledgeMessage(name, 'reader', name)
          if (isAcknowledged || index.find(name, name, now)) continue
          const lives = isSmall ? 300_000 : 86_400_000
          const made = message(name, `holder ${holder}`, now)
          const entry = { ...made, project, bytes, expiresAt: now + lives }
          const before = [...kept]
          const all = sum(() => true)
          gone.length = 0
          const refused = index.add(entry, now)
          const reserve = most.maxBytes / 8
          const isForced = (one: Entry): boolean => one.acked.length === 0 && one.expiresAt > now
          const forced = gone.filter(isForced)
          // What goes without harm goes first.
          const left = before.filter((one) => !gone.includes(one) || isForced(one))
          const ofHolder = (of: string): number =>
            left.reduce((held, one) => held + (one.holder === of ? one.bytes : 0), 0)
          for (const one of forced) {
            expect(ofHolder(one.holder)).toBeGreaterThan(ofHolder(entry.holder) + bytes)
            if (all + bytes <= most.maxBytes - reserve) expect(one.project).toBe(project)
          }
          if (refused) continue
          kept.add(entry)
          const inProject = sum((one) => one.project === project)
          expect(inProject).toBeLessThanOrEqual(projectBytes + (isSmall ? reserve : 0))
          expect(index.counts().bytes).toBe(sum(() => true))
        }
      }),
      { numRuns: 150, seed },
    )
  })
})
