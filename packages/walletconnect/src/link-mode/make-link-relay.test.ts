import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Relay } from '../contract.ts'
import { makeLinkRelay } from './make-link-relay.ts'

const topic = 'a1'.repeat(32)
const request = { topic, message: 'AA+/', tag: 1108, ttl: 300, prompt: true }
const redirect = { linkMode: true, universal: 'https://wallet.test/app' }

function setUp(
  redirected: typeof redirect | undefined = redirect,
  failing: readonly boolean[] = [false, false],
) {
  const calls: string[] = []
  const opened: string[] = []
  const relays = failing.map((isFailing, i): Relay => {
    const call = async (name: string): Promise<void> => {
      calls.push(`${i} ${name}`)
      if (isFailing) throw new LatchkeyError('relay-unreachable', { reason: `${i}` })
    }
    return {
      url: `ws://relay-${i}`,
      subscribe: () => call('subscribe'),
      unsubscribe: () => void calls.push(`${i} unsubscribe`),
      publish: ({ tag }) => call(`publish ${tag}`),
      propose: () => call('propose'),
      approve: () => call('approve'),
      close: () => void calls.push(`${i} close`),
    }
  })
  return { calls, opened, line: makeLinkRelay(relays, redirected, (link) => opened.push(link)) }
}
afterEach(() => void vi.unstubAllGlobals())

describe('linkLine', () => {
  test('default', async () => {
    const { calls, opened, line } = setUp()
    await line.publish(request)
    expect(opened).toEqual([`https://wallet.test/app?wc_ev=AA-_&topic=${topic}`])
    expect(calls).toEqual([])
  })

  test('behavior: all but requests goes over every relay, one of which is enough', async () => {
    const { calls, opened, line } = setUp(redirect, [true, false])
    await line.publish({ ...request, tag: 1112 })
    await line.subscribe([topic])
    line.unsubscribe([topic])
    line.close()
    expect(opened).toEqual([])
    expect(calls.sort()).toEqual(
      ['publish 1112', 'subscribe', 'unsubscribe']
        .flatMap((call) => [`0 ${call}`, `1 ${call}`])
        .sort(),
    )
  })

  test('behavior: none is not, and says why', async () => {
    const { line } = setUp(redirect, [true, true])
    await expect(line.subscribe([topic])).rejects.toMatchObject({ code: 'relay-unreachable' })
  })

  test.each([
    ['no gesture', request, redirect, false],
    ['a wallet without a link', request, undefined, true],
    ['a wallet that takes none', request, { ...redirect, linkMode: false }, true],
    ['a link that is no page', request, { ...redirect, universal: 'javascript:alert(1)' }, true],
    ['too long for a link', { ...request, message: 'A'.repeat(65_600) }, redirect, true],
  ])('behavior: over the relays: %s', async (_, publication, redirected, isActive) => {
    vi.stubGlobal('navigator', { userActivation: { isActive } })
    const { calls, opened, line } = redirected ? setUp(redirected) : { ...setUp(), ...noLink() }
    await line.publish(publication)
    expect(opened).toEqual([])
    expect(calls).toEqual(['0 publish 1108', '1 publish 1108'])
  })
})

function noLink() {
  const { calls, opened, line } = setUp({ linkMode: true } as typeof redirect)
  return { calls, opened, line }
}
