import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ed25519 } from '@noble/curves/ed25519'
import { type Browser, chromium, type Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fromBase58 } from '../solana/bytes.ts'
import { isBitcoinSignature } from '../wbip/message.ts'
import { networkOfName } from '../wbip/network.ts'
import { wbipPersonas } from '../wbip/persona.ts'
import { injectWallet } from './inject-wallet.ts'
import type { WalletShape } from './wallet-card.ts'

const run = {} as { browser: Browser; server: ReturnType<typeof createServer>; page?: Page }
const shapes: readonly WalletShape[] = ['class', 'proxy', 'frozen']
const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeAll(async () => {
  // A page that may load, run and ask nothing: what a wallet does may not hang on the page's rights.
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .setHeader('content-security-policy', "default-src 'none'")
      .end('<!doctype html><title>Site</title>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executablePath =
    process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  Object.assign(run, { browser, server })
})
afterEach(() => run.page?.close())
afterAll(async () => {
  await run.browser?.close()
  run.server?.close()
})

const url = () => `http://127.0.0.1:${(run.server.address() as AddressInfo).port}`
const newPage = async (): Promise<Page> => {
  const page = await run.browser.newPage()
  run.page = page
  return page
}

/** Keeps the providers that announce themselves, as a page does, and notes their events. */
async function watchProviders(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: { info: { name: string }; provider: Provider }[] = []
    interface Provider {
      request(parameters: { method: string; params?: unknown }): Promise<unknown>
      on(event: string, listener: (payload: unknown) => void): void
    }
    const told: unknown[] = []
    Object.assign(globalThis, { seen, told })
    addEventListener('eip6963:announceProvider', (event) => {
      const { detail } = event as CustomEvent
      seen.push(detail)
      for (const name of ['accountsChanged', 'chainChanged', 'disconnect']) {
        detail.provider.on(name, (payload: unknown) => told.push([name, payload]))
      }
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
}
const askEvm = (page: Page, method: string, params: readonly unknown[] = [], index = 0) =>
  page.evaluate(
    async ({ method, params, index }) => {
      const { seen } = globalThis as unknown as {
        seen: { provider: { request(parameters: object): Promise<unknown> } }[]
      }
      try {
        return await seen[index]?.provider.request({ method, params })
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { code, message, isError: error instanceof Error }
      }
    },
    { method, params, index },
  )
const toldEvents = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { told: unknown[] }).told)

describe('injectWallet', () => {
  test('default', async () => {
    const page = await newPage()
    const wallet = await injectWallet(page)
    await page.goto(url())
    await watchProviders(page)
    expect(await askEvm(page, 'eth_accounts')).toEqual([])
    expect(await askEvm(page, 'eth_requestAccounts')).toEqual([
      ada,
      grace,
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ])
    const signature = await askEvm(page, 'personal_sign', ['0x6869', ada])
    expect(
      await verifyMessage({
        address: ada,
        message: 'hi',
        signature: signature as `0x${string}`,
      }),
    ).toBe(true)
    expect(wallet.requests.map(({ method }) => method)).toEqual([
      'eth_accounts',
      'eth_requestAccounts',
      'personal_sign',
    ])
    expect(wallet.prompts()).toBe(2)
  })

  test('behavior: the test decides on the next prompt', async () => {
    const page = await newPage()
    const wallet = await injectWallet(page)
    await page.goto(url())
    await watchProviders(page)
    wallet.rejectNext()
    const rejection = { code: 4001, message: 'User rejected the request.', isError: true }
    expect(await askEvm(page, 'eth_chainId')).toBe('0x7a69')
    expect(await askEvm(page, 'eth_requestAccounts')).toEqual(rejection)
    wallet.behave('hang')
    const requested = wallet.waitForRequest()
    const answered = askEvm(page, 'eth_requestAccounts')
    expect((await requested).method).toBe('eth_requestAccounts')
    expect(await wallet.release('approve')).toBe(true)
    expect(await answered).toContain(ada)
    expect(await wallet.release()).toBe(false)
  })

  test('behavior: the page hears what the user does, before the answer that follows', async () => {
    const page = await newPage()
    const wallet = await injectWallet(page, { isAuthorized: true, chains: [1] })
    await page.goto(url())
    await watchProviders(page)
    await wallet.selectAccount(1)
    await wallet.selectChain('eip155:1')
    await wallet.lock()
    await wallet.unlock()
    const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    expect(await toldEvents(page)).toEqual([
      ['accountsChanged', [grace, ada, third]],
      ['chainChanged', '0x1'],
      ['accountsChanged', []],
      ['accountsChanged', [grace, ada, third]],
    ])
    const afterSwitch = await page.evaluate(async () => {
      const { seen, told } = globalThis as unknown as {
        seen: { provider: { request(parameters: object): Promise<unknown> } }[]
        told: unknown[]
      }
      const params = [{ chainId: '0x7a69' }]
      await seen[0]?.provider.request({ method: 'wallet_switchEthereumChain', params })
      return told.at(-1)
    })
    expect(afterSwitch).toEqual(['chainChanged', '0x7a69'])
    expect(wallet.chain()).toBe('eip155:31337')
    await wallet.die()
    expect(await askEvm(page, 'eth_accounts')).toMatchObject({ code: 4900, isError: true })
  })

  test('behavior: permission and requests outlive a reload and hold in every page', async () => {
    const context = await run.browser.newContext()
    try {
      const wallet = await injectWallet(context)
      const [one, two] = [await context.newPage(), await context.newPage()]
      await one.goto(url())
      await two.goto(url())
      await watchProviders(one)
      await watchProviders(two)
      await askEvm(one, 'eth_requestAccounts')
      await one.reload()
      await watchProviders(one)
      expect(await askEvm(one, 'eth_accounts')).toContain(ada)
      await wallet.revoke()
      expect((await toldEvents(two)) as unknown[]).toContainEqual(['accountsChanged', []])
      await one.close()
      await wallet.selectAccount(1)
      expect(wallet.requests).toHaveLength(2)
    } finally {
      await context.close()
    }
  })

  test.each(shapes)('parameters: shape %s', async (shape) => {
    const page = await newPage()
    await injectWallet(page, { shape, isLegacy: true, isAuthorized: true })
    await page.goto(url())
    const looks = await page.evaluate(async () => {
      const provider = (globalThis as unknown as { ethereum: Record<string, unknown> }).ethereum
      const { request } = provider as { request?: (parameters: object) => Promise<unknown> }
      const detached = await Promise.resolve()
        .then(() => request?.({ method: 'eth_chainId' }))
        .catch(() => 'throws')
      const keys = Object.keys(provider)
      return {
        keys,
        copied: Object.keys({ ...provider }),
        isFrozen: Object.isFrozen(provider),
        detached,
      }
    })
    const isFrozen = shape === 'frozen'
    const keys = isFrozen ? ['request', 'on', 'removeListener'] : []
    // Only a class's method needs its object; a Proxy binds it, and a plain object has none.
    const detached = shape === 'class' ? 'throws' : '0x7a69'
    expect(looks).toEqual({ keys, copied: keys, isFrozen, detached })
  })

  test('behavior: several wallets stand beside each other', async () => {
    const page = await newPage()
    const first = await injectWallet(page, { name: 'First', rdns: 'test.first', isLegacy: true })
    const second = await injectWallet(page, { name: 'Second', rdns: 'test.second', isLegacy: true })
    await page.goto(url())
    await watchProviders(page)
    const names = await page.evaluate(() =>
      (globalThis as unknown as { seen: { info: { name: string } }[] }).seen.map(
        ({ info }) => info.name,
      ),
    )
    expect(names).toEqual(['First', 'Second'])
    await askEvm(page, 'eth_requestAccounts', [], 1)
    expect([first.requests.length, second.requests.length]).toEqual([0, 1])
    const providers = await page.evaluate(async () => {
      const { ethereum } = globalThis as unknown as {
        ethereum: { providers: object[]; request(parameters: object): Promise<unknown[]> }
      }
      const accounts = await ethereum.request({ method: 'eth_accounts' })
      return [ethereum.providers.length, accounts.length]
    })
    expect(providers).toEqual([2, 3])
  })

  test.each(shapes)('parameters: Solana, shape %s', async (shape) => {
    const page = await newPage()
    const wallet = await injectWallet(page, { family: 'solana', shape, name: 'Sun Wallet' })
    await page.goto(url())
    const signed = await page.evaluate(async () => {
      interface Standard {
        name: string
        accounts: { address: string }[]
        features: Record<string, Record<string, (...inputs: unknown[]) => Promise<never>>>
      }
      const wallets: Standard[] = []
      const api = { register: (one: Standard) => wallets.push(one) }
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
      const [found] = wallets
      const changes: number[] = []
      found?.features['standard:events']?.on?.('change', (change: { accounts: unknown[] }) =>
        changes.push(change.accounts.length),
      )
      const before = found?.accounts.length
      const silent = await found?.features['standard:connect']?.connect?.({ silent: true })
      await found?.features['standard:connect']?.connect?.()
      const account = found?.accounts[0]
      const message = new TextEncoder().encode('hi')
      const signMessage = found?.features['solana:signMessage']?.signMessage
      const [answer] = ((await signMessage?.({ account, message })) ?? []) as {
        signature: Uint8Array
      }[]
      const { name } = found ?? {}
      const isBytes = answer?.signature instanceof Uint8Array
      return {
        name,
        before,
        silent,
        changes,
        isBytes,
        address: account?.address,
        signature: [...(answer?.signature ?? [])],
      }
    })
    expect(signed).toMatchObject({ name: 'Sun Wallet', before: 0, silent: { accounts: [] } })
    expect(signed).toMatchObject({ changes: [3], isBytes: true, address: wallet.addresses()[0] })
    const publicKey = fromBase58(signed.address ?? '')
    const message = new TextEncoder().encode('hi')
    expect(ed25519.verify(Uint8Array.from(signed.signature), message, publicKey)).toBe(true)
    const features = wallet.requests.map(({ method }) => method)
    expect(features).toEqual(['standard:connect', 'standard:connect', 'solana:signMessage'])
  })

  test('parameters: Bitcoin', async () => {
    const page = await newPage()
    const wallet = await injectWallet(page, { family: 'bitcoin' })
    await page.goto(url())
    const signed = await page.evaluate(async () => {
      interface Standard {
        accounts: { address: string }[]
        features: Record<string, Record<string, (...inputs: unknown[]) => Promise<never>>>
      }
      const wallets: Standard[] = []
      const api = { register: (one: Standard) => wallets.push(one) }
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
      const [found] = wallets
      await found?.features['bitcoin:connect']?.connect?.({ purposes: ['payment', 'ordinals'] })
      const account = found?.accounts[0]
      const message = new TextEncoder().encode('hi')
      const sign = found?.features['bitcoin:signMessage']?.signMessage
      const [answer] = ((await sign?.({ account, message })) ?? []) as { signature: Uint8Array }[]
      return { address: account?.address ?? '', signature: [...(answer?.signature ?? [])] }
    })
    expect(signed.address).toBe(wallet.addresses()[0])
    expect(signed.signature).toHaveLength(65)
    const { address } = signed
    const signature = btoa(String.fromCharCode(...signed.signature))
    expect(isBitcoinSignature(address, networkOfName('regtest'), 'hi', signature)).toBe(true)
  })

  test.each([
    ['plain', 'LeatherProvider'],
    ['rich', 'XverseProviders.BitcoinProvider'],
  ] as const)('parameters: Bitcoin and Stacks, %s', async (name, path) => {
    const persona = wbipPersonas[name]
    const page = await newPage()
    const wallet = await injectWallet(page, { family: 'stacks', persona })
    await page.goto(url())
    const connect = (method: string) =>
      page.evaluate(
        async ({ path, method }) => {
          const provider = path
            .split('.')
            .reduce<unknown>(
              (parent, part) => (parent as Record<string, unknown>)[part],
              globalThis,
            )
          const { btc_providers: list = [] } = globalThis as { btc_providers?: { id: string }[] }
          const ids = list.map(({ id }) => id)
          const { request } = provider as { request: (...inputs: unknown[]) => Promise<unknown> }
          try {
            return { ids, answer: await request.call(provider, method) }
          } catch (error) {
            return { ids, thrown: error }
          }
        },
        { path, method },
      )
    wallet.rejectNext()
    const error = { code: -32000, message: 'User rejected the request' }
    const ids = name === 'rich' ? [path] : []
    expect(await connect(persona.connect)).toMatchObject(
      name === 'rich' ? { ids, answer: { error } } : { ids, thrown: { error } },
    )
    const { answer } = await connect(persona.connect)
    const addresses = (answer as { result: { addresses: { address: string }[] } }).result.addresses
    expect(addresses.map(({ address }) => address)).toEqual(
      expect.arrayContaining([...wallet.addresses()]),
    )
    expect(wallet.addresses()).toContain('ST3N7D4F8TDBNPAN7W6CJ5RGF5DAW5MGHNEGTCR6R')
  })
})
