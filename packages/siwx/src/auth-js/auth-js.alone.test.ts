import { Auth, type AuthConfig } from '@auth/core'
import { CredentialsSignin } from '@auth/core/errors'
import { describe, expect, test } from 'vitest'
import { openBrowser } from '../../test/open-browser.ts'
import { evmWallet, families, familyWallets } from '../../test/wallets.ts'
import { createSiwx } from '../create-siwx.ts'
import { createHandler } from '../http/create-handler.ts'
import { memoryStore } from '../stores/memory-store.ts'
import { type SiwxProviderOptions, siwxProvider } from './siwx-provider.ts'

const origin = 'https://shop.example'

/** Sets up a site whose challenges come from the handler and whose sessions are kept by Auth.js. */
function open(options: SiwxProviderOptions = {}) {
  const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
  const config: AuthConfig = {
    providers: [siwxProvider(siwx, options)],
    secret: 'a secret for tests that is long enough to be taken',
    trustHost: true,
    basePath: '/auth',
    logger: { error: () => undefined },
  }
  const handler = createHandler(siwx)
  const visitor = openBrowser(handler)
  const ask = async (path: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await Auth(
      new Request(`${origin}/auth/${path}`, {
        headers: {
          cookie,
          origin,
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          'x-auth-return-redirect': '1',
        },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      }),
      config,
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') visitor.cookies.delete(name)
      else visitor.cookies.set(name, value)
    }
    return response
  }
  const signIn = async (proof: { account: string; message: string; signature: string }) => {
    const { csrfToken } = await (await ask('csrf')).json()
    const { url } = await (await ask('callback/siwx', { ...proof, csrfToken })).json()
    return new URL(url, origin).searchParams
  }
  const session = async () => (await ask('session')).json()
  return { visitor, ask, signIn, session }
}

describe('siwxProvider', () => {
  test.each(families)('default: signs in with %s', async (family) => {
    const { visitor, signIn, session, ask } = open()
    const wallet = familyWallets[family]()
    expect(await session()).toBeNull()
    const proof = await visitor.prove(wallet)
    expect((await signIn(proof)).get('error')).toBeNull()
    expect((await session()).user.name).toBe(wallet.account)
    const { csrfToken } = await (await ask('csrf')).json()
    await ask('signout', { csrfToken })
    expect(await session()).toBeNull()
    // A proof signs in only once.
    expect((await signIn(proof)).get('error')).toBe('CredentialsSignin')
    expect(await session()).toBeNull()
  })

  test('parameters: toUser names the user, or refuses it', async () => {
    const wallet = evmWallet()
    const named = open({ toUser: async (account) => ({ id: '7', name: `user of ${account}` }) })
    await named.signIn(await named.visitor.prove(wallet))
    expect((await named.session()).user.name).toBe(`user of ${wallet.account}`)
    const closed = open({ toUser: () => null })
    await closed.signIn(await closed.visitor.prove(wallet))
    expect(await closed.session()).toBeNull()
  })

  test('behavior: why a proof is refused is told to the owner, and to the page if wished', async () => {
    const codes: string[] = []
    const { visitor, signIn, session } = open({
      onRefused({ code }) {
        codes.push(code)
        throw Object.assign(new CredentialsSignin(), { code })
      },
    })
    const wallet = evmWallet()
    const proof = await visitor.prove(wallet)
    const answered = await signIn({ ...proof, signature: await evmWallet().sign(proof.message) })
    expect([answered.get('error'), answered.get('code')]).toEqual([
      'CredentialsSignin',
      'sign-in-signature-invalid',
    ])
    const foreign = await visitor.prove(wallet)
    const message = foreign.message.replace('shop.example', 'evil.example')
    await signIn({ ...foreign, message, signature: await wallet.sign(message) })
    const unbound = open()
    await signIn(await unbound.visitor.prove(wallet))
    expect(codes).toEqual([
      'sign-in-signature-invalid',
      'sign-in-domain-mismatch',
      'sign-in-nonce-unknown',
    ])
    expect(await session()).toBeNull()
  })
})
