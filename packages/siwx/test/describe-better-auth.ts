import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { siwe } from 'better-auth/plugins/siwe'
import { verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { type SiwxPluginOptions, siwxPlugin } from '../src/better-auth/siwx-plugin.ts'
import { openBrowser } from './open-browser.ts'
import { evmWallet, families, familyWallets, solanaWallet } from './wallets.ts'

type Database = BetterAuthOptions['database']

const origin = 'https://shop.example'

/**
 * Tests of the plugin, for a database of better-auth.
 * @param migrate creates the database's tables; undefined when the database has none
 */
export function describeBetterAuth(
  name: string,
  open: () => Database | Promise<Database>,
  migrate?: (options: BetterAuthOptions) => Promise<void>,
): void {
  // Only a real database refuses a second row for the same account; the memory adapter does not.
  const isUnique = migrate !== undefined
  const start = async (options: Partial<SiwxPluginOptions> = {}) => {
    const config: BetterAuthOptions = {
      baseURL: origin,
      secret: 'a secret for tests that is long enough to be taken',
      database: await open(),
      emailAndPassword: { enabled: true },
      rateLimit: { enabled: false },
      telemetry: { enabled: false },
      logger: { disabled: true },
      plugins: [
        siwxPlugin({ domain: 'shop.example', ...options }),
        siwe({
          domain: 'shop.example',
          getNonce: async () => crypto.randomUUID().replaceAll('-', ''),
          verifyMessage: ({ message, signature, address }) =>
            verifyMessage({
              message,
              signature: signature as `0x${string}`,
              address: address as `0x${string}`,
            }),
        }),
      ],
    }
    await migrate?.(config)
    const auth = betterAuth(config)
    const browser = () => openBrowser(auth.handler, `${origin}/api/auth/siwx`)
    const own = (visitor: ReturnType<typeof browser>, path: string, init: RequestInit = {}) =>
      auth.handler(
        new Request(`${origin}/api/auth/${path}`, {
          ...init,
          headers: {
            origin,
            'content-type': 'application/json',
            cookie: [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
          },
        }),
      )
    return { auth, browser, own }
  }

  describe(name, () => {
    test('default: signs in with all four families; better-auth knows the session', async () => {
      const { browser, own } = await start({ statement: 'Welcome.' })
      for (const family of families) {
        const visitor = browser()
        const wallet = familyWallets[family]()
        const { status, body, headers } = await visitor.signIn(wallet)
        expect([status, body.session?.accounts]).toEqual([200, [wallet.account]])
        expect(headers.getSetCookie().join()).toMatch(/session_token=.*HttpOnly/)
        expect((await visitor.get('session')).body).toEqual(body)
        const known = await (await own(visitor, 'get-session')).json()
        expect(known.user.name).toBe(wallet.account)
        const out = await visitor.post('sign-out')
        expect(out.status).toBe(204)
        expect((await visitor.get('session')).body).toEqual({ session: null })
        // The next sign-in of the account is that of the same user.
        await visitor.signIn(wallet)
        expect((await (await own(visitor, 'get-session')).json()).user.id).toBe(known.user.id)
      }
    })

    test('behavior: replay, a race, a foreign domain, another browser, another account', async () => {
      const { browser } = await start()
      const visitor = browser()
      const wallet = evmWallet()
      const proof = await visitor.prove(wallet)
      const all = await Promise.all(Array.from({ length: 8 }, () => visitor.post('verify', proof)))
      const codes = all.map(({ body, status }) => body.error?.code ?? status).sort()
      expect(codes).toEqual([200, ...Array.from({ length: 7 }, () => 'sign-in-nonce-unknown')])
      const codeOf = async (changed: object, by = visitor) =>
        (await by.post('verify', changed)).body.error?.code
      const foreign = await visitor.prove(wallet)
      const message = foreign.message.replace('shop.example', 'evil.example')
      expect(await codeOf({ ...foreign, message, signature: await wallet.sign(message) })).toBe(
        'sign-in-domain-mismatch',
      )
      expect(await codeOf(await visitor.prove(wallet), browser())).toBe('sign-in-browser-mismatch')
      const victim = evmWallet()
      expect(await codeOf({ ...(await visitor.prove(wallet)), account: victim.account })).toBe(
        'sign-in-account-mismatch',
      )
      const other = await visitor.prove(wallet)
      expect(await codeOf({ ...other, signature: await evmWallet().sign(other.message) })).toBe(
        'sign-in-signature-invalid',
      )
      const { status, body } = await visitor.post(
        'challenge',
        { account: wallet.account },
        { origin: 'https://evil.example' },
      )
      expect([status, body.challenge]).toEqual([403, undefined])
      const bare = await browser().post('challenge', { account: wallet.account }, { origin: '' })
      expect([bare.status, bare.body.error?.code]).toEqual([403, 'origin-not-allowed'])
    })

    test('behavior: a key is the same user on every chain, as in better-auth’s own plugin', async () => {
      const { browser, own } = await start()
      const key = generatePrivateKey()
      const users: string[] = []
      for (const chain of ['1', '10', '8453']) {
        const visitor = browser()
        const { body } = await visitor.signIn(evmWallet(chain, key))
        expect(body.session?.accounts[0]).toBe(evmWallet(chain, key).account)
        users.push((await (await own(visitor, 'get-session')).json()).user.id)
      }
      expect(new Set(users).size).toBe(1)
      const stranger = browser()
      await stranger.signIn(evmWallet('1'))
      expect(users).not.toContain((await (await own(stranger, 'get-session')).json()).user.id)
    })

    if (isUnique) {
      test('behavior: an account that signs in twice at once is one user', async () => {
        const { browser, own } = await start()
        const wallet = evmWallet()
        const visitors = Array.from({ length: 6 }, browser)
        const proofs = await Promise.all(visitors.map((visitor) => visitor.prove(wallet)))
        await Promise.all(visitors.map((visitor, i) => visitor.post('verify', proofs[i])))
        const users = await Promise.all(
          visitors.map(
            async (visitor) => (await (await own(visitor, 'get-session')).json()).user.id,
          ),
        )
        expect(new Set(users).size).toBe(1)
      })
    }

    test('default: accounts are linked and unlinked', async () => {
      const { browser } = await start()
      const visitor = browser()
      const [evm, solana] = [evmWallet(), solanaWallet()]
      expect((await visitor.post('link', await visitor.prove(evm))).body.error?.code).toBe(
        'session-missing',
      )
      await visitor.signIn(evm)
      const after = async (call: string, body: unknown) => {
        const answered = await visitor.post(call, body)
        return answered.body.session?.accounts ?? answered.body.error?.code
      }
      expect(await after('unlink', { account: evm.account })).toBe('account-last')
      expect(await after('link', await visitor.prove(solana))).toEqual([
        evm.account,
        solana.account,
      ])
      expect(await after('link', await visitor.prove(solana))).toHaveLength(2)
      const elsewhere = browser()
      const { body } = await elsewhere.signIn(solana)
      expect(body.session?.accounts).toEqual([solana.account, evm.account])
      const stranger = browser()
      await stranger.signIn(evmWallet())
      const taken = await stranger.post('link', await stranger.prove(solana))
      expect(taken.body.error?.code).toBe('account-linked-elsewhere')
      expect(await after('unlink', { account: solana.account })).toEqual([evm.account])
      // The session that the unlinked account had opened has ended.
      expect((await elsewhere.get('session')).body).toEqual({ session: null })
      expect(await after('unlink', { account: solana.account })).toBe('account-not-linked')
      await after('link', await visitor.prove(solana))
      expect(await after('unlink', { account: evm.account })).toEqual([solana.account])
      expect((await visitor.get('session')).body.session?.accounts).toEqual([solana.account])
    })

    test('behavior: who signs in by mail links a wallet, and may unlink it again', async () => {
      const { browser, own } = await start()
      const visitor = browser()
      const answered = await own(visitor, 'sign-up/email', {
        method: 'POST',
        body: JSON.stringify({
          name: 'Ada',
          email: 'ada@shop.example',
          password: 'a long password',
        }),
      })
      for (const line of answered.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        visitor.cookies.set(key, value)
      }
      expect((await visitor.get('session')).body).toEqual({ session: null })
      const wallet = evmWallet()
      const { body } = await visitor.post('link', await visitor.prove(wallet))
      expect(body.session?.accounts).toEqual([wallet.account])
      const other = browser()
      await other.signIn(wallet)
      expect((await (await own(other, 'get-session')).json()).user.email).toBe('ada@shop.example')
      const unlinked = await visitor.post('unlink', { account: wallet.account })
      expect([unlinked.status, unlinked.body]).toEqual([200, { session: null }])
    })

    test('behavior: better-auth’s own plugin takes what it took before, beside this one', async () => {
      const { own, browser } = await start()
      const visitor = browser()
      const post = (path: string, body: object) =>
        own(visitor, path, { method: 'POST', body: JSON.stringify(body) })
      const { nonce } = await (await post('siwe/nonce', {})).json()
      const account = privateKeyToAccount(generatePrivateKey())
      const message = createSiweMessage({
        address: account.address,
        chainId: 1,
        domain: 'shop.example',
        nonce,
        uri: origin,
        version: '1',
      })
      const signature = await account.signMessage({ message })
      const first = await post('siwe/verify', { message, signature })
      const again = await post('siwe/verify', { message, signature })
      expect([first.status, again.status]).toEqual([200, 401])
      // A nonce of better-auth's own plugin for Ethereum is not accepted by this one.
      const proof = { account: `eip155:1:${account.address}`, message, signature }
      expect((await visitor.post('verify', proof)).status).not.toBe(200)
    })
  })
}
