// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { vouchForLogin } from './vouch.ts'

const vault = 'http://vault.localhost:4302'
const good = { type: 'latchkey-login-vouch', login: 'abc', nonce: 'n' }

function ask(
  change: { readonly origin?: string; readonly source?: unknown; readonly data?: unknown } = {},
) {
  const handle = { postMessage: vi.fn() }
  const stop = vouchForLogin('abc', vault, handle as unknown as Window)
  const event = new MessageEvent('message', { origin: vault, data: good })
  Object.defineProperties(event, { source: { value: handle }, origin: { value: vault } })
  for (const [name, value] of Object.entries(change)) {
    Object.defineProperty(event, name, { value })
  }
  dispatchEvent(event)
  stop()
  const after = handle.postMessage.mock.calls.length
  dispatchEvent(event)
  expect(handle.postMessage.mock.calls.length).toBe(after)
  return handle.postMessage.mock.calls
}

describe('vouchFor', () => {
  test('default: the window that was opened for it is answered, to the vault alone', () => {
    expect(ask()).toEqual([[{ type: 'latchkey-login-vouched', login: 'abc', nonce: 'n' }, vault]])
  })
  test.each([
    ['another origin', { origin: 'http://evil.localhost' }],
    ['another window', { source: { postMessage: () => {} } }],
    ['another sign-in', { data: { ...good, login: 'abd' } }],
    ['another message', { data: { ...good, type: 'latchkey-login-vouched' } }],
    ['no nonce', { data: { ...good, nonce: undefined } }],
    ['a nonce without end', { data: { ...good, nonce: 'x'.repeat(129) } }],
    ['nothing', { data: null }],
  ])('behavior: %s is not', (_, change) => expect(ask(change)).toEqual([]))
})
