import {
  connect,
  createKit,
  createSignIn,
  getAccount,
  type KitOptions,
  signIn,
  signOut,
} from '@latchkey/core'
import type { RunningGateway } from '@latchkey/gateway'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { familyPages } from '../helpers/family-pages.ts'
import { site, startSignInGateway } from '../worlds/sign-in-world.ts'

const run = {} as { gateway: RunningGateway }
beforeAll(async () => {
  run.gateway = await startSignInGateway({})
})
afterAll(() => run.gateway?.stop())

/**
 * Makes `fetch` send what a browser on the site would send: the page's origin, and the cookies that
 * the browser got before.
 */
function actAsBrowser(): void {
  const cookies = new Map<string, string>()
  const { fetch } = globalThis
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', site)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  })
  onTestFinished(() => spy.mockRestore())
}

/** The two options with which a page makes the gateway the server of its sign-in. */
const ways: readonly (readonly [string, (url: string) => Partial<KitOptions>])[] = [
  [
    'createSignIn({ url })',
    (url) => ({ signIn: { provider: createSignIn({ url: `${url}/v1/sign-in/shop` }) } }),
  ],
  ['signIn: {}', (url) => ({ gateway: { url, project: 'shop' }, signIn: {} })],
]
const cases = ways.flatMap(([name, options]) =>
  Object.entries(familyPages).map(([family, page]) => ({ name, options, family, page })),
)

describe.each(cases)('a kit with $name, $family', ({ options, page }) => {
  test('default: signed in, found by a second page, signed out', async () => {
    actAsBrowser()
    const open = async () => {
      const kit = createKit({
        adapters: [page()],
        storage: null,
        metadata: { url: site },
        ...options(run.gateway.url),
      })
      onTestFinished(kit.subscribe(() => undefined))
      const [connector = ''] = Object.keys(kit.getState().connectors)
      await connect(kit, { connector, signIn: 'one-prompt' })
      return kit
    }
    const kit = await open()
    if (kit.getState().signIn.status === 'asking') await signIn(kit)
    const { account } = getAccount(kit)
    const signedIn = { status: 'signed-in', session: { accounts: [account] } }
    expect(kit.getState().signIn).toMatchObject(signedIn)
    const again = await open()
    expect(again.getState().signIn).toMatchObject(signedIn)
    await signOut(again)
    const gateway = createSignIn({ url: `${run.gateway.url}/v1/sign-in/shop` })
    expect([again.getState().signIn.status, await gateway.session()]).toEqual(['signed-out', null])
  })
})
