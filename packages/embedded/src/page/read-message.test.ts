import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson, readMessage } from './read-message.ts'
import { readSession } from './read-session.ts'
import { readApproval, readStep } from './read-step.ts'

const vault = 'http://vault.localhost:4302'
const read = (value: unknown) => readMessage(JSON.stringify(value), vault)
const session = {
  account: 'a1',
  identities: [{ kind: 'email', label: 'ada@shop.example' }],
  accounts: [{ account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'eoa' }],
  chains: ['eip155:1'],
  isRecoverySet: false,
  expiresAt: Date.now() + 1000,
}
const approval = {
  id: 'a',
  place: 'window',
  url: `${vault}/p/approve#a`,
  method: 'personal_sign',
  chain: 'eip155:1',
}

describe('readMessage', () => {
  test('default: answers, errors and events', () => {
    expect(read({ id: 1, result: null })).toEqual({ kind: 'answer', id: 1, result: null })
    expect(
      read({ id: 2, error: { code: 'code-wrong', reason: 'no', retryAfter: 3 } }),
    ).toMatchObject({
      kind: 'error',
      error: { code: 'code-wrong', context: { reason: 'no', retryAfter: 3 } },
    })
    expect(read({ event: 'session', session })).toEqual({
      kind: 'event',
      event: { event: 'session', session },
    })
    expect(read({ event: 'approval', approval })).toEqual({
      kind: 'event',
      event: { event: 'approval', approval },
    })
    expect(read({ event: 'alive' })).toEqual({ kind: 'event', event: { event: 'alive' } })
  })

  test.each([
    ['no text', 7],
    ['no JSON', '{'],
    ['a list', '[1]'],
    ['nothing', 'null'],
    ['an id of text', '{"id":"1","result":1}'],
    ['an id of zero', '{"id":0,"result":1}'],
    ['no result', '{"id":1}'],
    ['too long', JSON.stringify({ id: 1, result: 'x'.repeat(262_144) })],
    ['an unknown event', '{"event":"pay"}'],
    [
      'an approval of nowhere',
      JSON.stringify({ event: 'approval', approval: { ...approval, url: undefined } }),
    ],
  ])('parameters: %s says nothing', (_, text) => expect(readMessage(text, vault)).toBeUndefined())

  test.each(['__proto__', 'constructor', 'nonsense', 7, null])(
    'behavior: the code %s is read as unknown',
    (code) => {
      expect(read({ id: 1, error: { code } })).toMatchObject({ error: { code: 'unknown' } })
    },
  )

  test('behavior: a reason is bounded', () => {
    const said = read({
      id: 1,
      error: { code: 'code-wrong', reason: 'x'.repeat(10_000), sourceCode: {}, retryAfter: 1e9 },
    })
    expect(said).toMatchObject({ error: { context: { reason: 'x'.repeat(500) } } })
    expect(said?.kind === 'error' && Object.keys(said.error.context)).toEqual(['reason'])
  })

  test('behavior: no text throws, and what is read is of the known shapes only', () => {
    const value = fc.jsonValue({ maxDepth: 2 })
    const addresses = fc.constantFrom(
      `${vault}/p/a#b`,
      'https://evil.example/',
      `${vault}.evil.example/`,
      'javascript:alert(1)',
    )
    const hostile = fc.oneof(
      fc.string(),
      value.map((one) => JSON.stringify(one)),
      fc
        .record(
          {
            id: fc.oneof(fc.integer(), fc.double(), fc.string()),
            result: value,
            error: value,
            event: fc.constantFrom('login', 'login-failed', 'approval', 'session', 'alive', 'x'),
            step: fc.oneof(
              value,
              fc.record({
                step: fc.constantFrom('code', 'window', 'recover', 'connected', 'farcaster'),
                url: addresses,
                email: fc.string(),
              }),
            ),
            session: value,
            approval: fc.oneof(
              value,
              fc.record({
                id: fc.string(),
                url: addresses,
                place: fc.constantFrom('window', 'frame'),
              }),
            ),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        const said = readMessage(text, vault)
        if (said?.kind === 'event' && said.event.event === 'approval' && said.event.approval)
          expect(new URL(said.event.approval.url).origin).toBe(vault)
        if (
          said?.kind === 'event' &&
          said.event.event === 'login' &&
          said.event.step.step === 'recover'
        )
          expect(new URL(said.event.step.url).origin).toBe(vault)
      }),
      { numRuns: 300 },
    )
  })
})

