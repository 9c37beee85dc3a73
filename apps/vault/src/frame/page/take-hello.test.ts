import { LatchkeyError } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTestFrame, project, site } from '../../test/open-test-frame.ts'
import { openPort } from './open-port.ts'
import { isAllowedOrigin } from './origin-rule.ts'
import { awaitHello, type FrameScope } from './take-hello.ts'

const hello = {
  type: 'latchkey-vault-hello',
  version: 1,
  least: 1,
  project: 'shop',
  nonce: 'ab'.repeat(16),
}

function listening(location: FrameScope['location'] = { ancestorOrigins: { 0: site } }) {
  const listeners = new Set<(event: MessageEvent<unknown>) => void>()
  const parent = {}
  const greeted: unknown[] = []
  const self: FrameScope = {
    parent,
    location,
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  }
  awaitHello(self, project, (one) => greeted.push(one))
  const { port1: port } = new MessageChannel()
  const say = (event: object): void => {
    for (const listener of [...listeners]) {
      listener({
        source: parent,
        origin: site,
        data: hello,
        ports: [port],
        ...event,
      } as unknown as MessageEvent<unknown>)
    }
  }
  return { greeted, say, port, parent, listeners }
}

describe('takeHello', () => {
  test('default: one greeting a load', () => {
    const { greeted, say, port } = listening()
    say({})
    expect(greeted).toEqual([{ port, nonce: hello.nonce, version: 1, site }])
    say({})
    expect(greeted).toHaveLength(1)
  })

  test('behavior: not from a window that has merely opened the page', () => {
    const { greeted, say } = listening()
    say({ source: {} })
    say({ source: null })
    say({ origin: 'https://evil.example', source: {} })
    expect(greeted).toEqual([])
  })

  test.each([
    'https://evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.evil.example',
    'https://evil-shop.example',
    'null',
    '',
  ])('behavior: not from %s', (origin) => {
    const { greeted, say } = listening({ ancestorOrigins: { 0: origin } })
    say({ origin })
    expect(greeted).toEqual([])
  })

  test('behavior: not from another origin than the one around; where a browser does not tell, from its own', () => {
    const other = listening({ ancestorOrigins: { 0: 'https://evil.example' } })
    other.say({})
    expect(other.greeted).toEqual([])
    const mute = listening({})
    mute.say({})
    expect(mute.greeted).toHaveLength(1)
  })

  test.each([
    ['no port', { ports: [] }],
    ['two ports', { ports: [1, 2] }],
    ['another project', { data: { ...hello, project: 'other' } }],
    ['a later least', { data: { ...hello, version: 3, least: 2 } }],
    ['an older version', { data: { ...hello, version: 0, least: 0 } }],
    ['another nonce', { data: { ...hello, nonce: 'xyz' } }],
    ['inherited fields', { data: Object.create(hello) }],
    ['text', { data: JSON.stringify(hello) }],
  ])('behavior: not with %s', (_, event) => {
    const { greeted, say } = listening()
    say(event)
    expect(greeted).toEqual([])
    say({ data: { ...hello, version: 9 } })
    expect(greeted).toMatchObject([{ version: 1 }])
  })

  test('behavior: a frame at the top is greeted by nobody', () => {
    const listeners = new Set<(event: MessageEvent<unknown>) => void>()
    const self: { parent: unknown } & FrameScope = {
      parent: null,
      location: {},
      addEventListener: (_, listener) => void listeners.add(listener),
      removeEventListener: () => {},
    }
    Object.assign(self, { parent: self })
    const greeted: unknown[] = []
    awaitHello(self, project, (one) => greeted.push(one))
    for (const listener of listeners) {
      listener({
        source: self,
        origin: site,
        data: hello,
        ports: [{}],
      } as unknown as MessageEvent<unknown>)
    }
    expect(greeted).toEqual([])
  })
})

describe('isAllowedOrigin', () => {
  test.each([
    ['http://localhost:*', 'http://localhost:4300', true],
    ['http://localhost:*', 'http://localhost', true],
    ['http://localhost:*', 'https://localhost:4300', false],
    ['http://localhost:*', 'http://localhost.evil.example', false],
    ['http://*.localhost:*', 'http://shop.localhost:4300', true],
    ['http://*.localhost:*', 'http://localhost:4300', false],
    ['https://*.shop.example', 'https://a.shop.example', true],
    ['https://*.shop.example', 'https://a.shop.example:444', false],
    ['https://*.shop.example', 'https://ashop.example', false],
    ['https://shop.example', 'https://shop.example', true],
    ['https://shop.example', 'https://shop.example/', false],
    ['https://shop.example', 'https://shop.example:443', false],
    ['*', 'https://shop.example', false],
    ['https://*', 'https://shop.example', false],
  ])('default: %s and %s: %s', (rule, origin, is) =>
    expect(isAllowedOrigin([rule], origin)).toBe(is),
  )
})

