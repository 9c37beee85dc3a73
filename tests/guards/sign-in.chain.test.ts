import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { type OpenIdProvider, startOpenIdProvider } from '@latchkey/devnet/openid'
import { type Hex, type PublicClient, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VaultProviders } from '../../packages/gateway/src/base/config/vault-providers.ts'
import { verifySignIn } from '../../packages/gateway/src/features/accounts/farcaster/verify-sign-in.ts'
import { hashText } from '../../packages/gateway/src/features/accounts/logins/hash-text.ts'
import { openProvider } from '../../packages/gateway/src/features/accounts/oauth/open-provider.ts'
import {
  emailIdentity,
  testDevice,
} from '../../packages/gateway/src/features/accounts/test/make-auth.ts'
import {
  type Browser,
  type MadeLogins,
  makeLogins,
  newLogin,
  origin,
  type TestLogin,
} from '../../packages/gateway/src/features/accounts/test/make-logins.ts'
import { back, visit } from '../../packages/gateway/src/features/accounts/test/visit-provider.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

const made = {} as { played: OpenIdProvider; logins: MadeLogins }
beforeAll(async () => {
  made.played = await startOpenIdProvider({ redirectUris: [origin] })
  const entries = (['google', 'github'] as const).map((id) => {
    const { clientId, clientSecret, ...at } = made.played.providers[id]
    const addresses = {
      issuer: at.issuer,
      authorizeUrl: at.authorize,
      tokenUrl: at.token,
      userUrl: at.userinfo,
      emailsUrl: at.emails,
      jwksUrl: at.jwks,
    }
    const known = Object.entries(addresses).filter(([, url]) => url !== undefined)
    return [id, { clientId, clientSecret, ...Object.fromEntries(known) }]
  })
  made.logins = await makeLogins({ providers: Object.fromEntries(entries) as VaultProviders })
  // Providers live by the machine's clock.
  made.logins.auth.clock.at = Date.now()
})
afterAll(async () => {
  await made.logins?.close()
  await made.played?.stop()
})

type Provider = 'google' | 'github'
const ada = { action: 'sign-in', account: 'ada', email: 'ada@shop.example' }
const startOf = (provider: string, login: string) =>
  `${origin}/api/oauth/${provider}/start?login=${login}`
const sameOrigin = { headers: { 'sec-fetch-site': 'same-origin' } }

/** A sign-in that somebody's frame waits for. */
async function register(provider: Provider = 'google') {
  const frame = await made.logins.browser()
  const login = newLogin(provider)
  await frame.call('POST /api/logins', login.body)
  const row = () => made.logins.store.find(hashText(login.login))
  const collect = async () => {
    const state = { login: login.login, secret: login.secret, seen: 'awaited' } as const
    const { json: told } = await made.logins.clock.until(frame.call('POST /api/logins/wait', state))
    return told.state === 'proved'
  }
  const type = (number: string) =>
    frame.call('POST /api/logins/confirm', { login: login.login, secret: login.secret, number })
  return { frame, login, row, collect, type }
}
type Registered = Awaited<ReturnType<typeof register>>
/** A window nobody vouched for: it shows a number afterwards. */
const goThrough = (window: Browser, { login }: Pick<Registered, 'login'>) =>
  window.call('POST /api/logins/proceed', { login: login.login })
const look = async (window: Browser, { login }: Pick<Registered, 'login'>) =>
  (await window.call('POST /api/logins/look', { login: login.login })).json
const vouch = (window: Browser, { login }: Pick<Registered, 'login'>, site = login.body.site) =>
  window.call('POST /api/logins/proceed', { login: login.login, vouched: true, site })
async function goOn(window: Browser, { login }: Registered, provider: Provider = 'google') {
  const started = await window.walk.go(startOf(provider, login.login), sameOrigin)
  return { window, to: new URL(started.headers.get('location') ?? 'none:') }
}
/** A browser that went as far as the provider's door. */
async function atDoor(provider: Provider = 'google', by?: Browser) {
  const window = by ?? (await made.logins.browser())
  const login = await register(provider)
  await vouch(window, login)
  return { ...login, ...(await goOn(window, login, provider)) }
}
/** A victim who goes all the way through a sign-in of somebody else's, in a window of their own. */
async function wentThrough(): Promise<Registered & { readonly window: Browser }> {
  const attacker = await register()
  const window = await made.logins.browser()
  await goThrough(window, attacker)
  await back(window, await visit(await goOn(window, attacker), ada))
  return { ...attacker, window }
}
const otherThan = (number = ''): string => String((Number(number) + 1) % 1_000_000).padStart(6, '0')

/**
 * Somebody signed in, who has the vault add another way in to their account; what becomes of it,
 * and of who waits.
 */
