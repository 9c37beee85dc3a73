import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createKit, createSignIn, getAccount, signIn, signOut } from '@latchkey/core'
import { createSiwx, memoryStore } from '@latchkey/siwx'
import { expressHandler } from '@latchkey/siwx/express'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { familyPages } from '../helpers/family-pages.ts'

const site = 'https://shop.example'

async function startServer(): Promise<string> {
  const handler = expressHandler(
    createSiwx({
      domain: 'shop.example',
      uri: `${site}/in`,
      statement: 'I accept the terms.',
      store: memoryStore(),
    }),
  )
  const server: Server = createServer((request, response) => {
    void handler(request, response, (error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/siwx`
}

/**
 * Makes `fetch` send what a browser on the site would send: the site's origin, and the cookies that
 * the server has set.
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

describe.each(Object.entries(familyPages))('a kit and the server of a sign-in, %s', (_, page) => {
  test.each([
    ['connected first, then signed in', false],
    ['connected and signed in by one call', true],
  ])('behavior: %s, found by its cookie, signed out', async (_case, isOneCall) => {
    const url = await startServer()
    actAsBrowser()
    const provider = createSignIn({ url })
    const kit = createKit({
      adapters: [page()],
      storage: null,
      metadata: { url: site },
      signIn: { provider },
    })
    onTestFinished(kit.subscribe(() => undefined))
    const [connector = ''] = Object.keys(kit.getState().connectors)
    await connect(kit, { connector, signIn: isOneCall })
    if (!isOneCall) await signIn(kit)
    const { account } = getAccount(kit)
    expect(kit.getState().signIn).toMatchObject({
      status: 'signed-in',
      session: { accounts: [account] },
    })
    expect((await provider.session())?.accounts).toEqual([account])
    await signOut(kit)
    expect(await provider.session()).toBeNull()
  })
})