describe('openPort', () => {
  test('behavior: anything at all is answered, refused or ends the line, and nothing throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.json(), fc.string()), async (odd) => {
        const frame = openTestFrame()
        frame.greet()
        await frame.heard((one) => one.type === 'welcome')
        try {
          frame.port.postMessage(odd)
        } catch {
          // What cannot be cloned never leaves a page.
        }
        frame.port.postMessage(JSON.stringify({ id: 1, method: 'nonsense', params: {} }))
        await new Promise((resolve) => setTimeout(resolve, 5))
        expect(frame.gateway.held.asked).toEqual([])
        frame.stop()
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['text that is no JSON', '{'],
    ['no text', { id: 1, method: 'session', params: { chains: [] } }],
    ['a list', '[]'],
    ['no id', '{"method":"session","params":{"chains":[]}}'],
    ['an id that is no number', '{"id":"1","method":"session","params":{"chains":[]}}'],
    ['a prototype', '{"id":1,"method":"session","params":{"chains":[],"__proto__":{"chains":[]}}}'],
    ['too much', JSON.stringify({ id: 1, method: 'request', params: { x: 'x'.repeat(262_144) } })],
    ['too deep', `{"id":1,"method":"request","params":{"a":${'['.repeat(200)}${']'.repeat(200)}}}`],
  ])('behavior: %s ends the line', async (_, odd) => {
    const frame = openTestFrame()
    frame.greet()
    await frame.heard((one) => one.type === 'welcome')
    const closed = new Promise((resolve) =>
      (frame.port as unknown as EventTarget).addEventListener('close', resolve),
    )
    frame.port.postMessage(odd)
    await closed
    expect(frame.said).toHaveLength(1)
    frame.stop()
  })

  test.each([
    ['constructor', {}],
    ['session', { chains: 'eip155:1' }],
    ['session', { chains: Array.from({ length: 101 }, () => 'eip155:1') }],
    ['session', []],
    ['login-code', { code: '12345' }],
    ['login-code', { code: '1234567' }],
    ['login-window', { login: 'short', provider: 'google', chains: [] }],
    ['login-window', { login: 'a'.repeat(43), provider: 'constructor', chains: [] }],
    ['login-window', { login: ['a'.repeat(43)], provider: 'google', chains: [] }],
    ['request', { chain: 'eip155', method: 'eth_accounts' }],
    ['request', { chain: 'eip155:1', method: 'eth accounts' }],
    ['window', { window: 'evil', id: 'a'.repeat(43) }],
    ['logout', { everywhere: 1 }],
  ])('behavior: %s of %j is refused', async (method, params) => {
    const frame = openTestFrame()
    frame.greet()
    await expect(frame.call(method, params)).rejects.toMatchObject({ code: 'vault-refused' })
    frame.stop()
  })

  test('behavior: what was said once is not taken again, and ids only rise', async () => {
    const frame = openTestFrame()
    frame.greet()
    await frame.heard((one) => one.type === 'welcome')
    const text = JSON.stringify({ id: 7, method: 'login-cancel', params: {} })
    for (const one of [text, text, text.replace('7', '6')]) {
      frame.port.postMessage(one)
    }
    await frame.heard((one) => one.id === 6)
    await frame.heard((one) => one.id === 7 && 'result' in one)
    const refused = frame.said.filter(({ id, error }) => id === 7 && error)
    expect(refused).toMatchObject([{ error: { code: 'vault-refused' } }])
    expect(frame.said.find(({ id }) => id === 6)).toMatchObject({
      error: { code: 'vault-refused' },
    })
    frame.stop()
  })

  test('behavior: the reason of a failure is told, up to three hundred letters', async () => {
    const said: string[] = []
    const port = { postMessage: (text: string) => void said.push(text), close: () => {} }
    const greeting = { port, nonce: 'n1', version: 1 } as never
    const opened = openPort(greeting, () =>
      Promise.reject(
        new LatchkeyError('rpc-invalid-params', { reason: 'x'.repeat(301), sourceCode: -32_000 }),
      ),
    )
    const { onmessage } = port as never as { onmessage: (event: object) => void }
    onmessage({ data: JSON.stringify({ id: 1, method: 'login-cancel', params: {} }) })
    await new Promise((resolve) => setTimeout(resolve))
    opened.close()
    expect(JSON.parse(said.at(-1) ?? '')).toEqual({
      id: 1,
      error: { code: 'rpc-invalid-params', reason: 'x'.repeat(300), sourceCode: -32_000 },
    })
  })

  test('behavior: haste is told, then ends the line', async () => {
    const frame = openTestFrame()
    frame.greet()
    for (let id = 1; id <= 100; id++) {
      frame.port.postMessage(JSON.stringify({ id, method: 'login-cancel', params: {} }))
    }
    expect(await frame.heard((one) => one.error?.code === 'rate-limited')).toMatchObject({
      error: { retryAfter: 1 },
    })
    frame.stop()
  })
})