async function linking(logins = made.logins, provider: Provider | 'farcaster' = 'google') {
  const frame = await logins.browser()
  const own = newLogin()
  await frame.call('POST /api/logins', own.body)
  await vouch(frame, { login: own })
  const mine = {
    kind: 'google',
    issuer: 'https://mine.example',
    subject: crypto.randomUUID(),
    label: 'mine',
  } as const
  await logins.store.proveLogin(hashText(own.login), mine)
  const wait = (login: TestLogin) => {
    const body = { login: login.login, secret: login.secret, seen: 'awaited' } as const
    return logins.clock.until(frame.call('POST /api/logins/wait', body))
  }
  const { json } = await wait(own)
  const token =
    json.state === 'proved' && json.proved.state === 'signed-in' ? json.proved.session.token : ''
  const login = newLogin(provider)
  await frame.call('POST /api/identities/add', login.body, token)
  return { frame, login, isAdded: async () => (await wait(login)).json.state === 'added' }
}

const fixation: readonly Attempt[] = [
  [
    'a victim who follows a link signs the attacker in',
    ['login-start', 'login-bound', 'login-number', 'login-number-waits'],
    async () => {
      const attacker = await register()
      const victim = await made.logins.browser()
      // Named by the vault before, by a sign-in of its own.
      await goThrough(victim, await register())
      const at = await goOn(victim, attacker)
      if (at.to.protocol === 'none:') return false
      await back(victim, await visit(at, ada))
      return attacker.collect()
    },
  ],
  [
    'a victim who goes through with it signs the attacker in',
    ['login-number', 'login-number-waits'],
    async () => (await wentThrough()).collect(),
  ],
  [
    'whoever registered a sign-in asks for its number',
    ['login-number-place'],
    async () => {
      const attacker = await wentThrough()
      const { number = '' } = await look(attacker.frame, attacker)
      await attacker.type(number)
      return attacker.collect()
    },
  ],
  [
    'a page of the project’s name vouches from another site',
    ['login-vouched-site'],
    async () => {
      const attacker = await register()
      await vouch(await made.logins.browser(), attacker, 'https://evil.example')
      return (await attacker.row())?.isConfirmed === true
    },
  ],
  [
    'the number is found by trying',
    ['login-number-tries', 'login-number-once'],
    async () => {
      const attacker = await wentThrough()
      const { number } = await look(attacker.window, attacker)
      for (let guess = 0; guess < 3; guess += 1) {
        await attacker.type(otherThan(number))
      }
      await attacker.type(number ?? '')
      return attacker.collect()
    },
  ],
  [
    'a sign-in goes on in another browser than the one whose window was gone through',
    ['login-browser'],
    async () => {
      const login = await register()
      await goThrough(await made.logins.browser(), login)
      return (await goThrough(await made.logins.browser(), login)).status === 200
    },
  ],
  [
    'somebody else collects what was proved',
    ['login-secret'],
    async () => {
      const { login, window, to } = await atDoor()
      await back(window, await visit({ window, to }, ada))
      const thief = await made.logins.browser()
      const body = { login: login.login, secret: 'guessed', seen: 'awaited' } as const
      return (
        (await made.logins.clock.until(thief.call('POST /api/logins/wait', body))).status === 200
      )
    },
  ],
  [
    'what was proved is collected twice',
    ['login-collected'],
    async () => {
      const { window, to, row } = await atDoor()
      await back(window, await visit({ window, to }, ada))
      const found = await row()
      if (!found) return false
      await made.logins.store.collectIdentity(found)
      return made.logins.store.collectIdentity(found).then(
        () => true,
        () => false,
      )
    },
  ],
  [
    'a page that is not of the project begins a sign-in',
    ['login-site'],
    async () => {
      const frame = await made.logins.browser()
      const body = { ...newLogin().body, site: 'https://evil.example' }
      return (await frame.call('POST /api/logins', body)).status === 200
    },
  ],
  [
    'a page of another site sends a visitor’s window on to the provider',
    ['login-start-site'],
    async () => {
      const login = await register()
      const window = await made.logins.browser()
      await goThrough(window, login)
      const headers = { 'sec-fetch-site': 'cross-site' }
      return (
        (await window.walk.go(startOf('google', login.login.login), { headers })).status === 302
      )
    },
  ],
]

