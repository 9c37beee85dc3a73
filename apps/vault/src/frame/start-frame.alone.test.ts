import 'fake-indexeddb/auto'
import { describe, expect, test, vi } from 'vitest'
import { base64url, fromBase64url, randomId } from '../base64url.ts'
import { openSecret, sealSecret } from '../seal.ts'
import { chains, openTestFrame, signedUp, site } from '../test/open-test-frame.ts'
import { standInGateway } from '../test/stand-in-gateway.ts'
import { ask, withRecovery } from '../test/vault-windows.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 20_000 })

describe('startFrame', () => {
  test('default: from an address to a wallet of three families, which a reload finds again', async () => {
    const frame = await signedUp()
    expect(frame.step).toMatchObject({
      step: 'connected',
      session: { account: 'a1', isRecoverySet: false, chains },
    })
    expect(frame.workers.ended).toEqual(['create'])
    const { indexedDB, gateway } = frame
    frame.stop()
    const again = openTestFrame({ indexedDB, gateway })
    again.greet()
    expect(await again.call('session', { chains })).toEqual(frame.step.session)
    expect(again.workers.ended).toEqual([])
    again.stop()
  })

  test('behavior: what leaves the device of a new wallet is public keys and one share', async () => {
    const frame = await signedUp()
    const body = frame.gateway.held.asked.find(({ call }) => call === 'POST /api/splits')?.body
    expect(Object.keys(body ?? {}).sort()).toEqual([
      'expects',
      'publics',
      'recovery',
      'share',
      'signature',
    ])
    expect([fromBase64url(String(body?.share)).length, body?.recovery]).toEqual([33, []])
    frame.stop()
  })

  test('behavior: the second mail of a new device, then recovery, which makes a split of its own', async () => {
    const frame = await signedUp()
    const { pair } = await withRecovery(frame)
    const { gateway } = frame
    frame.stop()
    const before = gateway.held.account?.newest
    gateway.change({ split: null })
    const next = openTestFrame({ gateway })
    next.greet()
    await next.call('login-email', { email: 'ada@shop.example', chains })
    const step = (await next.call('login-code', { code: '123456' })) as { url: string }
    expect(step).toMatchObject({ step: 'recover', ways: ['password'] })
    const [place, id = '', account] = step.url.split(/[#~]/)
    expect([place, account]).toEqual([
      'https://vault.example/p/recover/shop',
      gateway.held.account?.account,
    ])
    // The address is the frame's own: no word of the page is needed for it.
    const opened = next.openWindow(id)
    opened.greet()
    const { methods, sealTo } = (await opened.hear('latchkey-frame-recover')) as never as {
      methods: { sealed: string }[]
      sealTo: string
    }
    const share = await openSecret('recovery', pair, fromBase64url(methods[0]?.sealed ?? ''))
    const sealed = base64url(await sealSecret('recovery', fromBase64url(sealTo), share))
    opened.say({ type: 'latchkey-window-recovered', sealed })
    expect(await next.heard((one) => one.event === 'login')).toMatchObject({
      step: {
        step: 'connected',
        session: { accounts: frame.step.session.accounts, isRecoverySet: true },
      },
    })
    expect(
      gateway.held.asked.findLast(({ call }) => call === 'POST /api/splits')?.body,
    ).toMatchObject({
      recovered: before,
    })
    next.stop()
  })

  test('behavior: a sign-in by window goes through the gateway, and the number that was typed into the page', async () => {
    const frame = openTestFrame()
    frame.greet()
    frame.gateway.held.logins.push({ state: 'open' }, { state: 'away' }, { state: 'number' })
    const login = randomId(32)
    const step = await frame.call('login-window', { login, provider: 'google', chains })
    expect(step).toEqual({ step: 'window', window: 'awaited' })
    await frame.heard((one) => (one.step as { window?: string } | undefined)?.window === 'number')
    await expect(frame.call('login-code', { code: '314159' })).rejects.toMatchObject({
      code: 'code-wrong',
    })
    // A page that was loaded again asks once more, and is told what is waited for.
    const again = await frame.call('login-window', { login, provider: 'google', chains })
    expect(again).toEqual({ step: 'window', window: 'number' })
    await frame.call('login-code', { code: '271828' })
    const typed = frame.gateway.held.asked.findLast(
      ({ call }) => call === 'POST /api/logins/confirm',
    )?.body
    const body = frame.gateway.held.asked.find(({ call }) => call === 'POST /api/logins')?.body
    expect(body).toMatchObject({ login, site, provider: 'google' })
    const waited = frame.gateway.held.asked.find(
      ({ call }) => call === 'POST /api/logins/wait',
    )?.body
    expect(body?.secret).not.toBe(waited?.secret)
    expect(typed).toEqual({ login, secret: waited?.secret, number: '271828' })
    frame.stop()
  })

  test('behavior: a code’s step names its address; a sign-in by window may follow it, and is told when it is proved', async () => {
    const frame = openTestFrame()
    frame.greet()
    expect(await frame.call('login-email', { email: ' ada@shop.example ', chains })).toEqual({
      step: 'code',
      purpose: 'email',
      email: 'ada@shop.example',
      expiresAt: expect.any(Number),
      resendAt: expect.any(Number),
    })
    const session = { token: randomId(32), refreshIn: 600, expiresAt: Date.now() + 600_000 }
    frame.gateway.held.logins.push({ state: 'proved', proved: { state: 'signed-in', session } })
    const login = randomId(32)
    expect(await frame.call('login-window', { login, provider: 'google', chains })).toEqual({
      step: 'window',
      window: 'awaited',
    })
    expect(await frame.heard((one) => one.event === 'login')).toMatchObject({
      step: { step: 'connected', session: { account: 'a1', chains } },
    })
    frame.stop()
  })

  test('behavior: a sign-in that is withdrawn while its wallet is looked up is none', async () => {
    const gateway = standInGateway()
    const lookUp: { isAsked?: () => void; answer?: () => void } = {}
    const isAsked = new Promise<void>((resolve) => {
      lookUp.isAsked = resolve
    })
    const isAnswered = new Promise<void>((resolve) => {
      lookUp.answer = resolve
    })
    const fetch: typeof gateway.fetch = async (url, init) => {
      if (String(url).endsWith('/api/account')) {
        lookUp.isAsked?.()
        await isAnswered
      }
      return gateway.fetch(url, init)
    }
    const frame = openTestFrame({ gateway: { ...gateway, fetch } })
    frame.greet()
    await frame.call('login-email', { email: 'ada@shop.example', chains })
    const signing = frame.call('login-code', { code: '123456' })
    const refused = expect(signing).rejects.toMatchObject({ code: 'login-expired' })
    await isAsked
    await frame.call('login-cancel', {})
    lookUp.answer?.()
    await refused
    frame.stop()
  })

  test('behavior: another address is asked of the gateway, and its refusal told', async () => {
    const frame = await signedUp()
    const refusal = { status: 403, field: 'proof-needed' }
    frame.gateway.held.refusals.set('POST /api/email/change', refusal)
    await expect(frame.call('email-change', { email: ' eve@shop.example' })).rejects.toMatchObject({
      code: 'proof-needed',
    })
    expect(
      frame.gateway.held.asked.find(({ call }) => call === 'POST /api/email/change')?.body,
    ).toEqual({ email: 'eve@shop.example' })
    for (const [method, params] of [
      ['email-code', { code: '123456' }],
      ['email-resend', {}],
    ] as const) {
      await expect(frame.call(method, params)).rejects.toMatchObject({ code: 'code-expired' })
    }
    frame.stop()
  })

  test('behavior: a failed sign-in says why', async () => {
    const frame = openTestFrame()
    frame.greet()
    frame.gateway.held.logins.push({ state: 'failed', code: 'login-refused' })
    expect(await frame.call('login-farcaster', { chains })).toMatchObject({ step: 'farcaster' })
    expect(await frame.heard((one) => one.event === 'login-failed')).toEqual({
      event: 'login-failed',
      code: 'login-refused',
    })
    frame.stop()
  })

  test('behavior: a gateway that names other keys than this device knows is not believed', async () => {
    const frame = await signedUp()
    const publics = frame.gateway.held.account?.publics
    if (!publics) throw new Error('no wallet')
    frame.gateway.change({ publics: { ...publics, eip155: `02${'ab'.repeat(32)}` } })
    await expect(frame.call('session', { chains })).rejects.toMatchObject({
      code: 'wallet-unopenable',
    })
    frame.stop()
  })

  test('behavior: signed out, nothing is asked or answered any more', async () => {
    const frame = await signedUp()
    await frame.call('logout', { everywhere: false })
    expect(await frame.call('session', { chains })).toBeNull()
    await expect(ask(frame, 'personal_sign', ['Hello', frame.evm])).rejects.toMatchObject({
      code: 'proof-needed',
    })
    frame.stop()
  })

  test('behavior: a revoked device forgets its sign-in and says so', async () => {
    const frame = await signedUp()
    frame.gateway.held.refusals.set('GET /api/account', { status: 403, field: 'device-revoked' })
    expect(await frame.call('session', { chains })).toBeNull()
    expect(await frame.heard((one) => one.event === 'session')).toEqual({
      event: 'session',
      session: null,
      code: 'device-revoked',
    })
    frame.stop()
  })
})
