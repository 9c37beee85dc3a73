import { type OpenIdProvider, startOpenIdProvider } from '@latchkey/devnet/openid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VaultProviders } from '../../../base/config/vault-providers.ts'
import { hashText } from '../logins/hash-text.ts'
import {
  type Browser,
  type MadeLogins,
  makeLogins,
  newLogin,
  origin,
  type TestLogin,
} from '../test/make-logins.ts'
import { back, visit } from '../test/visit-provider.ts'
import type { OAuthProvider } from './providers.ts'

const made = {} as { played: OpenIdProvider; logins: MadeLogins; frame: Browser }
const all = ['google', 'x', 'discord', 'apple', 'github', 'facebook'] as const

/** The played ones, as an operator would write them into the configuration. */
function configured(): VaultProviders {
  const entries = all.map((id) => {
    const { clientId, clientSecret, clientKey, ...at } = made.played.providers[id]
    const addresses = {
      issuer: at.issuer,
      authorizeUrl: at.authorize,
      tokenUrl: at.token,
      userUrl: at.userinfo,
      emailsUrl: at.emails,
      jwksUrl: at.jwks,
    }
    const known = Object.entries(addresses).filter(([, url]) => url !== undefined)
    return [
      id,
      {
        clientId,
        ...(clientSecret ? { clientSecret } : {}),
        ...clientKey,
        ...Object.fromEntries(known),
      },
    ]
  })
  return Object.fromEntries(entries) as VaultProviders
}

beforeAll(async () => {
  made.played = await startOpenIdProvider({ redirectUris: [origin] })
  made.logins = await makeLogins({ providers: configured() })
  // Providers live by the machine's clock.
  made.logins.auth.clock.at = Date.now()
  made.frame = await made.logins.browser()
})
afterAll(async () => {
  await made.logins?.close()
  await made.played?.stop()
})

const callbackOf = (provider: string) => `${origin}/api/oauth/${provider}/callback`
const startOf = (provider: string, login: string) =>
  `${origin}/api/oauth/${provider}/start?login=${login}`

