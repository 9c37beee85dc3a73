import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasCode } from '@latchkey/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { challenge } from '../../test/fake-sign-in.ts'
import type { SignInProvider } from '../contract/sign-in-provider.ts'
import { createSignIn } from './create-sign-in.ts'

interface Heard {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly body: string
}

const heard: Heard[] = []
let answer: { readonly status: number; readonly text: string } = { status: 200, text: '{}' }
let server: Server
let client: SignInProvider

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += part
  }
  return text
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    heard.push({ method: request.method, url: request.url, body: await readBody(request) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  client = createSignIn({ url: `http://127.0.0.1:${port}/sign-in/` })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  heard.length = 0
})

const reply = (value: unknown, status = 200): void => {
  answer = { status, text: typeof value === 'string' ? value : JSON.stringify(value) }
}
const proof = { account: 'alpha:1:a1', message: 'm', signature: 's' } as const
const session = { accounts: ['alpha:1:a1'], expiresAt: '2030-01-01T00:00:00Z' } as const
const calls: Record<keyof SignInProvider, () => Promise<unknown>> = {
  challenge: () => client.challenge({ account: 'alpha:1:a1' }),
  verify: () => client.verify(proof),
  session: () => client.session(),
  signOut: () => client.signOut(),
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ code: 'resolved', value }),
    (error) => (hasCode(error) ? { code: error.code, ...error.context } : { code: 'raw', error }),
  )

describe('createSignIn', () => {
  test('default: the four calls', async () => {
    reply({ challenge })
    expect(await calls.challenge()).toEqual(challenge)
    expect(await client.challenge({})).toEqual(challenge)
    reply({ message: 'text' })
    expect(await calls.challenge()).toEqual({ message: 'text' })
    reply({ session })
    expect(await calls.verify()).toEqual(session)
    expect(await calls.session()).toEqual(session)
    reply({ session: null })
    expect(await calls.session()).toBeNull()
    reply('')
    expect(await calls.signOut()).toBeUndefined()
    expect(heard).toEqual([
      { method: 'POST', url: '/sign-in/challenge', body: '{"account":"alpha:1:a1"}' },
      { method: 'POST', url: '/sign-in/challenge', body: '{}' },
      { method: 'POST', url: '/sign-in/challenge', body: '{"account":"alpha:1:a1"}' },
      { method: 'POST', url: '/sign-in/verify', body: JSON.stringify(proof) },
      { method: 'GET', url: '/sign-in/session', body: '' },
      { method: 'GET', url: '/sign-in/session', body: '' },
      { method: 'POST', url: '/sign-in/sign-out', body: '{}' },
    ])
  })

  test('behavior: cookies go along', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    reply({ session: null })
    await calls.session()
    expect(fetched).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ credentials: 'include' }),
    )
    fetched.mockRestore()
  })

  test.each<readonly [keyof SignInProvider, unknown]>([
    ['challenge', 'no JSON'],
    ['challenge', null],
    ['challenge', {}],
    ['challenge', { challenge: [] }],
    ['challenge', { challenge: { ...challenge, nonce: 7 } }],
    ['challenge', { challenge: { ...challenge, domain: '' } }],
    ['challenge', { challenge: { ...challenge, statement: { html: 'x' } } }],
    ['challenge', { challenge: { ...challenge, resources: ['a', 1] } }],
    ['challenge', { challenge: { ...challenge, uri: 'x'.repeat(5_000) } }],
    ['challenge', { message: 'x'.repeat(50_000) }],
    ['verify', { session: null }],
    ['verify', { session: { accounts: [] } }],
    ['verify', { session: { accounts: ['nobody'] } }],
    ['session', {}],
    ['session', { session: { accounts: 'alpha:1:a1' } }],
    ['session', { session: { ...session, expiresAt: 7 } }],
  ])('behavior: %s: %j is refused with reason and fix', async (name, value) => {
    reply(value)
    expect(await failureOf(calls[name]())).toMatchObject({
      code: 'authentication-failed',
      reason: expect.any(String),
      fix: expect.any(String),
    })
  })

  test('behavior: fields that nobody asked for are left out', async () => {
    reply({ challenge: { ...challenge, statement: null, extra: '<script>' } })
    expect(await calls.challenge()).toEqual(challenge)
    reply({ session: { ...session, token: 'secret' } })
    expect(await calls.verify()).toEqual(session)
  })

  test.each([
    ['verify', 401, 'sign-in-failed'],
    ['verify', 422, 'sign-in-failed'],
    ['verify', 404, 'authentication-failed'],
    ['verify', 500, 'authentication-failed'],
    ['challenge', 429, 'authentication-failed'],
    ['session', 503, 'authentication-failed'],
    ['signOut', 500, 'authentication-failed'],
  ] as const)('behavior: %s answered with %i', async (name, status, code) => {
    const error = { code: 'nonce-unknown', reason: 'the nonce was used already', fix: 'ask anew' }
    reply({ error }, status)
    expect(await failureOf(calls[name]())).toMatchObject({
      code,
      sourceCode: status,
      reason: expect.stringContaining('nonce-unknown: the nonce was used already'),
      fix: 'ask anew',
    })
  })

  test('behavior: a server that is not there', async () => {
    const gone = createSignIn({ url: 'http://127.0.0.1:9' })
    expect(await failureOf(gone.session())).toMatchObject({
      code: 'authentication-failed',
      reason: expect.stringContaining('session'),
    })
  })
})
