import { describe, expect, test } from 'vitest'
import { makeRelay, makeTestIdentity } from '../../test/make-relay.ts'

const day = 86_400

describe('relay.check', () => {
  test('default: full where no large message finds room, ok again once what lies there is over', async () => {
    const clock = { at: Date.now() }
    const { relay, join } = await makeRelay({ maxBytes: 262_144, now: () => clock.at })
    expect(await relay.check()).toBe('ok')
    // Nobody leaves more than the others, so that nothing goes for the sake of room.
    const states: string[] = []
    for (let at = 0; at < 11; at += 1) {
      const client = join(makeTestIdentity(), `10.0.${at}.1`)
      const topic = at.toString(16).padStart(64, '0')
      await client.publish(topic, 'x'.repeat(18_000), { ttl: day }).catch(() => undefined)
      states.push(await relay.check())
    }
    expect([states[0], states.at(-1)]).toEqual(['ok', 'full'])
    // Once it is full it stays so.
    expect(states.lastIndexOf('ok')).toBeLessThan(states.indexOf('full'))
    clock.at += day * 1_000 + 1
    await relay.sweep()
    expect(await relay.check()).toBe('ok')
  })

  test('behavior: fails where its store cannot be asked', async () => {
    const counts = () => ({ topics: 0, messages: 0, bytes: 0 })
    const store = { counts, check: () => Promise.reject(new Error('away')), close: async () => {} }
    const { relay } = await makeRelay({ openStore: async () => store as never })
    await expect(relay.check()).rejects.toThrow('away')
  })
})
