import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../../packages/gateway/src/test/start-process.ts'
import type { Answered, Browser, Proof } from '../../packages/siwx/test/open-browser.ts'
import { evmWallet, solanaWallet, textOf } from '../../packages/siwx/test/wallets.ts'
import {
  projects,
  type SignInWorld,
  site,
  startSignInWorld,
  visit,
} from '../worlds/sign-in-world.ts'

const run = {} as { world: SignInWorld }
beforeAll(async () => {
  run.world = await startSignInWorld()
})
afterAll(() => run.world?.stop())
const one = () => run.world.replicas[0]
const two = () => run.world.replicas[1]

const codeOf = ({ status, body }: Answered): string =>
  status === 200 ? 'in' : `${status} ${body.error?.code ?? ''}`.trim()
const isSignedIn = async (visitor: Browser): Promise<boolean> =>
  (await visitor.get('session')).body.session !== null
/** Opens another browser with the same cookies, at another replica, project or page. */
function withCookies(visitor: Browser, ...place: Parameters<typeof visit>): Browser {
  const other = visit(...place)
  for (const [name, value] of visitor.cookies) {
    other.cookies.set(name, value)
  }
  return other
}
/** Proves an account with a sign-in text in which a part was replaced. */
async function proveText(visitor: Browser, from: string | RegExp, to: string): Promise<Proof> {
  const wallet = evmWallet()
  const message = textOf(await visitor.challenge(wallet), wallet).replace(from, to)
  return { account: wallet.account, message, signature: await wallet.sign(message) }
}

