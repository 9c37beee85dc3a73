import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectClean, parameters, timeoutOf } from '../../test/fuzz.ts'
import { listenToTabs } from './tabs.ts'
import { takeLinkMessage } from './take-link-message.ts'

const topic = 'a1'.repeat(32)
const carried = `wc_ev=AQ-_&topic=${topic}`

/** An address bar. */
function visit(href: string, forbidden = false) {
  const written: string[] = []
  const history = {
    state: { of: 'the site' },
    replaceState(state: unknown, _: string, url: string) {
      if (forbidden) throw new DOMException('no', 'SecurityError')
      expect(state).toBe(history.state)
      expect(new URL(url).origin).toBe(new URL(href).origin)
      written.push(url)
    },
  }
  const message = takeLinkMessage({
    location: { href } as Location,
    history: history as unknown as History,
  })
  return { message, written }
}
afterEach(() => void vi.unstubAllGlobals())

describe('takeArrival', () => {
  test('default', () => {
    const { message, written } = visit(`https://shop.test/buy?${carried}`)
    expect(message).toEqual({ topic, message: 'AQ-_' })
    expect(written).toEqual(['https://shop.test/buy'])
  })

  test.each([
    [`?a=1&${carried}&b=%20+x`, '?a=1&b=%20+x'],
    [`?a&${carried}#part?wc_ev=x`, '?a#part?wc_ev=x'],
    [`?%77c_ev=AQ&topic=${topic}`, ''],
    ['?wc_ev=&q=1', '?q=1'],
  ])('behavior: %s leaves %s', (before, after) => {
    expect(visit(`https://shop.test//x/${before}`).written).toEqual([
      `https://shop.test//x/${after}`,
    ])
  })

  test.each([
    'https://shop.test/',
    `https://shop.test/?topic=${topic}`,
    `https://shop.test/#?${carried}`,
  ])('behavior: %s is none of ours', (href) => {
    expect(visit(href)).toEqual({ message: undefined, written: [] })
  })

  test.each([
    `http://shop.test/?${carried}`,
    `https://shop.test/?${carried}&${carried}`,
    `https://shop.test/?wc_ev=AQ-_&topic=${topic.toUpperCase()}`,
    `https://shop.test/?wc_ev=${'A'.repeat(70_000)}&topic=${topic}`,
  ])('behavior: taken out, and not believed: %#', (href) => {
    const { message, written } = visit(href)
    expect(message).toBeUndefined()
    expect(written).toEqual([href.slice(0, href.indexOf('?'))])
  })

  test('behavior: a history that may not be written is no reason to fail', () => {
    expect(visit(`https://shop.test/?${carried}`, true).message).toEqual({ topic, message: 'AQ-_' })
  })

  test('behavior: the other tabs of the site hear it', async () => {
    const heard: unknown[] = []
    listenToTabs((message) => heard.push(message))
    visit(`https://shop.test/?${carried}`)
    await vi.waitFor(() => expect(heard).toEqual([{ topic, message: 'AQ-_' }]))
  })

  test('behavior: an engine without channels has one tab', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    listenToTabs(() => {})
    expect(visit(`https://shop.test/?${carried}`).message).toEqual({ topic, message: 'AQ-_' })
  })

  test('behavior: any address at all', { timeout: timeoutOf(1500) }, () => {
    const part = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('wc_ev', 'topic', '%77c_ev', 'wc_ev=', 'a', '', '__proto__'),
      },
      fc.webQueryParameters(),
      fc.constantFrom(
        carried,
        `topic=${topic}`,
        'wc_ev=%E0%A4%A',
        'wc_ev=%00',
        `wc_ev=${'_'.repeat(70_000)}`,
      ),
    )
    const address = fc
      .tuple(
        fc.constantFrom('https://shop.test', 'http://localhost:4300', 'http://shop.test'),
        fc.constantFrom('/', '//evil.test/', '/\\evil.test/', '/a b/', '/%2e%2e/'),
        fc.array(part, { maxLength: 6 }),
        fc.constantFrom('', '#', `#?${carried}`),
      )
      .map(
        ([origin, path, parts, hash]) => new URL(`${origin}${path}?${parts.join('&')}${hash}`).href,
      )
    fc.assert(
      fc.property(address, (href) => {
        const { message, written } = visit(href)
        const had = new URL(href).searchParams.has('wc_ev')
        expect(written).toHaveLength(had ? 1 : 0)
        const left = new URL(written[0] ?? href).searchParams
        if (had) expect([left.has('wc_ev'), left.has('topic')]).toEqual([false, false])
        if (!message) return
        expect(message.topic).toMatch(/^[0-9a-f]{64}$/)
        expect(message.message).toMatch(/^[-_A-Za-z0-9]{1,65536}$/)
      }),
      parameters(1500),
    )
    expectClean()
  })
})

describe('hearTabs', () => {
  test('behavior: what is no message is not heard', async () => {
    const heard: unknown[] = []
    listenToTabs((message) => heard.push(message))
    const channel = new BroadcastChannel('latchkey.link-mode')
    for (const said of [
      null,
      'x',
      { topic, message: 'A/' },
      { topic: 'a1', message: 'AQ' },
      { topic, message: 'A'.repeat(65_537) },
      { topic, message: ['AQ'] },
      { topic, message: 'AQ' },
    ]) {
      channel.postMessage(said)
    }
    channel.close()
    await vi.waitFor(() => expect(heard).toEqual([{ topic, message: 'AQ' }]))
  })
})
