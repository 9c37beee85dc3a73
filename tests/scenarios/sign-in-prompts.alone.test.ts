import { connect, createKit, createSignIn, getSignInSession, signOut } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { Chain } from '@latchkey/protocol'
import { createHandler, createSiwx, memoryStore } from '@latchkey/siwx'
import { mockEvmWallet } from '@latchkey/testing'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'

const site = 'https://shop.example'
const chain: Chain = {
  id: 'eip155:31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}

afterEach(() => {
  vi.unstubAllGlobals()
})

/**
 * Replaces `fetch` by a browser with cookies that calls the handler of `@latchkey/siwx`. Returns
 * the list of the calls that are made.
 */
function serve(): readonly string[] {
  const handler = createHandler(createSiwx({ domain: 'shop.example', store: memoryStore() }))
  const cookies = new Map<string, string>()
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body, method }: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin: site, cookie, 'content-type': 'application/json' }
    const response = await handler(
      new Request(url, { headers, ...(body && { body }), ...(method && { method }) }),
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    calls.push(`${new URL(url).pathname.split('/').at(-1)} ${response.status}`)
    return response
  })
  return calls
}

describe('createSignIn and the server that @latchkey/siwx is', () => {
  test.each([
    [2, false, ['challenge 200', 'session 200', 'challenge 200', 'verify 200']],
    [1, true, ['challenge 200', 'session 200', 'verify 200']],
  ] as const)(
    'behavior: signed in by %i prompts, where the wallet can at once: %s',
    async (prompts, canSignIn, expected) => {
      const calls = serve()
      const page = new EventTarget()
      const wallet = mockEvmWallet({ canSignIn })
      wallet.install(page)
      const kit = createKit({
        adapters: [evm({ chains: [chain], page })],
        storage: null,
        metadata: { url: site },
        signIn: { provider: createSignIn({ url: `${site}/api/siwx` }) },
      })
      onTestFinished(kit.subscribe(() => undefined))
      const [connector = ''] = Object.keys(kit.getState().connectors)
      await connect(kit, { connector, signIn: true })
      expect([wallet.prompts(), calls]).toEqual([prompts, expected])
      const [address] = wallet.addresses()
      expect(kit.getState().signIn).toMatchObject({
        status: 'signed-in',
        session: { accounts: [`eip155:31337:${address}`], expiresAt: expect.any(String) },
      })
      expect(await getSignInSession(kit)).not.toBeNull()
      await signOut(kit)
      expect(await getSignInSession(kit)).toBeNull()
    },
  )
})