describe('readJson', () => {
  test('behavior: as long as allowed, and no longer', () => {
    const text = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
    expect(readJson(text(262_144))).toBeDefined()
    expect(readJson(text(262_145))).toBeUndefined()
  })
})

describe('readStep', () => {
  test.each([
    ['another site', 'https://evil.example/p/recover'],
    ['a longer host', `${vault}.evil.example/p/recover`],
    ['another port', 'http://vault.localhost:43021/p/recover'],
    ['a user', 'http://vault.localhost:4302@evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['no address', 7],
    ['too long', `${vault}/p/recover#${'x'.repeat(3000)}`],
  ])('behavior: a window at %s is refused', (_, url) => {
    expect(readStep({ step: 'recover', url, ways: ['passkey'] }, vault)).toBeUndefined()
    expect(readApproval({ ...approval, url }, vault)).toBeUndefined()
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'latchkey', '', 7])(
    'behavior: %s is no link to scan',
    (uri) => {
      expect(readStep({ step: 'farcaster', uri, expiresAt: 1 }, vault)).toBeUndefined()
    },
  )

  test.each(['shut', '', 42, null])('behavior: %s is no state of a window', (state) => {
    expect(readStep({ step: 'window', window: state }, vault)).toBeUndefined()
  })

  test('behavior: a number that a frame says is never one to show', () => {
    const step = { step: 'window', window: 'number', number: '271828' }
    expect(readStep(step, vault)).toEqual({ step: 'window', window: 'number' })
  })

  test('behavior: what a frame shows beside a sign-in is a payment or a number', () => {
    for (const shows of ['payment', 'number']) {
      expect(readApproval({ ...approval, place: 'frame', shows }, vault)).toMatchObject({
        place: 'frame',
        shows,
      })
    }
    expect(
      readApproval({ ...approval, place: 'frame', shows: 'all is well' }, vault),
    ).not.toHaveProperty('shows')
  })

  test('behavior: that a device holds a wallet is said, or not at all', () => {
    const code = { step: 'code', purpose: 'email', email: 'a@b.c', expiresAt: 1, resendAt: 1 }
    const window = { step: 'window', window: 'open' }
    const scan = { step: 'farcaster', uri: 'https://a.example/', expiresAt: 1 }
    for (const step of [code, window, scan]) {
      expect(readStep({ ...step, hasWallet: true }, vault)).toHaveProperty('hasWallet', true)
      for (const odd of [undefined, false, 'true', 1]) {
        expect(readStep({ ...step, hasWallet: odd }, vault)).not.toHaveProperty('hasWallet')
      }
    }
  })

  test('behavior: an address is one line without direction marks', () => {
    const step = readStep(
      { step: 'code', purpose: 'email', email: 'ada\u202e@\n shop', expiresAt: 1, resendAt: 1 },
      vault,
    )
    expect(step).toMatchObject({ email: 'ada@ shop' })
  })
})

describe('readSession', () => {
  test('default: a session as it was said', () => expect(readSession(session)).toEqual(session))

  test.each([
    ['no account', { account: '' }],
    ['markup for an id', { account: '<b>' }],
    ['no accounts', { accounts: [] }],
    ['a family a vault has not', { accounts: [{ account: 'cosmos:hub:abc', type: 'eoa' }] }],
    ['an unknown type', { accounts: [{ ...session.accounts[0], type: 'root' }] }],
    ['no account id', { accounts: [{ account: '0x1', type: 'eoa' }] }],
    ['too many accounts', { accounts: Array(201).fill(session.accounts[0]) }],
    ['a provider of nobody', { identities: [{ kind: 'toString', label: 'x' }] }],
    ['chains of text', { chains: 'eip155:1' }],
    ['an end of never', { expiresAt: Number.MAX_VALUE }],
    ['an end of text', { expiresAt: '1' }],
    ['recovery of text', { isRecoverySet: 'yes' }],
  ])('behavior: %s is no session', (_, change) =>
    expect(readSession({ ...session, ...change })).toBeUndefined(),
  )
})
