import { sign } from 'node:crypto'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newWalker, type Walker } from '../../test/walk-sign-in.ts'
import type { ClientKey, ProviderId } from './players.ts'
import { type OpenIdProvider, startOpenIdProvider } from './start-open-id-provider.ts'

const callback = 'http://vault.localhost:4302/back'
const run = {} as { server: OpenIdProvider }
beforeAll(async () => {
  run.server = await startOpenIdProvider({
    redirectUris: ['http://vault.localhost:4302', 'http://localhost:4301/v1/exact'],
  })
})
afterAll(() => run.server?.stop())

function appleSecret({ teamId, keyId, privateKey }: ClientKey, changed: object = {}): string {
  const iat = Math.floor(Date.now() / 1000)
  const aud = run.server.providers.apple.issuer
  const claims = {
    iss: teamId,
    sub: run.server.providers.apple.clientId,
    aud,
    iat,
    exp: iat + 600,
    ...changed,
  }
  const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encodePart({ alg: 'ES256', kid: keyId })}.${encodePart(claims)}`
  const signature = sign('sha256', Buffer.from(text), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}

async function configured(id: ProviderId, auth?: oidc.ClientAuth): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret, authorize, token } = run.server.providers[id]
  const execute = [oidc.allowInsecureRequests]
  if (issuer) return oidc.discovery(new URL(issuer), clientId, clientSecret, auth, { execute })
  const metadata = {
    issuer: `${run.server.url}/${id}`,
    authorization_endpoint: authorize,
    token_endpoint: token,
  }
  const configuration = new oidc.Configuration(metadata, clientId, clientSecret, auth)
  oidc.allowInsecureRequests(configuration)
  return configuration
}

interface Attempt {
  readonly configuration: oidc.Configuration
  readonly checks: {
    readonly pkceCodeVerifier: string
    readonly expectedState: string
    readonly expectedNonce?: string
  }
  readonly url: URL
}
async function begin(
  configuration: oidc.Configuration,
  parameters: Readonly<Record<string, string>>,
  isOpenId = true,
): Promise<Attempt> {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const expectedState = oidc.randomState()
  const expectedNonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    ...(isOpenId ? { nonce: expectedNonce } : {}),
    ...parameters,
  })
  return {
    configuration,
    url,
    checks: { pkceCodeVerifier, expectedState, ...(isOpenId ? { expectedNonce } : {}) },
  }
}
async function signIn(
  attempt: Attempt,
  fields: Record<string, string>,
  walker: Walker = newWalker(),
) {
  const { at, text } = await walker.open(attempt.url)
  expect(text).toContain('Test sign-in: plays ')
  return walker.submit(at, { action: 'sign-in', ...fields })
}
const finish = ({ configuration, checks }: Attempt, back: Request) =>
  oidc.authorizationCodeGrant(
    configuration,
    back.method === 'POST' ? back : new URL(back.url),
    checks,
  )
const ada = { account: 'ada', email: 'ada@shop.example' }

describe('startOpenIdProvider', () => {
  test('behavior: google: discovery, RS256 id token with nonce, userinfo, no issuer in the answer', async () => {
    const attempt = await begin(await configured('google'), { scope: 'openid email profile' })
    const walker = newWalker()
    const back = await signIn(attempt, ada, walker)
    expect(new URL(back.url).searchParams.has('iss')).toBe(false)
    const tokens = await finish(attempt, back)
    const claims = tokens.claims()
    expect(claims).toMatchObject({
      iss: `${run.server.url}/google`,
      email: ada.email,
      email_verified: true,
      name: 'ada',
    })
    expect(claims?.sub).toMatch(/^\d{21}$/)
    expect(
      JSON.parse(Buffer.from(tokens.id_token?.split('.')[0] ?? '', 'base64url').toString()).alg,
    ).toBe('RS256')
    const info = await oidc.fetchUserInfo(
      attempt.configuration,
      tokens.access_token,
      claims?.sub ?? '',
    )
    expect(info.email).toBe(ada.email)
    // The code was for once.
    await expect(finish(attempt, back)).rejects.toMatchObject({ error: 'invalid_grant' })

    // The same browser is asked anew, and another account is another person.
    const again = await begin(attempt.configuration, { scope: 'openid email' })
    const other = (
      await finish(
        again,
        await signIn(again, { account: 'grace', email: 'g@x.example', unverified: 'on' }, walker),
      )
    ).claims()
    expect(other?.sub).not.toBe(claims?.sub)
    expect(other).toMatchObject({ email: 'g@x.example', email_verified: false })
  })

  test('behavior: google: refuses embedded browsers, a wrong verifier, secret, nonce and address', async () => {
    const configuration = await configured('google')
    const attempt = await begin(configuration, { scope: 'openid' })
    const agent = 'Mozilla/5.0 (Linux; Android 14; Pixel; wv) Chrome/120'
    const refused = await fetch(attempt.url, {
      redirect: 'manual',
      headers: { 'user-agent': agent },
    })
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('disallowed_useragent'),
    ])
    const fails = async (change: (one: Attempt) => Attempt) => {
      const one = await begin(configuration, { scope: 'openid' })
      return finish(change(one), await signIn(one, ada))
    }
    const wrong = oidc.randomPKCECodeVerifier()
    await expect(
      fails((one) => ({ ...one, checks: { ...one.checks, pkceCodeVerifier: wrong } })),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(
      fails((one) => ({ ...one, checks: { ...one.checks, expectedNonce: wrong } })),
    ).rejects.toThrow(/nonce|claim/)
    const { issuer = '', clientId } = run.server.providers.google
    const thief = await oidc.discovery(new URL(issuer), clientId, 'guessed', undefined, {
      execute: [oidc.allowInsecureRequests],
    })
    await expect(fails((one) => ({ ...one, configuration: thief }))).rejects.toMatchObject({
      error: 'invalid_client',
    })
    for (const redirect_uri of [
      'https://evil.example/back',
      'http://localhost:4301/v1/exact/more',
      'http://localhost:4999/',
    ]) {
      expect(
        (
          await newWalker().open(
            (
              await begin(configuration, { scope: 'openid', redirect_uri })
            ).url,
          )
        ).status,
      ).toBe(400)
    }
  })

  test.each(['google', 'discord', 'facebook', 'x', 'github'] as const)(
    'behavior: %s: a cancelled sign-in is access_denied',
    async (id) => {
      const isOpenId = run.server.providers[id].issuer !== undefined
      const attempt = await begin(
        await configured(id),
        { scope: isOpenId ? 'openid' : 'users.read' },
        isOpenId,
      )
      const back = new URL((await signIn(attempt, { action: 'cancel' })).url)
      expect(back.searchParams.get('error')).toBe('access_denied')
      expect(back.searchParams.get('state')).toBe(attempt.checks.expectedState)
      expect(back.searchParams.get('iss')).toBe(
        id === 'discord' ? `${run.server.url}/discord` : null,
      )
    },
  )

  test('behavior: discord: names itself in the answer, and says whether the address is confirmed', async () => {
    const { userinfo = '' } = run.server.providers.discord
    const attempt = await begin(
      await configured(
        'discord',
        oidc.ClientSecretBasic(run.server.providers.discord.clientSecret),
      ),
      { scope: 'openid identify email' },
    )
    const back = await signIn(attempt, { ...ada, unverified: 'on' })
    expect(new URL(back.url).searchParams.get('iss')).toBe(`${run.server.url}/discord`)
    const tokens = await finish(attempt, back)
    const me = await fetch(userinfo, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(await me.json()).toMatchObject({
      id: tokens.claims()?.sub,
      username: 'ada',
      email: ada.email,
      verified: false,
    })
    expect((await fetch(userinfo, { headers: { authorization: 'Bearer none' } })).status).toBe(401)
    // Another provider's answer is refused by the client, since it names another.
    const mixed = new URL(back.url)
    mixed.searchParams.set('iss', `${run.server.url}/google`)
    await expect(finish(attempt, new Request(mixed))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('iss') },
    })
  })

  test('behavior: apple: posts the answer, the name once; the secret is a signed JWT', async () => {
    const { clientKey, issuer = '' } = run.server.providers.apple
    const key = clientKey as ClientKey
    const configuration = await configured('apple', oidc.ClientSecretPost(appleSecret(key)))
    const asked = { scope: 'name email', response_mode: 'form_post' }
    const attempt = await begin(configuration, asked)
    const back = await signIn(attempt, { account: 'ada lovelace' })
    expect(back.method).toBe('POST')
    const posted = await back.clone().formData()
    expect(JSON.parse(String(posted.get('user')))).toMatchObject({
      name: { firstName: 'ada' },
      email: expect.stringContaining('@privaterelay.'),
    })
    expect(posted.has('iss')).toBe(false)
    const claims = (await finish(attempt, back)).claims()
    expect(claims).toMatchObject({
      iss: issuer,
      is_private_email: true,
      email_verified: true,
      nonce_supported: true,
    })
    const again = await begin(configuration, asked)
    expect((await (await signIn(again, { account: 'ada lovelace' })).formData()).has('user')).toBe(
      false,
    )

    const bare = await newWalker().open((await begin(configuration, { scope: 'email' })).url)
    expect([bare.status, bare.text]).toEqual([
      400,
      expect.stringContaining('response_mode must be form_post'),
    ])
    const cancelled = await begin(configuration, asked)
    expect((await (await signIn(cancelled, { action: 'cancel' })).formData()).get('error')).toBe(
      'user_cancelled_authorize',
    )
  })

  test.each([
    { aud: 'https://elsewhere.example' },
    { exp: 1 },
    { iss: 'OTHERTEAM0' },
    { sub: 'another-client' },
    { exp: Math.floor(Date.now() / 1000) + 20_000_000 },
  ])('behavior: apple: refuses a secret with %j', async (changed) => {
    const { clientKey } = run.server.providers.apple
    const attempt = await begin(
      await configured(
        'apple',
        oidc.ClientSecretPost(appleSecret(clientKey as ClientKey, changed)),
      ),
      { scope: 'openid' },
    )
    await expect(finish(attempt, await signIn(attempt, ada))).rejects.toMatchObject({
      error: 'invalid_client',
    })
  })

  test('behavior: facebook: an id token without a word on the address, and the graph by fields', async () => {
    const { userinfo = '', token, clientId, clientSecret = '' } = run.server.providers.facebook
    const attempt = await begin(await configured('facebook'), {
      scope: 'openid,public_profile,email',
    })
    const back = await signIn(attempt, ada)
    const tokens = await finish(attempt, back)
    const claims = tokens.claims()
    expect(claims).toMatchObject({ email: ada.email, name: 'ada' })
    expect(claims).not.toHaveProperty('email_verified')
    const ask = async (query: string) =>
      (await fetch(`${userinfo}?${query}access_token=${tokens.access_token}`)).json()
    expect(await ask('')).toEqual({ id: claims?.sub, name: 'ada' })
    expect(await ask('fields=id,email&')).toEqual({ id: claims?.sub, email: ada.email })
    const code = new URL(back.url).searchParams.get('code') ?? ''
    const used = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: callback,
      code,
    })
    const failed = await fetch(`${token}?${used}`)
    expect([failed.status, await failed.json()]).toMatchObject([
      400,
      { error: { type: 'OAuthException' } },
    ])
  })

  test('behavior: x: Basic and PKCE are compulsory, answers stand in data, email needs its scope', async () => {
    const { userinfo = '', clientSecret } = run.server.providers.x
    const configuration = await configured('x', oidc.ClientSecretBasic(clientSecret))
    const ask = async (token: string) =>
      (
        await fetch(`${userinfo}?user.fields=confirmed_email`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).json()
    const take = async (scope: string, more: Record<string, string> = {}) => {
      const attempt = await begin(configuration, { scope }, false)
      return (await finish(attempt, await signIn(attempt, { ...ada, ...more }))).access_token
    }
    const unverified = await ask(
      await take('users.read tweet.read users.email', { unverified: 'on' }),
    )
    expect(JSON.stringify(unverified)).not.toContain(ada.email)
    const known = (await ask(await take('users.read tweet.read users.email'))) as {
      data: Record<string, string>
    }
    expect(known.data).toMatchObject({ username: 'ada', confirmed_email: ada.email })
    expect(known.data.id).toMatch(/^\d{19}$/)
    expect(await ask(await take('users.read tweet.read'))).toEqual({
      data: expect.not.objectContaining({ confirmed_email: ada.email }),
    })
    expect(await ask(await take('users.read'))).toMatchObject({ status: 403 })

    const posted = await begin(
      await configured('x', oidc.ClientSecretPost(clientSecret)),
      { scope: 'users.read' },
      false,
    )
    await expect(finish(posted, await signIn(posted, ada))).rejects.toThrow()
    const other = await begin(configuration, { scope: 'users.read' }, false)
    const checks = { ...other.checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() }
    await expect(finish({ ...other, checks }, await signIn(other, ada))).rejects.toMatchObject({
      error: 'invalid_request',
    })
    const bare = new URL(other.url)
    bare.searchParams.delete('code_challenge')
    expect((await newWalker().open(bare)).status).toBe(400)
    const foreign = new URL(other.url)
    foreign.searchParams.set('redirect_uri', 'https://evil.example/back')
    expect((await newWalker().open(foreign)).status).toBe(400)
  })

  test('behavior: github: tokens in a form unless JSON is asked for, errors with status 200, the main address not first', async () => {
    const {
      token,
      userinfo = '',
      emails = '',
      clientId,
      clientSecret = '',
    } = run.server.providers.github
    const attempt = await begin(
      await configured('github'),
      { scope: 'read:user user:email' },
      false,
    )
    const code = new URL((await signIn(attempt, ada)).url).searchParams.get('code') ?? ''
    const form = {
      client_id: clientId,
      client_secret: clientSecret,
      code,
      code_verifier: attempt.checks.pkceCodeVerifier,
    }
    const answer = await fetch(token, { method: 'POST', body: new URLSearchParams(form) })
    expect(answer.headers.get('content-type')).toContain('application/x-www-form-urlencoded')
    const given = new URLSearchParams(await answer.text())
    expect(given.get('scope')).toBe('read:user,user:email')
    const used = await fetch(token, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { accept: 'application/json' },
    })
    expect([used.status, await used.json()]).toMatchObject([
      200,
      { error: 'bad_verification_code' },
    ])
    const headers = { authorization: `Bearer ${given.get('access_token')}` }
    expect(await (await fetch(userinfo, { headers })).json()).toMatchObject({
      login: 'ada',
      id: expect.any(Number),
      email: null,
    })
    expect(await (await fetch(emails, { headers })).json()).toMatchObject([
      { primary: false },
      { email: ada.email, primary: true, verified: true },
    ])

    const moved = await begin(attempt.configuration, { scope: 'read:user' }, false)
    const fresh = new URL((await signIn(moved, ada)).url).searchParams.get('code') ?? ''
    const elsewhere = {
      ...form,
      code: fresh,
      redirect_uri: `${callback}/other`,
      code_verifier: moved.checks.pkceCodeVerifier,
    }
    const mismatch = await fetch(token, { method: 'POST', body: new URLSearchParams(elsewhere) })
    expect(new URLSearchParams(await mismatch.text()).get('error')).toBe('redirect_uri_mismatch')

    // The stranger's client asks for JSON and is content.
    const plain = await begin(attempt.configuration, { scope: 'read:user' }, false)
    const tokens = await finish(plain, await signIn(plain, ada))
    expect(
      (await fetch(emails, { headers: { authorization: `Bearer ${tokens.access_token}` } })).status,
    ).toBe(404)
  })

  test('behavior: google cuts the opener off on its page, discord does not; no page stands in a frame', async () => {
    for (const [id, coop] of [
      ['google', 'same-origin'],
      ['discord', null],
    ] as const) {
      const { url } = await begin(await configured(id), { scope: 'openid' })
      const sent = await fetch(url, { redirect: 'manual' })
      const cookie = sent.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const page = await fetch(new URL(sent.headers.get('location') ?? '', url), {
        headers: { cookie },
      })
      expect(await page.text()).toContain(
        `<title>Test sign-in: plays ${run.server.providers[id].name}</title>`,
      )
      expect(page.headers.get('cross-origin-opener-policy')).toBe(coop)
      expect(page.headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      )
    }
  })

  test('behavior: an empty account is said at the field; a sign-in that nobody asked for is refused', async () => {
    for (const id of ['google', 'x'] as const) {
      const walker = newWalker()
      const attempt = await begin(await configured(id), { scope: 'openid' }, id === 'google')
      const { at } = await walker.open(attempt.url)
      await expect(walker.submit(at, { account: ' ' })).rejects.toThrow(
        'Enter a name for the account.',
      )
      expect((await newWalker().open(new URL('/x/sign-in/abc', run.server.url))).status).toBe(400)
      expect((await newWalker().open(new URL(`/${id}/sign-in/none`, at))).text).toContain(
        'never asked for',
      )
    }
  })
})
