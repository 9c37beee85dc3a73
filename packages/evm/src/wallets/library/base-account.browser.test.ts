import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keysPage } from '../../../test/keys-page.ts'
import type { shop as Shop } from '../../../test/library-entry.ts'
import { openWalletShop } from '../../../test/open-wallet-shop.ts'

declare const shop: typeof Shop

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const run = {} as {
  files: ReadonlyMap<string, string>
  browser: Browser
  context: BrowserContext
  /**
   * The methods that the wallet's window was asked for (`asked`), and the messages in which the
   * library describes the page to it (`told`).
   */
  asked: string[]
  told: unknown[]
  hosts: Set<string>
  scripts: string[]
  isRejecting: boolean
}

beforeAll(async () => {
  Object.assign(run, await openWalletShop('library-entry.ts'))
})
afterEach(() => run.context?.close())
afterAll(() => run.browser?.close())

/**
 * Opens the test's shop page. The wallet's window opens at its real address, where the test answers
 * with a page that stands in for the wallet.
 */
async function openShop(): Promise<Page> {
  const context = await run.browser.newContext()
  const fresh = { asked: [], told: [], hosts: new Set<string>(), scripts: [], isRejecting: false }
  Object.assign(run, fresh, { context })
  await context.exposeFunction('tellTest', (message: unknown) => run.told.push(message))
  await context.exposeFunction('answerTest', (method: string) => {
    run.asked.push(method)
    if (run.isRejecting) return { failure: { code: 4001, message: 'User rejected the request.' } }
    return { value: method === 'eth_requestAccounts' ? [address] : `0x${'12'.repeat(200)}` }
  })
  await context.route('**/*', (route) => {
    const url = new URL(route.request().url())
    run.hosts.add(url.host)
    if (url.host === 'keys.coinbase.com')
      return route.fulfill({ contentType: 'text/html', body: keysPage })
    const code = run.files.get(url.pathname)
    if (code !== undefined) run.scripts.push(url.pathname)
    return route.fulfill(
      code === undefined
        ? {
            contentType: 'text/html',
            body: '<!doctype html><body><script type="module" src="/shop.js"></script>',
          }
        : { contentType: 'text/javascript', body: code },
    )
  })
  const page = await context.newPage()
  await page.goto('https://shop.example/')
  await page.getByRole('button').waitFor()
  return page
}

async function connectShop(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button').click()
  return opened
}

describe('baseAccount with the published library', () => {
  test('default: it is loaded when it is chosen, opens its window, and connects a contract account', async () => {
    const page = await openShop()
    const before = run.scripts.length
    const isLibrary = () =>
      run.scripts.some((path) => run.files.get(path)?.includes('keys.coinbase.com'))
    expect([isLibrary(), [...run.hosts]]).toEqual([false, ['shop.example']])
    const popup = await connectShop(page)
    expect(new URL(popup.url()).host).toBe('keys.coinbase.com')
    await expect.poll(() => page.evaluate(() => shop.account())).toBe(`eip155:31337:${address}`)
    expect(await page.evaluate(() => shop.types())).toEqual(['smartAccount'])
    expect([isLibrary(), run.scripts.length > before]).toEqual([true, true])
    expect(run.told).toMatchObject([
      {
        data: {
          metadata: { appName: 'Shop', appChainIds: [31337] },
          preference: { telemetry: false },
        },
      },
    ])
    // The library has sent requests to no other host than that of the wallet's window.
    expect([...run.hosts].sort()).toEqual(['keys.coinbase.com', 'shop.example'])
  })

  test('behavior: it signs in its window, and a reload connects without it', async () => {
    const page = await openShop()
    await connectShop(page)
    await expect.poll(() => page.evaluate(() => shop.account())).toBeTruthy()
    const { signature } = await page.evaluate(() => shop.sign())
    expect(signature).toBe(`0x${'12'.repeat(200)}`)
    expect(run.asked).toEqual(['eth_requestAccounts', 'eth_signTypedData_v4'])
    await page.reload()
    await expect.poll(() => page.evaluate(() => shop.account())).toBe(`eip155:31337:${address}`)
    expect(run.asked).toHaveLength(2)
  })

  test('behavior: once disconnected, the next choice asks again', async () => {
    const page = await openShop()
    const popup = await connectShop(page)
    await expect.poll(() => page.evaluate(() => shop.account())).toBeTruthy()
    await popup.close()
    await page.evaluate(() => shop.leave())
    await page.reload()
    await page.getByRole('button').waitFor()
    await connectShop(page)
    await expect.poll(() => page.evaluate(() => shop.account())).toBeTruthy()
    expect(run.asked).toEqual(['eth_requestAccounts', 'eth_requestAccounts'])
  })

  test('error: declined in its window', async () => {
    const page = await openShop()
    run.isRejecting = true
    await connectShop(page)
    await expect
      .poll(() => page.evaluate(() => shop.outcome()))
      .toEqual({ error: 'connection-rejected' })
  })
})
