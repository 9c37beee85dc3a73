import { describe, expect, test } from 'vitest'
import { openShop } from '../../test/open-shop.ts'
import {
  bitcoinKinds,
  bitcoinWallet,
  evmWallet,
  families,
  familyWallets,
  textOf,
} from '../../test/wallets.ts'
import { errorTable } from '../errors/error-table.ts'
import { readSession } from './create-handler.ts'
import { bodyLimit } from './read-body.ts'

describe('createHandler', () => {
  test.each(families)('default: signs in with %s, shows the session, signs out', async (family) => {
    const { browser, siwx } = openShop({ statement: 'Welcome.', resources: ['https://a.example'] })
    const visitor = browser()
    const wallet = familyWallets[family]()
    const challenge = await visitor.challenge(wallet)
    expect(challenge).toEqual({
      domain: 'shop.example',
      uri: 'https://shop.example',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      statement: 'Welcome.',
      issuedAt: '2026-01-02T03:04:05.000Z',
      expirationTime: '2026-01-02T03:09:05.000Z',
      resources: ['https://a.example'],
    })
    expect((await visitor.get('session')).body).toEqual({ session: null })
    const { status, body, headers } = await visitor.signIn(wallet)
    const session = { accounts: [wallet.account], expiresAt: '2026-01-09T03:04:05.000Z' }
    expect([status, body]).toEqual([200, { session }])
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-siwx=[-\w]{43}; Path=\/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await visitor.get('session')).body).toEqual({ session })
    expect((await visitor.get('session/')).body).toEqual({ session })
    const cookie = `a=b; __Host-siwx=${visitor.cookies.get('__Host-siwx')}`
    expect(await readSession(siwx, { headers: new Headers({ cookie }) })).toEqual(session)
    const out = await visitor.post('sign-out')
    expect([out.status, out.body]).toEqual([204, {}])
    expect((await visitor.get('session')).body).toEqual({ session: null })
    expect(await readSession(siwx, { headers: new Headers({ cookie }) })).toBeNull()
    expect(await readSession(siwx, { headers: new Headers() })).toBeNull()
  })

  test.each(bitcoinKinds)('parameters: an address of Bitcoin, %s', async (kind) => {
    const { browser } = openShop()
    expect((await browser().signIn(bitcoinWallet(kind))).status).toBe(200)
  })

  test('parameters: chains, lifetimes, cookie and base path', async () => {
    const { siwx, handler, clock } = openShop({
      chains: ['eip155:10'],
      challengeLifetimeMs: 1_000,
      sessionLifetimeMs: 2_000,
      basePath: '/auth/wallet',
      cookie: { name: 'visitor', domain: 'shop.example', isSecure: false },
      isBoundToBrowser: false,
      origins: ['https://shop.example', 'https://www.shop.example'],
    })
    const { openBrowser } = await import('../../test/open-browser.ts')
    const base = 'https://shop.example/auth/wallet'
    const visitor = openBrowser(handler, base, 'https://www.shop.example')
    const refused = await visitor.post('challenge', { account: evmWallet('1').account })
    expect(refused.body.error?.code).toBe('chain-unsupported')
    const { headers } = await visitor.signIn(evmWallet('10'))
    expect(headers.getSetCookie()[0]).toMatch(
      /^visitor=[-\w]{43}; Path=\/; Domain=shop.example; Max-Age=2; HttpOnly; SameSite=Lax$/,
    )
    expect([...visitor.cookies.keys()]).toEqual(['visitor'])
    clock.now += 2_000
    expect((await visitor.get('session')).body).toEqual({ session: null })
    expect(siwx.basePath).toBe('/auth/wallet')
  })

  test.each(families)(
    'default: one prompt connects %s and signs in: no account is named before',
    async (family) => {
      const visitor = openShop().browser()
      const wallet = familyWallets[family]()
      const challenge = (await visitor.post('challenge', {})).body.challenge
      if (!challenge) throw new Error('no challenge')
      const message = textOf(challenge, wallet)
      const proof = { account: wallet.account, message, signature: await wallet.sign(message) }
      const other = { ...proof, account: familyWallets[family]().account }
      const { body } = await visitor.post('verify', proof)
      expect(body.session?.accounts).toEqual([wallet.account])
      // A challenge without an account can be answered by any account, but only by the one that the
      // signed text names.
      const again = (await visitor.post('challenge', {})).body.challenge
      const text = again ? textOf(again, wallet) : ''
      const claimed = { ...other, message: text, signature: await wallet.sign(text) }
      expect((await visitor.post('verify', claimed)).body.error?.code).toBe(
        'sign-in-account-mismatch',
      )
    },
  )

  test('default: accounts are linked and unlinked', async () => {
    const { browser } = openShop()
    const visitor = browser()
    const [evm, solana, stacks] = [evmWallet(), familyWallets.solana(), familyWallets.stacks()]
    expect((await visitor.post('link', await visitor.prove(solana))).body.error?.code).toBe(
      'session-missing',
    )
    await visitor.signIn(evm)
    const accounts = async (call: string, body: unknown) => {
      const answered = await visitor.post(call, body)
      return answered.body.session?.accounts ?? answered.body.error?.code
    }
    expect(await accounts('link', await visitor.prove(solana))).toEqual([
      evm.account,
      solana.account,
    ])
    expect(await accounts('link', await visitor.prove(solana))).toEqual([
      evm.account,
      solana.account,
    ])
    expect(await accounts('link', await visitor.prove(stacks))).toHaveLength(3)
    // When any of the linked accounts signs in, it comes first in its session.
    const elsewhere = browser()
    const { body } = await elsewhere.signIn(stacks)
    expect(body.session?.accounts[0]).toBe(stacks.account)
    expect(body.session?.accounts).toHaveLength(3)
    expect(await accounts('unlink', { account: stacks.account })).toEqual([
      evm.account,
      solana.account,
    ])
    // Another session that is already open lists the unlinked accounts no longer.
    expect((await elsewhere.get('session')).body.session?.accounts).toEqual([stacks.account])
    expect(await accounts('unlink', { account: stacks.account })).toBe('account-not-linked')
    // When the account that signed in is unlinked, the session continues as that of the next
    // account.
    const before = visitor.cookies.get('__Host-siwx')
    expect(await accounts('unlink', { account: evm.account })).toEqual([solana.account])
    expect(visitor.cookies.get('__Host-siwx')).not.toBe(before)
    expect((await visitor.get('session')).body.session?.accounts).toEqual([solana.account])
    expect(await accounts('unlink', { account: solana.account })).toBe('account-last')
    expect((await visitor.get('session')).body.session?.accounts).toEqual([solana.account])
  })

  test('behavior: an account has its links from one visitor only, and not without end', async () => {
    const { browser } = openShop({ mostAccounts: 2 })
    const [one, other] = [browser(), browser()]
    const wallets = [evmWallet(), evmWallet(), evmWallet()] as const
    await one.signIn(wallets[0])
    await one.post('link', await one.prove(wallets[1]))
    await other.signIn(wallets[2])
    const elsewhere = await other.post('link', await other.prove(wallets[1]))
    expect(elsewhere.body.error?.code).toBe('account-linked-elsewhere')
    const many = await one.post('link', await one.prove(evmWallet()))
    expect(many.body.error?.code).toBe('accounts-too-many')
  })

  test.each([
    ['call-unknown', 'GET', 'nothing', undefined],
    ['call-unknown', 'GET', 'toString', undefined],
    ['call-unknown', 'POST', '', '{}'],
    ['method-not-allowed', 'GET', 'challenge', undefined],
    ['method-not-allowed', 'POST', 'session', '{}'],
    ['method-not-allowed', 'DELETE', 'sign-out', undefined],
    [
      'request-invalid',
      'POST',
      'verify',
      '{"account":"eip155:1:0x0000000000000000000000000000000000000001"}',
    ],
    ['request-invalid', 'POST', 'challenge', ''],
    ['request-invalid', 'POST', 'challenge', '[]'],
    ['request-invalid', 'POST', 'challenge', '"text"'],
    ['request-invalid', 'POST', 'challenge', 'null'],
    ['request-invalid', 'POST', 'challenge', '{'],
    ['account-invalid', 'POST', 'challenge', '{"account":null}'],
    ['account-invalid', 'POST', 'challenge', '{"account":7}'],
    ['account-invalid', 'POST', 'challenge', '{"account":"eip155:1:0xabc"}'],
    ['chain-unsupported', 'POST', 'challenge', '{"account":"cosmos:cosmoshub-3:cosmos1abc"}'],
    ['session-missing', 'POST', 'unlink', '{}'],
    ['body-too-large', 'POST', 'verify', ' '.repeat(bodyLimit + 1)],
  ] as const)('behavior: %s for %s %s', async (code, method, call, body) => {
    const { handler, errors } = openShop()
    const response = await handler(
      new Request(`https://shop.example/api/siwx/${call}`, {
        method,
        headers: { origin: 'https://shop.example' },
        ...(body !== undefined && { body }),
      }),
    )
    const answered = await response.json()
    expect(response.status).toBe(errorTable[code].status)
    expect(answered.error).toMatchObject({ code, fix: errorTable[code].fix })
    expect(answered.error.reason).not.toBe('')
    expect(errors).toEqual([])
  })

  test('behavior: a body that never ends is not read to its end', async () => {
    const { handler } = openShop()
    const read = { chunks: 0, isCancelled: false }
    const body = new ReadableStream({
      pull(controller) {
        read.chunks += 1
        controller.enqueue(new Uint8Array(16_384))
      },
      cancel() {
        read.isCancelled = true
      },
    })
    const response = await handler(
      new Request('https://shop.example/api/siwx/verify', {
        method: 'POST',
        headers: { origin: 'https://shop.example' },
        body,
        duplex: 'half',
      } as RequestInit),
    )
    expect([response.status, read.isCancelled]).toEqual([413, true])
    expect(read.chunks).toBeLessThan(12)
  })

  test('behavior: a store that fails is told to the owner and not to the visitor', async () => {
    const secret = new Error('connection to postgres://user:secret@db refused')
    const { memoryStore } = await import('../stores/memory-store.ts')
    const store = { ...memoryStore(), putNonce: () => Promise.reject(secret) }
    const { browser, errors } = openShop({}, store)
    const { status, body } = await browser().post('challenge', { account: evmWallet().account })
    expect([status, body.error?.code]).toEqual([500, 'server-error'])
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(errors).toEqual([secret])
  })
})
