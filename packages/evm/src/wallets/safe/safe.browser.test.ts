import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWalletShop } from '../../../test/open-wallet-shop.ts'
import type { shop as Shop } from '../../../test/safe-entry.ts'
import { safeAddress, safeAppOrigin, safeHost } from '../../../test/safe-host.ts'

declare const shop: typeof Shop
interface HostWindow {
  answerSafe(message: unknown): Promise<unknown>
}

const run = {} as { files: ReadonlyMap<string, string>; browser: Browser }

beforeAll(async () => {
  Object.assign(run, await openWalletShop('safe-entry.ts'))
})
afterAll(() => run.browser?.close())

/**
 * Opens the test's shop page in a frame of a page at `hostOrigin` that answers like the Safe app.
 * The test serves both sites, so no request leaves this computer.
 */
async function openFramed(hostOrigin: string, policy = 'strict-origin-when-cross-origin') {
  const host = safeHost()
  const context = await run.browser.newContext()
  const scripts: string[] = []
  await context.exposeFunction('answerSafe', host.answer)
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    const code = run.files.get(url.pathname)
    if (url.origin === 'https://shop.example' && code !== undefined) {
      scripts.push(url.pathname)
      return route.fulfill({ contentType: 'text/javascript', body: code })
    }
    const body =
      url.origin === hostOrigin
        ? `<iframe src="https://shop.example/" referrerpolicy="${policy}"></iframe>`
        : '<!doctype html><title>Shop</title><script type="module" src="/shop.js"></script>'
    return route.fulfill({ contentType: 'text/html', body })
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    if (window !== window.parent) return
    addEventListener('message', async ({ data, source, origin }) => {
      const answer = await (globalThis as unknown as HostWindow).answerSafe(data)
      source?.postMessage(answer, { targetOrigin: origin })
    })
  })
  await page.goto(`${hostOrigin}/`)
  await expect.poll(() => page.frames().length).toBe(2)
  const frame = page.frames()[1] as Frame
  await frame.waitForFunction(() => 'shop' in globalThis)
  return { host, frame, scripts, context }
}

/** Returns which code files of the Safe wallet are among the scripts that the shop has loaded. */
const wallets = (scripts: readonly string[]) =>
  scripts.flatMap((path) => /(?:open|find)-safe/.exec(path)?.[0] ?? [])

describe('safe in a browser', () => {
  test('default: in a frame of the Safe app the Safe connects by itself and sends', async () => {
    const { host, frame, scripts, context } = await openFramed(safeAppOrigin)
    expect(await frame.evaluate(() => shop.connectors())).toEqual(['host:safe'])
    expect([wallets(scripts), host.messages]).toEqual([[], []])
    expect(await frame.evaluate(() => shop.connect())).toEqual([`eip155:31337:${safeAddress}`])
    expect(wallets(scripts)).toEqual(['open-safe'])
    const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(await frame.evaluate((to) => shop.send(to), receiver)).toEqual({
      safeTxHash: host.proposed()[0],
      status: 'awaiting-signatures',
      signed: 0,
      needed: 2,
    })
    await context.close()
  })

  test.each(['https://evil.example', 'https://app.safe.global.evil.example'])(
    'behavior: in a frame of %s there is no Safe, nothing is loaded, and nothing is said to it',
    async (origin) => {
      const { host, frame, scripts, context } = await openFramed(origin)
      expect(await frame.evaluate(() => shop.connect())).toEqual([])
      expect([wallets(scripts), host.messages]).toEqual([[], []])
      await context.close()
    },
  )

  test('behavior: a frame that hides the site around it from the referrer is the same', async () => {
    const { frame, context } = await openFramed(safeAppOrigin, 'no-referrer')
    expect(await frame.evaluate(() => shop.connect())).toEqual([`eip155:31337:${safeAddress}`])
    await context.close()
  })
})
