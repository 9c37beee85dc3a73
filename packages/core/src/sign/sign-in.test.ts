import { hasCode, type LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { adapter, deferred, raw, session, wallet } from '../../test/fake-parts.ts'
import { challenge, fakeSignInServer } from '../../test/fake-sign-in.ts'
import { connect } from '../connect/connect.ts'
import type { Features } from '../contract/features.ts'
import type { Proof } from '../contract/session.ts'
import { createKit } from '../create-kit.ts'
import type { KitEvent } from '../machine/event.ts'
import { getAccount } from '../machine/get-account.ts'
import type { KitOptions, SignInOptions } from '../machine/kit.ts'
import { prepareSignIn } from './prepare-sign-in.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

const failureOf = (promise: Promise<unknown>): Promise<LatchkeyError | undefined> =>
  promise.then(
    () => undefined,
    (error) => (hasCode(error) ? error : undefined),
  )
const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  (await failureOf(promise))?.code
const signing: Required<Pick<Features, 'signMessage'>> = {
  signMessage: async () => ({ signature: 's' }),
}

async function setUp(
  features: Features = signing,
  {
    signIn: options,
    ...more
  }: { readonly signIn?: Partial<SignInOptions> } & Partial<Omit<KitOptions, 'signIn'>> = {},
) {
  const server = fakeSignInServer()
  const w = wallet('w', ['alpha'], { features })
  w.answer = async () => ({ sessions: [session('alpha', ['a1', 'a2'])] })
  const kit = createKit({
    adapters: [adapter('alpha', [w]), adapter('beta')],
    storage: null,
    signIn: { provider: server, ...options },
    ...more,
  })
  const events: KitEvent[] = []
  kit.watch((event) => void (event.type.startsWith('sign') && events.push(event)))
  kit.subscribe(() => undefined)
  await connect(kit, { connector: 'w' })
  return { kit, w, server, events, status: () => kit.getState().signIn.status }
}

const text =
  'd.example wants you to sign in with your Alphabet account:\na1\n\n\nURI: https://d.example\nVersion: 1\n' +
  'Chain ID: 1\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z'

describe('signIn', () => {
  test('default: the CAIP-122 text, signed, verified and in the state', async () => {
    const sign = vi.fn(async () => ({ signature: 's' }))
    const { kit, server, events } = await setUp({ signMessage: sign })
    const expected = { accounts: ['alpha:1:a1'] }
    expect(await signIn(kit)).toEqual(expected)
    expect(server.proofs).toEqual([{ account: 'alpha:1:a1', signature: 's', message: text }])
    expect(server.asked).toEqual(['alpha:1:a1'])
    expect(kit.getState().signIn).toEqual({ status: 'signed-in', session: expected })
    expect(events.map(({ type }) => type)).toEqual([
      'sign-in-checking',
      'sign-in-dropped',
      'sign-in-asked',
      'signed-in',
    ])
    expect(events.at(-1)).toMatchObject({ isResumed: false })
  })

  test('behavior: what was prepared is what is signed, without another question to the server', async () => {
    const sign = vi.fn(async () => ({ signature: 's' }))
    const { kit, server } = await setUp({ signMessage: sign })
    const request = await prepareSignIn(kit)
    expect(request).toMatchObject({ account: 'alpha:1:a1', message: text, domain: 'd.example' })
    expect(request.statement).toBeUndefined()
    await signIn(kit, { request })
    expect(sign).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: text }))
    expect(server.calls.filter((name) => name === 'challenge')).toHaveLength(1)
  })

  test('behavior: a text of the server is signed as it is, once it was checked', async () => {
    const sign = vi.fn(async () => ({ signature: 's' }))
    const { kit, server } = await setUp(
      { signMessage: sign, signIn: () => Promise.reject(new Error('not for whole texts')) },
      { metadata: { url: 'https://d.example/shop' } },
    )
    const message = text.replace('\n\n\n', '\n\nI accept the terms.\n\n')
    server.answers.challenge = { message }
    expect(await prepareSignIn(kit)).toMatchObject({ message, statement: 'I accept the terms.' })
    await signIn(kit)
    expect(server.proofs[0]?.message).toBe(message)
  })

  test.each<readonly [string, unknown]>([
    ['of another page', { message: text.replace('d.example', 'evil.example') }],
    ['of another account', { message: text.replace('\na1\n', '\na2\n') }],
    ['that is none', { message: 'Log in' }],
    ['that hides what it says', { message: text.replace('Version', 'Ver\u202esion') }],
    ['that is too long', { message: text + 'x'.repeat(9_000) }],
    ['that is no text', { message: 7 }],
    ['whose fields are of another page', { ...challenge, domain: 'evil.example' }],
    ['with a line too many', { ...challenge, statement: 'x\nURI: evil' }],
    ['without a nonce', { ...challenge, nonce: undefined }],
    ['without a time', { ...challenge, issuedAt: undefined }],
  ])('behavior: the wallet is not asked for a challenge %s', async (_, answer) => {
    const sign = vi.fn(async () => ({ signature: 's' }))
    const { kit, server, status } = await setUp(
      { signMessage: sign },
      { metadata: { url: 'https://d.example' } },
    )
    server.answers.challenge = answer
    const failure = await failureOf(signIn(kit))
    expect(failure?.code).toBe('sign-in-failed')
    expect(failure?.context.reason).toBeTruthy()
    expect(sign).not.toHaveBeenCalled()
    expect(status()).toBe('signed-out')
  })

  test('behavior: a proof of something else is refused, and so is what the server refuses', async () => {
    const other = { account: 'alpha:1:a9', message: text, signature: 's' } as const
    const lying = await setUp({ ...signing, signIn: async () => other })
    expect(await codeOf(signIn(lying.kit))).toBe('wallet-answer-invalid')
    const rewriting: Proof = { account: 'alpha:1:a1', message: `${text} `, signature: 's' }
    expect(await codeOf(signIn((await setUp({ signIn: async () => rewriting })).kit))).toBe(
      'wallet-answer-invalid',
    )
    const { kit, server, status } = await setUp()
    server.answers.verify = new Error('no')
    expect(await codeOf(signIn(kit))).toBe('sign-in-failed')
    expect([getAccount(kit).status, status()]).toEqual(['connected', 'signed-out'])
    delete server.answers.verify
    await signIn(kit)
    expect(status()).toBe('signed-in')
  })

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['no account', { accounts: [] }],
    ['a bad account', { accounts: ['a1'] }],
    ['the session of another', { accounts: ['alpha:1:a9'] }],
    ['a time that is none', { accounts: ['alpha:1:a1'], expiresAt: 'soon' }],
    ['a time that is over', { accounts: ['alpha:1:a1'], expiresAt: '2020-01-01T00:00:00Z' }],
  ])('behavior: a server that answers %s has signed nobody in', async (_, answer) => {
    const { kit, server, status } = await setUp()
    server.verify = async () => answer as never
    expect(await codeOf(signIn(kit))).toBe('sign-in-failed')
    expect(status()).toBe('signed-out')
  })

  test('behavior: the eight ways a wallet misbehaves; a retry then succeeds', async () => {
    const cases: readonly (readonly [string, string, NonNullable<Features['signMessage']>])[] = [
      ['reject', 'user-rejected', () => Promise.reject(raw('user-rejected'))],
      ['lie', 'wallet-answer-invalid', async () => ({ signature: '' })],
      ['nothing', 'wallet-answer-invalid', async () => null as never],
      ['fail', 'signature-failed', () => Promise.reject(new Error('what'))],
    ]
    for (const [, code, signMessage] of cases) {
      const { kit, w, status } = await setUp({ signMessage })
      expect(await codeOf(signIn(kit))).toBe(code)
      expect(status()).toBe('signed-out')
      Object.assign(w.features, signing)
      await signIn(kit)
      expect(status()).toBe('signed-in')
    }
  })

  test('behavior: hanging it can be left, answering late it changes nothing', async () => {
    const late = deferred<{ signature: string }>()
    const { kit, w, server, status } = await setUp({ signMessage: () => late.promise })
    const controller = new AbortController()
    const asked = codeOf(signIn(kit, { signal: controller.signal }))
    await vi.waitFor(() => expect(server.calls).toContain('challenge'))
    expect(status()).toBe('asking')
    controller.abort()
    expect([await asked, status()]).toEqual(['aborted', 'signed-out'])
    late.resolve({ signature: 's' })
    await new Promise((resolve) => setTimeout(resolve))
    expect([status(), server.proofs.length]).toEqual(['signed-out', 0])
    w.features.signMessage = signing.signMessage
    await signIn(kit)
    expect(status()).toBe('signed-in')
  })

  test('behavior: a wallet that goes while the server verifies leaves no session behind', async () => {
    const { kit, w, server, status } = await setUp()
    const verifying = deferred<{ accounts: readonly ['alpha:1:a1'] }>()
    server.verify = () => verifying.promise
    const asked = codeOf(signIn(kit))
    await vi.waitFor(() => expect(status()).toBe('asking'))
    await new Promise((resolve) => setTimeout(resolve))
    w.emit({ type: 'end' })
    expect(status()).toBe('signed-out')
    verifying.resolve({ accounts: ['alpha:1:a1'] })
    expect(await asked).toBe('wallet-disconnected')
    expect([status(), server.calls.at(-1)]).toEqual(['signed-out', 'signOut'])
  })

  test('behavior: without the option, and without a wallet', async () => {
    const { kit } = await setUp()
    expect(await codeOf(signIn(kit, { namespace: 'beta' }))).toBe('not-connected')
    const bare = createKit({ adapters: [adapter('alpha')], storage: null })
    for (const asked of [signIn(bare), prepareSignIn(bare), signOut(bare)]) {
      expect(await codeOf(asked)).toBe('config-invalid')
    }
  })
})

describe('signOut', () => {
  test('default: the server is told, and an event says that the page did it', async () => {
    const { kit, server, events, status } = await setUp()
    await signIn(kit)
    await signOut(kit)
    expect([status(), server.present, getAccount(kit).status]).toEqual([
      'signed-out',
      null,
      'connected',
    ])
    expect(events.at(-1)).toEqual({ type: 'signed-out', account: 'alpha:1:a1', reason: 'page' })
  })

  test('behavior: as long as the server does not answer, the visitor is signed in', async () => {
    const { kit, server, status } = await setUp()
    await signIn(kit)
    server.answers.signOut = new Error('down')
    expect(await codeOf(signOut(kit))).toBe('sign-out-failed')
    expect(status()).toBe('signed-in')
    delete server.answers.signOut
    await signOut(kit)
    expect(status()).toBe('signed-out')
  })
})
