import type { Browser, BrowserContext, Frame } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { shop as Shop } from '../../../test/mini-app-entry.ts'
import { openWalletShop } from '../../../test/open-wallet-shop.ts'

declare const shop: typeof Shop
interface HostWindow {
  answerApp(path: string, first: unknown): Promise<unknown>
}

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const run = {} as {
  files: ReadonlyMap<string, string>
  browser: Browser
  context: BrowserContext
}

beforeAll(async () => {
  Object.assign(run, await openWalletShop('mini-app-entry.ts'))
})
afterEach(() => run.context?.close())
afterAll(() => run.browser?.close())

/**
 * Opens the test's shop page in a frame of a page at `hostOrigin` that stands in for the Farcaster
 * app: it answers the messages that the published library sends (in Comlink's format).
 */
async function openFramed(
  hostOrigin: string,
  { capabilities = ['wallet.getEthereumProvider'], isAnnouncing = false } = {},
) {
  const context = await run.browser.newContext()
  run.context = context
  const asked: string[] = []
  const scripts: string[] = []
  await context.exposeFunction(
    'answerApp',
    (path: string, first: { method?: string; id?: number }) => {
      asked.push(first?.method ?? path)
      if (path === 'context') return { client: { clientFid: 1 }, user: { fid: 1 } }
      if (path === 'getCapabilities') return capabilities
      const results: Record<string, unknown> = {
        eth_accounts: [address],
        eth_requestAccounts: [address],
        eth_chainId: '0x7a69',
        eth_signTypedData_v4: `0x${'12'.repeat(65)}`,
      }
      const result = results[first?.method ?? '']
      return result === undefined
        ? { jsonrpc: '2.0', id: first?.id, error: { code: 4200, details: 'unsupported' } }
        : { jsonrpc: '2.0', id: first?.id, result }
    },
  )
  await context.route('**/*', (route) => {
    const url = new URL(route.request().url())
    const code = run.files.get(url.pathname)
    if (url.origin === 'https://shop.example' && code !== undefined) {
      scripts.push(code)
      return route.fulfill({ contentType: 'text/javascript', body: code })
    }
    const body =
      url.origin === hostOrigin
        ? '<iframe src="https://shop.example/"></iframe>'
        : '<!doctype html><title>Shop</title><script type="module" src="/shop.js"></script>'
    return route.fulfill({ contentType: 'text/html', body })
  })
  const page = await context.newPage()
  await page.addInitScript((isAnnouncing) => {
    if (window !== window.parent) return
    addEventListener('message', async ({ data, source, origin }) => {
      const path = (data.path ?? []).join('.')
      const reply = (message: unknown) => source?.postMessage(message, { targetOrigin: origin })
      if (path === 'eip6963RequestProvider' && isAnnouncing) {
        const info = {
          uuid: '350670db-19fa-4704-a166-e52e178b59d2',
          name: 'Farcaster Wallet',
          rdns: 'xyz.farcaster.example',
          icon: 'data:image/png;base64,AAAA',
        }
        reply({ type: 'frameEvent', event: { event: 'eip6963:announceProvider', info } })
      }
      const first = data.argumentList?.[0]?.value
      const value = await (globalThis as unknown as HostWindow).answerApp(path, first)
      reply({ id: data.id, type: 'RAW', value })
    })
  }, isAnnouncing)
  await page.goto(`${hostOrigin}/`)
  await expect.poll(() => page.frames().length).toBe(2)
  const frame = page.frames()[1] as Frame
  await frame.waitForFunction(() => 'shop' in globalThis)
  return { frame, asked, scripts }
}

const isLoaded = (scripts: readonly string[]) =>
  scripts.some((code) => code.includes('ethProviderRequestV2'))

describe('farcaster with the published library', () => {
  test('default: inside the app its wallet is listed, connects by itself, and signs', async () => {
    const { frame } = await openFramed('https://farcaster.xyz')
    expect(await frame.evaluate(() => shop.connect())).toEqual([`eip155:31337:${address}`])
    expect(await frame.evaluate(() => shop.wallets())).toEqual([['host:farcaster', 'Farcaster']])
    const { signature } = await frame.evaluate(() => shop.sign())
    expect(signature).toBe(`0x${'12'.repeat(65)}`)
  })

  test('behavior: a wallet that the app announces is the same, once, by its name', async () => {
    const { frame } = await openFramed('https://farcaster.xyz', { isAnnouncing: true })
    await expect.poll(() => frame.evaluate(() => shop.wallets())).toHaveLength(1)
    await frame.evaluate(() => dispatchEvent(new Event('eip6963:requestProvider')))
    await expect
      .poll(() => frame.evaluate(() => shop.wallets()))
      .toEqual([['host:farcaster', 'Farcaster Wallet']])
    expect(await frame.evaluate(() => shop.connect())).toEqual([`eip155:31337:${address}`])
  })

  test('behavior: an app without a wallet lists none', async () => {
    const { frame, scripts } = await openFramed('https://farcaster.xyz', { capabilities: [] })
    expect(await frame.evaluate(() => shop.connect())).toEqual([])
    expect([isLoaded(scripts), await frame.evaluate(() => shop.wallets())]).toEqual([true, []])
  })

  test('behavior: in a frame of another site nothing is loaded, asked or listed', async () => {
    const { frame, asked, scripts } = await openFramed('https://evil.example')
    expect(await frame.evaluate(() => shop.connect())).toEqual([])
    expect([isLoaded(scripts), asked]).toEqual([false, []])
  })
})