const oauth: readonly Attempt[] = [
  [
    'a victim’s browser is made to bring the attacker’s answer (CSRF)',
    ['flow-browser', 'way-browser'],
    async () => {
      const attacker = await atDoor()
      const answer = await visit(attacker, { ...ada, account: 'mallory' })
      const victim = await made.logins.browser()
      await goThrough(victim, await register())
      await back(victim, answer)
      return (await attacker.row())?.state === 'proved'
    },
  ],
  [
    'the code of another is injected under a state of one’s own',
    ['way-verifier'],
    async () => {
      const mine = await atDoor('github')
      const theirs = await atDoor('github')
      const [own, stolen] = [
        await visit(mine, ada),
        await visit(theirs, { ...ada, account: 'victim' }),
      ]
      const mixed = new URL(own.url)
      mixed.searchParams.set('code', new URL(stolen.url).searchParams.get('code') ?? '')
      await back(mine.window, new Request(mixed))
      return (await mine.row())?.state === 'proved'
    },
  ],
  [
    'the code of another is injected where a nonce guards it, too',
    ['way-verifier', 'way-nonce'],
    async () => {
      const [mine, theirs] = [await atDoor(), await atDoor()]
      const [own, stolen] = [
        await visit(mine, ada),
        await visit(theirs, { ...ada, account: 'victim' }),
      ]
      const mixed = new URL(own.url)
      mixed.searchParams.set('code', new URL(stolen.url).searchParams.get('code') ?? '')
      await back(mine.window, new Request(mixed))
      return (await mine.row())?.state === 'proved'
    },
  ],
  [
    'the answer names another issuer (mix-up)',
    ['answer-issuer'],
    () => taken({ answer: { iss: 'https://evil.example' } }),
  ],
  ['an ID token without a nonce', ['token-nonce'], () => taken({ claims: { nonce: undefined } })],
  ['an ID token of another key', ['token-signature'], () => taken({ isForged: true })],
  [
    'an ID token without a signature (alg none)',
    ['token-algorithm', 'token-signature'],
    () => taken({ alg: 'none' }),
  ],
  ['an ID token for another client', ['token-client'], () => taken({ claims: { azp: 'another' } })],
  [
    'an ID token of another access token',
    ['token-half'],
    () => taken({ claims: { at_hash: half('another') } }),
  ],
]

const way = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
const issuer = 'https://accounts.google.com'
const keys = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
]
const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const half = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

/** Whether an answer of a provider is believed that is right but for this. */
async function taken(
  bad: { claims?: object; answer?: Record<string, string>; isForged?: boolean; alg?: string } = {},
) {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: 'shop',
    azp: 'shop',
    sub: '110169484474386276334',
    nonce: way.nonce,
    iat: seconds,
    exp: seconds + 600,
    at_hash: half('access'),
    ...bad.claims,
  }
  const text = `${encodePart({ alg: bad.alg ?? 'RS256', kid: 'k' })}.${encodePart(claims)}`
  const [own, foreign] = keys
  const signer = (bad.isForged ? foreign : own)?.privateKey
  const signature =
    bad.alg === 'none' || !signer
      ? ''
      : sign('sha256', Buffer.from(text), signer).toString('base64url')
  const jwk = { ...own?.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }
  const token = { access_token: 'access', token_type: 'Bearer', id_token: `${text}.${signature}` }
  const fetchOne = async (url: string) =>
    Response.json(url.endsWith('/certs') ? { keys: [jwk] } : token)
  const options = {
    redirectUri: `${origin}/api/oauth/google/callback`,
    fetch: fetchOne as never,
    now: Date.now,
  }
  const provider = openProvider('google', { clientId: 'shop', clientSecret: 'hush' }, options)
  return provider
    .finishSignIn(new URLSearchParams({ state: way.state, code: 'c', ...bad.answer }), way)
    .then(
      () => true,
      () => false,
    )
}

const stolen = () =>
  ({
    kind: 'google',
    issuer: 'https://accounts.google.com',
    subject: crypto.randomUUID(),
    label: 'victim',
  }) as const
const identities: readonly Attempt[] = [
  [
    'a victim’s identity becomes a way into the attacker’s account without their yes',
    ['login-agreed', 'login-agreed-waits'],
    async () => {
      const attacker = await linking()
      const victim = await made.logins.browser()
      await vouch(victim, attacker)
      await made.logins.store.proveLogin(hashText(attacker.login.login), stolen())
      return attacker.isAdded()
    },
  ],
  [
    'the yes is given in the attacker’s browser',
    ['login-agreed-place'],
    async () => {
      const attacker = await linking()
      await vouch(await made.logins.browser(), attacker)
      await made.logins.store.proveLogin(hashText(attacker.login.login), stolen())
      const agreed = { login: attacker.login.login, agreed: true } as const
      await attacker.frame.call('POST /api/logins/proceed', agreed)
      return attacker.isAdded()
    },
  ],
  [
    'a victim’s identity is added to the attacker’s account by a code of Farcaster that was relayed',
    ['cast-links', 'login-agreed', 'login-agreed-waits'],
    () =>
      withFarcaster(async (logins) => {
        const attacker = await linking(logins, 'farcaster')
        const victim = {
          kind: 'farcaster',
          issuer: 'https://farcaster.xyz',
          subject: '7',
          label: 'victim',
        } as const
        // Where it was not taken, nobody waits for it.
        await logins.store.proveLogin(hashText(attacker.login.login), victim).catch(() => undefined)
        return attacker.isAdded()
      }),
  ],
  [
    'an equal subject at another issuer opens the account',
    ['identity-issuer'],
    async () => {
      const { accounts } = made.logins.auth
      const mine = {
        ...emailIdentity(crypto.randomUUID()),
        kind: 'google',
        issuer: 'https://one.example',
      } as const
      const device = testDevice(crypto.randomUUID())
      await accounts.prove(mine, device)
      return accounts.isKnown(
        { ...mine, kind: 'github', issuer: 'https://other.example' },
        device.id,
      )
    },
  ],
]

