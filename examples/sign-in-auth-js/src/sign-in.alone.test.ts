import { connect } from '@latchkey/core'
import { memoryStore } from '@latchkey/siwx'
import { mockEvmWallet, mockSolanaWallet, mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { expect, onTestFinished, test } from 'vitest'
import { makeKit, type WalletPage } from './kit.ts'
import { makeApp } from './server.ts'
import { readName, type Send, signIn, signOut } from './sign-in.ts'

const site = 'https://shop.example'

/** A page with wallets of all four chain families. One of the wallets is for Bitcoin and Stacks. */
function openPage(): WalletPage {
  const page: WalletPage = { events: new EventTarget(), globals: {} }
  mockEvmWallet({ chain: 1 }).install(page.events)
  mockSolanaWallet().install(page.events)
  mockWbipWallet({ persona: wbipPersonas.rich, network: 'Mainnet' }).install(page.globals)
  return page
}

/** Calls the app as a browser would: with cookies and the page's origin. */
function openSite(): Send {
  const secret = 'a secret for tests that is long enough'
  const app = makeApp({ site, secret, store: memoryStore() })
  const cookies = new Map<string, string>()
  return async (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('origin', site)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await app.request(new Request(`${site}${path}`, { ...init, headers }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
}

test('default: a visitor signs in with a wallet of each family, and out again', async () => {
  const kit = makeKit(openPage())
  onTestFinished(kit.subscribe(() => undefined))
  const send = openSite()
  const families = new Set<string>()
  for (const connector of Object.keys(kit.getState().connectors)) {
    for (const { account, namespace } of await connect(kit, { connector })) {
      if (!account) throw new Error('nothing was connected')
      await signIn(kit, account, send)
      expect(await readName(send)).toBe(account)
      await signOut(send)
      expect(await readName(send)).toBe(null)
      families.add(namespace)
    }
  }
  expect([...families].sort()).toEqual(['bip122', 'eip155', 'solana', 'stacks'])
})
