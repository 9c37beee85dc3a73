import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openProvider } from './open-provider.ts'

const redirectUri = 'https://vault.example/api/oauth/google/callback'
const way = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
const given = { clientId: 'shop', clientSecret: 'hush' }
const issuer = 'https://accounts.google.com'
const made = {} as { own: KeyObject; jwk: object; foreign: KeyObject }
beforeAll(() => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  made.own = privateKey
  made.jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }
  made.foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
})

const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)
const halfHash = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
const good = () => ({
  iss: issuer,
  aud: 'shop',
  azp: 'shop',
  sub: '110169484474386276334',
  nonce: way.nonce,
  iat: seconds(),
  exp: seconds() + 600,
  at_hash: halfHash('access'),
  email: 'ada@shop.example',
  email_verified: true,
  name: 'Ada',
})

interface Forged {
  readonly claims?: object
  readonly header?: object
  readonly signing?: (text: string) => string
  /** Beside the usual ones. */
  readonly answer?: Readonly<Record<string, string>>
  readonly token?: Response
  /** Beside what the token endpoint usually says. */
  readonly more?: object
}

/** A provider that answers like Google, but for one thing; and what it was asked. */
function played({ claims = {}, header = {}, signing, answer = {}, token, more = {} }: Forged = {}) {
  const asked: { readonly url: string; readonly init: RequestInit }[] = []
  const text = `${encodePart({ alg: 'RS256', kid: 'k', ...header })}.${encodePart({ ...good(), ...claims })}`
  const signature = signing
    ? signing(text)
    : sign('sha256', Buffer.from(text), made.own).toString('base64url')
  const usual = () =>
    Response.json({
      access_token: 'access',
      token_type: 'Bearer',
      id_token: `${text}.${signature}`,
      ...more,
    })
  const fetchOne = async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return url.endsWith('/certs') ? Response.json({ keys: [made.jwk] }) : (token ?? usual())
  }
  const provider = openProvider('google', given, {
    redirectUri,
    fetch: fetchOne as typeof fetch,
    now: Date.now,
  })
  const parameters = new URLSearchParams({ state: way.state, code: 'the-code', ...answer })
  return { asked, finish: () => provider.finishSignIn(parameters, way), provider }
}

describe('openProvider', () => {
  test('default', async () => {
    const { asked, finish, provider } = played()
    expect(await finish()).toEqual({
      kind: 'google',
      issuer,
      subject: '110169484474386276334',
      label: 'ada@shop.example',
      email: 'ada@shop.example',
    })
    const [{ url, init } = { url: '', init: {} }] = asked
    expect([url, init.redirect]).toEqual(['https://oauth2.googleapis.com/token', 'manual'])
    expect(Object.fromEntries(init.body as URLSearchParams)).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: redirectUri,
      code_verifier: way.verifier,
      client_id: 'shop',
      client_secret: 'hush',
    })
    const to = await provider.startSignIn(way)
    const challenge = createHash('sha256').update(way.verifier).digest('base64url')
    expect(to.origin + to.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(to.searchParams)).toEqual({
      client_id: 'shop',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state: way.state,
      nonce: way.nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
  })

  test('behavior: claims that may be missing may be missing', async () => {
    const { finish } = played({ claims: { azp: undefined, at_hash: undefined, email: undefined } })
    expect(await finish()).toMatchObject({ label: 'Ada' })
  })

  test.each<readonly [string, () => Forged]>([
    ['alg none', () => ({ header: { alg: 'none' }, signing: () => '' })],
    ['alg none with a signature', () => ({ header: { alg: 'none' } })],
    [
      'another key',
      () => ({
        signing: (text) => sign('sha256', Buffer.from(text), made.foreign).toString('base64url'),
      }),
    ],
    [
      'the public key as a secret (HS256)',
      () => ({
        header: { alg: 'HS256' },
        signing: (text) =>
          createHmac('sha256', JSON.stringify(made.jwk)).update(text).digest('base64url'),
      }),
    ],
    ['another audience', () => ({ claims: { aud: 'another' } })],
    [
      'an audience beside ours without azp',
      () => ({ claims: { aud: ['shop', 'another'], azp: undefined } }),
    ],
    ['another azp', () => ({ claims: { azp: 'another' } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['the nonce of another', () => ({ claims: { nonce: 'm'.repeat(43) } })],
    ['a token that has expired', () => ({ claims: { exp: seconds() - 60, iat: seconds() - 600 } })],
    ['no exp', () => ({ claims: { exp: undefined } })],
    ['no sub', () => ({ claims: { sub: undefined } })],
    ['a sub with a line break', () => ({ claims: { sub: '1\n2' } })],
    ['a sub without end', () => ({ claims: { sub: '1'.repeat(256) } })],
    ['the hash of another access token', () => ({ claims: { at_hash: halfHash('another') } })],
    [
      'no ID token',
      () => ({ token: Response.json({ access_token: 'access', token_type: 'Bearer' }) }),
    ],
    [
      'a redirect',
      () => ({
        token: new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
      }),
    ],
    ['an answer without end', () => ({ more: { pad: 'x'.repeat(262_144) } })],
    ['an error', () => ({ token: Response.json({ error: 'invalid_grant' }, { status: 400 }) })],
    [
      'an error with status 200',
      () => ({ token: Response.json({ error: 'bad_verification_code' }) }),
    ],
    ['the state of another way', () => ({ answer: { state: 't'.repeat(43) } })],
    ['another issuer of the answer', () => ({ answer: { iss: 'https://evil.example' } })],
    ['an error beside the code', () => ({ answer: { error: 'access_denied' } })],
  ])('behavior: refuses %s', async (_, forged) => {
    await expect(played(forged()).finish()).rejects.toThrow()
  })

  test('behavior: without a secret there is no provider', () => {
    const options = { redirectUri, fetch, now: Date.now }
    const apple = { clientId: 'shop', teamId: 'T', keyId: 'K' }
    expect(() => openProvider('github', { clientId: 'shop' }, options)).toThrow(/clientSecret/)
    expect(() => openProvider('apple', apple, options)).toThrow(/privateKey/)
    expect(() => openProvider('apple', { ...apple, privateKey: 'no key' }, options)).toThrow(
      /privateKey/,
    )
  })
})