/** A vault that offers Farcaster, behind a relay that opens whatever channel it is asked for. */
const withFarcaster = async <T>(run: (logins: MadeLogins) => Promise<T>): Promise<T> => {
  const open: typeof fetch = async (_, init) => {
    const { nonce } = JSON.parse(String(init?.body))
    return Response.json(
      { channelToken: 'channel', url: 'https://farcaster.example/c', nonce },
      { status: 201 },
    )
  }
  const { chain: _, ...at } = registries
  const farcaster = {
    relayUrl: 'https://relay.example',
    nodeUrl: 'http://127.0.0.1:9',
    chain: 10,
    ...at,
  }
  const logins = await makeLogins({
    providers: { google: { clientId: 'shop', clientSecret: 'hush' } },
    farcaster,
    fetch: open,
  })
  try {
    return await run(logins)
  } finally {
    await logins.close()
  }
}

const expected = {
  domain: 'vault.example',
  uri: 'https://vault.example',
  nonce: 'a1b2c3d4',
  openedAt: Date.now() - 30_000,
  now: Date.now(),
}
const registries = {
  chain: 10,
  keyRegistry: `0x${'1'.repeat(40)}`,
  idRegistry: `0x${'2'.repeat(40)}`,
}
const [custody, stranger] = [
  privateKeyToAccount(generatePrivateKey()),
  privateKeyToAccount(generatePrivateKey()),
]
const client = {
  verifyMessage: (asked: { address: Hex; message: string; signature: Hex }) => verifyMessage(asked),
  readContract: async ({ functionName, args }: { functionName: string; args: unknown[] }) =>
    functionName === 'idOf' ? (args[0] === custody.address ? 7n : 0n) : { state: 0, keyType: 0 },
} as unknown as Pick<PublicClient, 'verifyMessage' | 'readContract'>

/** Whether what a relay says is believed. */
async function cast(
  bad: { by?: typeof custody; signer?: typeof custody; message?: object; told?: object } = {},
) {
  const { by = custody, signer = by } = bad
  const message = createSiweMessage({
    domain: 'vault.example',
    address: by.address,
    statement: 'Farcaster Auth',
    uri: 'https://vault.example',
    version: '1',
    chainId: 10,
    nonce: 'a1b2c3d4',
    issuedAt: new Date(expected.now - 5_000),
    resources: ['farcaster://fid/7'],
    ...bad.message,
  })
  const told = {
    message,
    signature: await signer.signMessage({ message }),
    fid: 7,
    nonce: 'a1b2c3d4',
    ...bad.told,
  }
  return verifySignIn(told, expected, registries, client).then(
    () => true,
    () => false,
  )
}
const farcaster: readonly Attempt[] = [
  [
    'the message of another sign-in',
    ['cast-nonce'],
    () => cast({ message: { nonce: 'b1b2c3d4' } }),
  ],
  [
    'the message for another site',
    ['cast-site'],
    () => cast({ message: { domain: 'evil.example' } }),
  ],
  [
    'a message that names two ids',
    ['cast-id'],
    () => cast({ message: { resources: ['farcaster://fid/8', 'farcaster://fid/7'] } }),
  ],
  ['the message of somebody who does not own the id', ['cast-owner'], () => cast({ by: stranger })],
  [
    'the message of the owner, signed by somebody else',
    ['cast-signature'],
    () => cast({ signer: stranger }),
  ],
]

describe('session fixation', () => {
  test.each(fixation)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('providers', () => {
  test.each(oauth)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: a good answer is believed, in the browser that asked', async () => {
    const { window, to, collect } = await atDoor()
    await back(window, await visit({ window, to }, ada))
    expect([await collect(), await taken()]).toEqual([true, true])
  })
})

describe('identities', () => {
  test.each(identities)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('Farcaster', () => {
  test.each(farcaster)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: the owner’s own message', async () => {
    expect(await cast()).toBe(true)
  })
})