/** A window of a page that vouched, at the provider's door. */
async function begin(provider: OAuthProvider, window?: Browser) {
  const by = window ?? (await made.logins.browser())
  const login = newLogin(provider)
  await made.frame.call('POST /api/logins', login.body)
  await by.call('POST /api/logins/proceed', {
    login: login.login,
    vouched: true,
    site: login.body.site,
  })
  const started = await by.walk.go(startOf(provider, login.login), {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  return { login, window: by, started, to: new URL(started.headers.get('location') ?? 'none:') }
}
type Begun = Awaited<ReturnType<typeof begin>>

const rowOf = ({ login }: Pick<Begun, 'login'>) => made.logins.store.find(hashText(login.login))
const collect = ({ login, secret }: TestLogin) =>
  made.frame.call('POST /api/logins/wait', { login, secret, seen: 'away' })
const adaFields = { action: 'sign-in', account: 'ada', email: 'ada@shop.example' }
async function refused(answer: Response, begun: Begun, state = 'away') {
  expect(answer.status).toBe(400)
  expect(await answer.text()).toMatch(/^This sign-in is over, or began in another browser\./)
  expect((await rowOf(begun))?.state).toBe(state)
}

describe('oauthApp', () => {
  test.each<readonly [OAuthProvider, string, RegExp, string]>([
    ['google', 'openid email profile', /^\d{21}$/, 'ada@shop.example'],
    ['x', 'users.read tweet.read', /^\d{19}$/, '@ada'],
    ['discord', 'identify email', /^\d{18}$/, 'ada@shop.example'],
    ['apple', 'openid name email', /^001337\.[\da-f]{32}\.0420$/, 'ada@shop.example'],
    ['github', 'read:user user:email', /^\d{8}$/, 'ada@shop.example'],
    ['facebook', 'openid public_profile', /^\d{17}$/, 'ada'],
  ])('default: %s', async (provider, scope, subject, label) => {
    const begun = await begin(provider)
    expect([begun.started.status, begun.started.headers.get('cache-control')]).toEqual([
      302,
      'no-store',
    ])
    const asked = begun.to.searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope,
      redirect_uri: callbackOf(provider),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect((await rowOf(begun))?.state).toBe('away')
    const done = await back(begun.window, await visit(begun, adaFields))
    expect([done.status, done.headers.get('location')]).toEqual([303, '/p/login/shop?done'])
    const row = await rowOf(begun)
    expect(row).toMatchObject({ state: 'proved', identity: { kind: provider, label } })
    expect(row?.identity?.subject).toMatch(subject)
    expect(await collect(begun.login)).toMatchObject({
      json: { state: 'proved', proved: { state: 'signed-in' } },
    })
  })

  test('behavior: an address nobody confirmed is not shown, and identities are not joined by it', async () => {
    const subjects = new Set<string>()
    for (const provider of ['google', 'discord', 'github'] as const) {
      const begun = await begin(provider)
      await back(
        begun.window,
        await visit(begun, { ...adaFields, account: 'eve', unverified: 'on' }),
      )
      const row = await rowOf(begun)
      expect([provider, row?.identity?.label]).toEqual([provider, 'eve'])
      subjects.add(JSON.stringify([row?.identity?.issuer, row?.identity?.subject]))
    }
    expect(subjects.size).toBe(3)
  })

  test.each(all)('behavior: %s: who cancels there is told so here', async (provider) => {
    const begun = await begin(provider)
    const done = await back(begun.window, await visit(begun, { action: 'cancel' }))
    expect([done.status, done.headers.get('location')]).toEqual([303, '/p/login/shop?done'])
    expect((await collect(begun.login)).json).toEqual({ state: 'failed', code: 'login-refused' })
  })

  test('behavior: the cookie is of this host alone, out of reach of scripts', async () => {
    const { started } = await begin('google')
    const [cookie = ''] = started.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-latchkey-browser=[\w-]{43}; /)
    for (const part of ['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax']) {
      expect(cookie.split('; ')).toContain(part)
    }
    expect(cookie).not.toMatch(/domain/i)
  })

  test('behavior: a link alone leads nobody to a provider', async () => {
    const begun = await begin('google')
    const { login } = begun.login
    const headers = { 'sec-fetch-site': 'cross-site' }
    const victim = await made.logins.browser()
    // Named by the vault before, but not the browser it goes on in.
    await victim.call('POST /api/logins/proceed', { login: newLogin().login })
    await refused(await victim.walk.go(startOf('google', login)), begun)
    await refused(await (await made.logins.browser()).walk.go(startOf('google', login)), begun)
    await refused(await begun.window.walk.go(startOf('google', login), { headers }), begun)
    await refused(await begun.window.walk.go(startOf('github', login)), begun)
    await refused(await begun.window.walk.go(startOf('google', '//evil.example')), begun)
  })

  test('behavior: an answer is taken in the browser that asked, and in no other', async () => {
    const begun = await begin('google')
    const answer = await visit(begun, adaFields)
    await refused(await back(await made.logins.browser(), answer), begun)
    const other = await begin('google')
    await refused(await back(other.window, answer), begun)
    expect((await back(begun.window, answer)).status).toBe(303)
  })

  test('behavior: an answer is taken once', async () => {
    const begun = await begin('google')
    const answer = await visit(begun, adaFields)
    expect((await back(begun.window, answer)).status).toBe(303)
    await refused(await back(begun.window, answer), begun, 'proved')
  })

  test('behavior: of two ways of one browser, the state of one does not take the code of the other', async () => {
    const mine = await begin('google')
    const theirs = await begin('google', mine.window)
    const [own, foreign] = [
      await visit(mine, adaFields),
      await visit(theirs, { ...adaFields, account: 'mallory' }),
    ]
    const mixed = new URL(own.url)
    mixed.searchParams.set('code', new URL(foreign.url).searchParams.get('code') ?? '')
    // The code is bound to the verifier of the other way: the provider refuses it.
    expect((await back(mine.window, new Request(mixed))).status).toBe(303)
    expect((await collect(mine.login)).json).toEqual({ state: 'failed', code: 'login-refused' })
    expect((await rowOf(theirs))?.state).toBe('away')
  })

  test('behavior: the answer of one provider is nothing at the address of another', async () => {
    const begun = await begin('google')
    const answer = new URL((await visit(begun, adaFields)).url)
    for (const provider of ['github', 'facebook', 'nobody']) {
      await refused(await begun.window.walk.go(`${callbackOf(provider)}${answer.search}`), begun)
    }
  })

  test('behavior: an answer that names another issuer, or none where one is promised, is refused', async () => {
    for (const [provider, change] of [
      ['google', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
      ['discord', (url: URL) => url.searchParams.set('iss', `${made.played.url}/google`)],
      ['discord', (url: URL) => url.searchParams.delete('iss')],
      ['google', (url: URL) => url.searchParams.append('code', 'another')],
    ] as const) {
      const begun = await begin(provider)
      const url = new URL((await visit(begun, adaFields)).url)
      change(url)
      expect((await back(begun.window, new Request(url))).status).toBe(303)
      expect((await collect(begun.login)).json).toEqual({ state: 'failed', code: 'login-refused' })
    }
  })

  test('behavior: a code that was used before is refused', async () => {
    const first = await begin('google')
    const answer = await visit(first, adaFields)
    await back(first.window, answer)
    const second = await begin('google', first.window)
    const url = new URL(answer.url)
    url.searchParams.set('state', second.to.searchParams.get('state') ?? '')
    expect((await back(second.window, new Request(url))).status).toBe(303)
    expect((await collect(second.login)).json).toEqual({ state: 'failed', code: 'login-refused' })
  })

  test('behavior: apple posts: the post is kept once, and taken by the browser that asked', async () => {
    const begun = await begin('apple')
    expect(begun.to.searchParams.get('response_mode')).toBe('form_post')
    const posted = await visit(begun, {
      ...adaFields,
      account: 'Apple Ada',
      email: '',
      unverified: 'on',
    })
    const body = await posted.clone().text()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (text: string, at = posted.url) =>
      begun.window.walk.go(at, { method: 'POST', body: text, headers }, true)
    const search = `?${body}`
    await refused(await begun.window.walk.go(`${callbackOf('apple')}${search}`), begun)
    await refused(await post(body, callbackOf('google')), begun)
    await refused(await post('state=guessed&code=1'), begun)
    await refused(await post(`${body}&state=twice`), begun)
    const kept = await post(body)
    expect(kept.status).toBe(303)
    const next = new URL(kept.headers.get('location') ?? '', origin)
    expect([next.origin, next.pathname, [...next.searchParams.keys()]]).toEqual([
      origin,
      '/api/oauth/apple/callback',
      ['ticket'],
    ])
    await refused(await post(body), begun)
    await refused(await (await begin('apple')).window.walk.go(next), begun)
    expect((await begun.window.walk.go(next)).status).toBe(303)
    expect(await rowOf(begun)).toMatchObject({
      state: 'proved',
      identity: { label: 'Apple Devnet' },
    })
    await refused(await begun.window.walk.go(next), begun, 'proved')
  })

  test('behavior: what comes in is never shown and never gone to, and what went wrong never says why', async () => {
    const begun = await begin('google')
    const { searchParams } = new URL((await visit(begun, adaFields)).url)
    const state = searchParams.get('state') ?? ''
    const marked = `${callbackOf('google')}?error=<b>planted</b>&error_description=planted&redirect_uri=https://evil.example`
    const shown = await begun.window.walk.go(marked)
    expect(await shown.clone().text()).not.toMatch(/planted|evil/)
    await refused(shown, begun)
    const done = await begun.window.walk.go(`${marked}&state=${state}`)
    expect(done.headers.get('location')).toBe('/p/login/shop?done')
    expect(JSON.stringify(made.logins.auth.logged)).not.toMatch(/planted|evil/)
  })

  test('behavior: no code, token, state or cookie is in the log', async () => {
    const begun = await begin('google')
    const answer = new URL((await visit(begun, adaFields)).url)
    await back(begun.window, new Request(answer))
    const logged = JSON.stringify(made.logins.auth.logged)
    const [cookie = ''] = begun.window.walk.jar.get(new URL(origin).host)?.values() ?? []
    for (const name of ['code', 'state']) {
      expect(logged).not.toContain(answer.searchParams.get(name))
    }
    expect(cookie).not.toBe('')
    for (const secret of [cookie, begun.login.login, begun.login.secret]) {
      expect(logged).not.toContain(secret)
    }
  })
})