describe('attacks on the sign-in of the gateway', () => {
  test('behavior: a nonce works once, on whichever replica', async () => {
    const visitor = visit(one())
    const proof = await visitor.prove(evmWallet())
    const elsewhere = withCookies(visitor, two())
    const racers = Array.from({ length: 8 }, (_, at) => (at % 2 ? visitor : elsewhere))
    const answers = await Promise.all(racers.map((racer) => racer.post('verify', proof)))
    expect(answers.map(codeOf).sort()).toEqual([
      ...Array.from({ length: 7 }, () => '401 sign-in-nonce-unknown'),
      'in',
    ])
    expect(codeOf(await visitor.post('verify', proof))).toBe('401 sign-in-nonce-unknown')
  })

  test('behavior: a refused proof has used its nonce up', async () => {
    const visitor = visit(one())
    const proof = await visitor.prove(evmWallet())
    const forged = { ...proof, signature: `0x${'11'.repeat(65)}` }
    expect(codeOf(await visitor.post('verify', forged))).toBe('401 sign-in-signature-invalid')
    expect(codeOf(await visitor.post('verify', proof))).toBe('401 sign-in-nonce-unknown')
  })

  test.each([
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop.example:444',
    'https://x.shop.example',
    'HTTPS://shop.example',
    'chrome-extension://abcdefghijklmnop',
    'null',
  ])('behavior: a page of %s is refused by every call', async (origin) => {
    const visitor = visit(one(), { origin })
    const proof = { account: evmWallet().account, message: 'm', signature: '0x' }
    const answers = [
      await visitor.post('challenge', {}),
      await visitor.post('verify', proof),
      await visitor.post('sign-out', {}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    // Anyone may request the session. A page whose origin is not allowed, or is spelled in another
    // way than browsers spell it, gets no session.
    const asked = await visitor.get('session')
    expect([asked.status, asked.body.session ?? null][1]).toBeNull()
  })

  test('behavior: a request without an origin signs nobody in or out', async () => {
    const visitor = visit(one())
    await visitor.signIn(evmWallet())
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
    const post = async (call: string, body: object) => {
      const response = await fetch(`${one().url}/v1/sign-in/shop/${call}`, {
        method: 'POST',
        headers: { cookie },
        body: JSON.stringify(body),
      })
      return response.status
    }
    const proof = await visitor.prove(evmWallet())
    expect([await post('challenge', {}), await post('verify', proof)]).toEqual([403, 403])
    expect(await post('sign-out', {})).toBe(403)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('behavior: a text for another domain or address is refused', async () => {
    const visitor = visit(one())
    const domain = await proveText(visitor, 'shop.example wants', 'evil.example wants')
    expect(codeOf(await visitor.post('verify', domain))).toBe('401 sign-in-domain-mismatch')
    const uri = await proveText(visitor, `URI: ${site}`, 'URI: https://evil.example')
    expect(codeOf(await visitor.post('verify', uri))).toBe('401 sign-in-uri-mismatch')
  })

  test('behavior: with a wildcard each page speaks for its own domain only', async () => {
    const place = { project: 'wild', origin: 'https://evil.shop.example' }
    const visitor = visit(one(), place)
    expect((await visitor.challenge(evmWallet())).domain).toBe('evil.shop.example')
    const spoken = await proveText(visitor, 'evil.shop.example wants', 'good.shop.example wants')
    expect(codeOf(await visitor.post('verify', spoken))).toBe('401 sign-in-domain-mismatch')
    // A challenge that one page got cannot be used by another page.
    const good = { project: 'wild', origin: 'https://good.shop.example' }
    const proof = await visit(one(), good).prove(evmWallet())
    expect(codeOf(await visitor.post('verify', proof))).toBe('401 sign-in-nonce-unknown')
    // A session of one page is not valid for another page, even if the browser sends its cookie
    // from both.
    const guest = visit(one(), good)
    await guest.signIn(evmWallet())
    expect(await isSignedIn(guest)).toBe(true)
    expect(await isSignedIn(withCookies(guest, one(), place))).toBe(false)
    const renamed = visit(one(), place)
    await renamed.signIn(evmWallet())
    const [own = ''] = renamed.cookies.keys()
    const stolen = [...guest.cookies].find(([name]) => !name.endsWith('-browser'))?.[1] ?? ''
    renamed.cookies.set(own.replace(/-browser$/, ''), stolen)
    expect(await isSignedIn(renamed)).toBe(false)
  })

  test('behavior: a project without origins serves pages of localhost, each for itself', async () => {
    const remote = visit(one(), { project: 'local' })
    expect((await remote.post('challenge', {})).status).toBe(403)
    const page = visit(one(), { project: 'local', origin: 'http://localhost:3000' })
    expect((await page.challenge(evmWallet())).domain).toBe('localhost:3000')
    const foreign = await proveText(page, 'localhost:3000 wants', 'shop.example wants')
    expect(codeOf(await page.post('verify', foreign))).toBe('401 sign-in-domain-mismatch')
    expect(codeOf(await page.signIn(evmWallet()))).toBe('in')
    const neighbour = { project: 'local', origin: 'http://localhost:4000' }
    expect(await isSignedIn(withCookies(page, one(), neighbour))).toBe(false)
  })

  test('behavior: another chain, another account, another family', async () => {
    const visitor = visit(one())
    const chain = await proveText(visitor, 'Chain ID: 1', 'Chain ID: 10')
    expect(codeOf(await visitor.post('verify', chain))).toBe('401 sign-in-chain-mismatch')
    const proof = await visitor.prove(evmWallet())
    const moved = { ...proof, account: proof.account.replace('eip155:1:', 'eip155:10:') }
    expect(codeOf(await visitor.post('verify', moved))).toBe('401 sign-in-account-mismatch')
    const solana = { ...(await visitor.prove(evmWallet())), account: solanaWallet().account }
    expect(codeOf(await visitor.post('verify', solana))).toBe('401 sign-in-account-mismatch')
    const toy = await visitor.post('challenge', { account: 'toy:1:somebody' })
    expect(codeOf(toy)).toBe('400 chain-unsupported')
  })

  test('behavior: the challenge of another project or browser', async () => {
    const visitor = visit(one())
    const twin = visit(one(), { project: 'twin' })
    // The first challenge shows whether the browser keeps cookies. Later challenges are bound to
    // the browser.
    await visitor.challenge(evmWallet())
    const proof = await visitor.prove(evmWallet())
    expect(codeOf(await twin.post('verify', proof))).toBe('401 sign-in-nonce-unknown')
    expect(codeOf(await visit(one()).post('verify', proof))).toBe('401 sign-in-browser-mismatch')
  })

  test('behavior: the session of another project, a tampered and an invented cookie', async () => {
    const visitor = visit(one())
    await visitor.signIn(evmWallet())
    expect(await isSignedIn(withCookies(visitor, one(), { project: 'twin' }))).toBe(false)
    const pair = [...visitor.cookies].find(([name]) => !name.endsWith('-browser'))
    const [name = '', token = ''] = pair ?? []
    const twin = visit(one(), { project: 'twin' })
    await twin.signIn(evmWallet())
    const twinName = [...twin.cookies.keys()].find((key) => !key.endsWith('-browser')) ?? ''
    twin.cookies.set(twinName, token)
    expect(await isSignedIn(twin)).toBe(false)
    const tampered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const value of [tampered, `${token}A`, token.slice(1), '', "' or 1=1 --", '\u00e9']) {
      const forged = visit(one())
      forged.cookies.set(name, encodeURI(value))
      expect(await isSignedIn(forged)).toBe(false)
    }
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('behavior: signing out ends the session in every tab and replica, and no other one', async () => {
    const visitor = visit(one())
    await visitor.signIn(evmWallet())
    const other = visit(two())
    await other.signIn(evmWallet())
    const copies = [withCookies(visitor, one()), withCookies(visitor, two())]
    expect(await Promise.all(copies.map(isSignedIn))).toEqual([true, true])
    expect((await copies[1]?.post('sign-out', {}))?.status).toBe(204)
    expect(await Promise.all([visitor, copies[0] as Browser].map(isSignedIn))).toEqual([
      false,
      false,
    ])
    expect(await isSignedIn(other)).toBe(true)
    // The cookies of this session, sent to another project, do not end the session.
    const twin = withCookies(other, one(), { project: 'twin' })
    expect((await twin.post('sign-out', {})).status).toBe(204)
    expect(await isSignedIn(other)).toBe(true)
  })

  test('behavior: a challenge of one replica is answered by another', async () => {
    const visitor = visit(one())
    const proof = await visitor.prove(evmWallet())
    const elsewhere = withCookies(visitor, two())
    expect(codeOf(await elsewhere.post('verify', proof))).toBe('in')
    expect(await isSignedIn(withCookies(elsewhere, one()))).toBe(true)
  })

  test('behavior: cookies are for pages of the project, other calls take none', async () => {
    const preflight = async (path: string) => {
      const headers = {
        origin: site,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      }
      const response = await fetch(`${one().url}${path}`, { method: 'OPTIONS', headers })
      return ['origin', 'credentials', 'headers'].map((name) =>
        response.headers.get(`access-control-allow-${name}`),
      )
    }
    const [origin, credentials, headers] = await preflight('/v1/sign-in/shop/verify')
    expect([origin, credentials]).toEqual([site, 'true'])
    expect(headers).toContain('authorization')
    expect((await preflight('/v1/json-rpc')).slice(0, 2)).toEqual(['*', null])
    const { headers: answered } = await visit(one()).get('session')
    expect(answered.get('access-control-allow-origin')).toBe(site)
    expect([answered.get('vary'), answered.get('cache-control')]).toEqual(['Origin', 'no-store'])
  })

  test('behavior: replicas count callers together, and refuse with the time to wait', async () => {
    const rateLimit = { capacity: 4, refillPerSecond: 0.01 }
    const limited = [await run.world.start({ rateLimit }), await run.world.start({ rateLimit })]
    const answers: Answered[] = []
    for (let at = 0; at < 6; at++) {
      answers.push(await visit(limited[at % 2] ?? one()).post('challenge', {}))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('a gateway of one process', () => {
  test('behavior: killed and started again it knows who is signed in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-sign-in-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'latchkey.json'), JSON.stringify({ projects, signIn: {} }))
    const before = await startProcess(folder)
    onTestFinished(() => before.kill())
    const visitor = visit(before)
    expect(codeOf(await visitor.signIn(evmWallet()))).toBe('in')
    const proof = await visitor.prove(evmWallet())
    await before.kill()
    const after = await startProcess(folder)
    onTestFinished(() => after.kill())
    const again = withCookies(visitor, after)
    expect(await isSignedIn(again)).toBe(true)
    expect(codeOf(await again.post('verify', proof))).toBe('in')
    expect((await again.post('sign-out', {})).status).toBe(204)
    expect(await isSignedIn(again)).toBe(false)
  })
})
