import { getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mnemonic } from '../../packages/devnet/src/evm/accounts.ts'
import { ownedWallets } from '../../packages/gateway/src/test/owned-wallets.ts'
import {
  evmWallet,
  families,
  familyWallets,
  type TestWallet,
} from '../../packages/siwx/test/wallets.ts'
import { type SignInWorld, site, startSignInWorld, visit } from '../worlds/sign-in-world.ts'

const run = {} as { world: SignInWorld }
beforeAll(async () => {
  run.world = await startSignInWorld()
})
afterAll(() => run.world?.stop())
const gateway = () => run.world.replicas[0]

/**
 * Requests the session with a token in the header `Authorization`, as a program without cookies
 * does.
 */
async function askWithToken(token: string, project = 'shop', url = gateway().url) {
  const response = await fetch(`${url}/v1/session?projectId=${project}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: await response.json() }
}

describe.each(families)('signing in by the gateway, %s', (family) => {
  test('default: challenge, proof, session, sign out', async () => {
    const visitor = visit(gateway())
    const wallet = familyWallets[family]()
    expect((await visitor.get('session')).body).toEqual({ session: null })
    const before = Date.now()
    const signedIn = await visitor.signIn(wallet)
    expect(signedIn.status).toBe(200)
    const [, reference = '', address = ''] = wallet.account.split(':')
    expect(signedIn.body).toEqual({
      session: {
        accounts: [wallet.account],
        address,
        chain: `${family}:${reference}`,
        project: 'shop',
        origin: site,
        issuedAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    })
    const { issuedAt, expiresAt } = signedIn.body.session as unknown as Record<string, string>
    expect(Date.parse(issuedAt as string)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(expiresAt as string) - Date.parse(issuedAt as string)).toBe(604_800_000)
    expect((await visitor.get('session')).body).toEqual(signedIn.body)
    const signedOut = await visitor.post('sign-out', {})
    expect([signedOut.status, signedOut.body]).toEqual([204, {}])
    expect((await visitor.get('session')).body).toEqual({ session: null })
  })
})

describe('the sign-in of the gateway', () => {
  const owner = privateKeyToAccount(generatePrivateKey())

  test('default: contract accounts, deployed and not yet, by the nodes of the gateway', async () => {
    const { devnet } = run.world
    const owned = await ownedWallets(devnet.url, mnemonic, owner.address)
    const contract = (address: Hex, wrap: (signature: Hex) => Hex): TestWallet => ({
      account: `eip155:31337:${getAddress(address)}`,
      family: 'Ethereum',
      sign: async (message) => wrap(await owner.signMessage({ message })),
    })
    const deployed = contract(owned.standing, (signature) => signature)
    const planned = contract(owned.counterfactual, owned.wrap)
    for (const wallet of [deployed, planned]) {
      const { body } = await visit(gateway()).signIn(wallet)
      expect(body.session?.accounts).toEqual([wallet.account])
    }
    // On a chain for which the gateway has no node, only signatures of keys are verified, not
    // signatures of contracts.
    const elsewhere = { ...deployed, account: `eip155:1:${owned.standing}` } as TestWallet
    const refused = await visit(gateway()).signIn(elsewhere)
    expect([refused.status, refused.body.error?.code]).toEqual([401, 'sign-in-signature-invalid'])
  })

  test('behavior: cookies that scripts cannot read, Lax on the same site, partitioned across', async () => {
    const cookiesOf = async (isSameSite: boolean) => {
      const visitor = visit(gateway(), { isSameSite })
      const { headers } = await visitor.signIn(evmWallet())
      expect((await visitor.get('session')).body.session).not.toBeNull()
      return { set: headers.getSetCookie(), names: [...visitor.cookies.keys()].sort() }
    }
    const same = await cookiesOf(true)
    expect(same.set).toHaveLength(1)
    expect(same.set[0]).toMatch(
      /^__Host-latchkey-[\da-f]{16}=[-\w]{43}; Path=\/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax$/,
    )
    // The second cookie identifies the browser; challenges are bound to it.
    expect(same.names[1]).toBe(`${same.names[0]}-browser`)
    const across = await cookiesOf(false)
    expect(across.set[0]).toMatch(/; HttpOnly; Secure; SameSite=None; Partitioned$/)
    expect(across.names).toHaveLength(1)
  })

  test('behavior: a token instead of a cookie, for whoever keeps none', async () => {
    const visitor = visit(gateway(), { isSameSite: false })
    const wallet = evmWallet()
    const proof = await visitor.prove(wallet)
    const answer = await visitor.post('verify', { ...proof, token: true })
    const { token = '', session } = answer.body as { token?: string; session?: object }
    expect(token).toMatch(/^[-\w]{43}$/)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await askWithToken(token)).toEqual({ status: 200, body: { session } })
    expect((await askWithToken(token, 'twin')).body).toEqual({ session: null })
    const url = `${gateway().url}/v1/sign-in/shop/sign-out`
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(url, { method: 'POST', headers })).status).toBe(204)
    expect((await askWithToken(token)).body).toEqual({ session: null })
  })

  test('behavior: a page of the same origin is known by its address', async () => {
    const visitor = visit(gateway())
    await visitor.signIn(evmWallet())
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
    const ask = async (referer?: string) => {
      const headers = { cookie, ...(referer && { referer }) }
      const response = await fetch(`${gateway().url}/v1/sign-in/shop/session`, { headers })
      return ((await response.json()) as { session: object | null }).session !== null
    }
    expect([
      await ask(`${site}/page?a=b`),
      await ask('https://b.shop.example/'),
      await ask(),
    ]).toEqual([true, false, false])
  })

  test('behavior: another account of the same browser ends the session before it', async () => {
    const visitor = visit(gateway())
    await visitor.signIn(evmWallet())
    const earlier = new Map(visitor.cookies)
    await visitor.signIn(evmWallet())
    const old = visit(gateway())
    for (const [name, value] of earlier) {
      old.cookies.set(name, value)
    }
    expect((await old.get('session')).body).toEqual({ session: null })
    expect((await visitor.get('session')).body.session).not.toBeNull()
  })

  test('behavior: of two cookies the one that holds counts, and signing out ends both', async () => {
    const visitor = visit(gateway())
    await visitor.signIn(evmWallet())
    const [pair = []] = [...visitor.cookies].filter(([name]) => !name.endsWith('-browser'))
    const ask = async (call: string, first: string, init: RequestInit = {}) => {
      const headers = { origin: site, cookie: `${pair[0]}=${first}; ${pair.join('=')}` }
      return fetch(`${gateway().url}/v1/sign-in/shop/${call}`, { ...init, headers })
    }
    const isSignedIn = async (first: string): Promise<boolean> =>
      ((await (await ask('session', first)).json()) as { session: unknown }).session !== null
    const stale = 'A'.repeat(43)
    expect(await isSignedIn(stale)).toBe(true)
    expect((await ask('sign-out', stale, { method: 'POST', body: '{}' })).status).toBe(204)
    expect(await isSignedIn(stale)).toBe(false)
  })

  test('parameters: the statement and the times of the configuration', async () => {
    const strict = await run.world.start({
      signIn: {
        statement: 'I accept the terms.',
        challengeLifetimeMs: 60_000,
        sessionLifetimeMs: 120_000,
      },
    })
    const visitor = visit(strict)
    const challenge = await visitor.challenge(evmWallet())
    expect(challenge.statement).toBe('I accept the terms.')
    const { issuedAt, expirationTime } = challenge
    expect(Date.parse(expirationTime) - Date.parse(issuedAt)).toBe(60_000)
    const { headers } = await visitor.signIn(evmWallet())
    expect(headers.getSetCookie()[0]).toContain('Max-Age=120;')
  })

  test('behavior: figures are counted, and hold nothing of anybody', async () => {
    const visitor = visit(gateway())
    const proof = await visitor.prove(evmWallet())
    await visitor.post('verify', { ...proof, signature: '0x' })
    const text = await (await fetch(`${gateway().url}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith('latchkey_sign_in_total'))
    expect(lines).toHaveLength(5)
    for (const outcome of ['challenge', 'opened', 'refused', 'ended']) {
      const line = lines.find((one) => one.includes(`outcome="${outcome}"`))
      expect(Number(line?.split(' ')[1])).toBeGreaterThan(0)
    }
  })

  test('error: off by default, and off for a project that says so', async () => {
    const off = await run.world.start({ signIn: undefined })
    const features = async (url: string, project: string) => {
      const response = await fetch(`${url}/appkit/v1/config?projectId=${project}`, {
        headers: { origin: site },
      })
      const { features } = (await response.json()) as { features: { id: string }[] }
      return features.find(({ id }) => id === 'sign_in')
    }
    expect((await visit(off).get('session')).status).toBe(503)
    expect((await visit(off).post('challenge', {})).status).toBe(503)
    expect(await features(off.url, 'shop')).toMatchObject({ isEnabled: false })
    expect((await visit(gateway(), { project: 'closed' }).get('session')).status).toBe(503)
    expect(await features(gateway().url, 'closed')).toMatchObject({ isEnabled: false })
    expect(await features(gateway().url, 'shop')).toMatchObject({ isEnabled: true, config: null })
  })
})
