import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts, type EvmDevnet, receiptOf, startEvmDevnet } from '@latchkey/devnet'
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core'
import { createPublicClient, http, toHex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureBrowser } from '../../../scripts/browser.mjs'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'
import { withEnv } from '../../../tests/helpers/with-env.ts'
import { buildExtension } from '../build-extension.mjs'
import { serveLoopback } from './test/test-server.ts'
import { findings, flags } from './test/test-site.ts'

const [ada, grace] = accounts
const shots = process.env.COMPANION_SHOTS

type Outcome = { result?: unknown; code?: number }

/** What a page does with wallets that announce themselves; nothing of ours is in it. */
const script = `
  window.found = []
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    if (!found.some(({ info }) => info.uuid === detail.info.uuid)) found.push(detail)
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  window.seen = []
  window.use = () => {
    for (const name of ['accountsChanged', 'chainChanged']) found[0].provider.on(name, (value) => seen.push([name, value]))
  }
  window.ask = (method, params) => {
    const call = found[0].provider.request({ method, params })
    return call.then((result) => ({ result }), ({ code, message }) => ({ code, message }))
  }`

describe('extension', () => {
  const folder = mkdtempSync(join(tmpdir(), 'companion-extension-'))
  const run = {} as {
    devnet: EvmDevnet
    built: string
    host: { port: number; close(): Promise<void> }
    context: BrowserContext
    page: Page
    count: number
  }

  beforeAll(async () => {
    run.devnet = await startEvmDevnet()
    run.built = await withEnv({ LATCHKEY_EVM_PORT: new URL(run.devnet.url).port }, () =>
      buildExtension(join(folder, 'built')),
    )
    run.count = 0
    run.host = await serveLoopback((request, response) => {
      const isScript = request.url === '/shop.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'",
      )
      response.end(
        isScript ? script : '<!doctype html><title>Shop</title><script src="/shop.js"></script>',
      )
    })
  })
  afterAll(async () => {
    await run.host?.close()
    await run.devnet?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const hostUrl = (host = 'localhost'): string => `http://${host}:${run.host.port}/`
  beforeEach(async () => {
    run.context = await chromium.launchPersistentContext(join(folder, `profile-${run.count++}`), {
      executablePath: await ensureBrowser(),
      args: [...flags, `--disable-extensions-except=${run.built}`, `--load-extension=${run.built}`],
    })
    run.context.setDefaultTimeout(stepTimeout)
    await backgroundWorker()
    run.page = await visit(hostUrl())
  })
  afterEach(() => run.context.close())

  const backgroundWorker = async (): Promise<Worker> =>
    run.context.serviceWorkers()[0] ?? (await run.context.waitForEvent('serviceworker'))
  const extensionUrl = async (path: string): Promise<string> =>
    new URL(path, (await backgroundWorker()).url()).href
  const visit = async (url: string): Promise<Page> => {
    const page = await run.context.newPage()
    await page.goto(url)
    await expect.poll(() => page.evaluate('found.length')).toBe(1)
    await page.evaluate('use()')
    return page
  }
  const ask = (method: string, params?: unknown, page = run.page): Promise<Outcome> =>
    page.evaluate(
      ([method, params]) =>
        (window as never as { ask(...a: unknown[]): Promise<Outcome> }).ask(method, params),
      [method, params] as const,
    )
  const open = async (
    method: string,
    params?: unknown,
    page = run.page,
  ): Promise<[Page, Promise<Outcome>]> => {
    const opened = run.context.waitForEvent('page')
    const outcome = ask(method, params, page)
    const popup = await opened
    await popup.getByRole('button', { name: 'Approve' }).waitFor()
    return [popup, outcome]
  }
  const press = async (popup: Page, name: 'Approve' | 'Reject'): Promise<void> => {
    const closed = popup.waitForEvent('close')
    await popup
      .getByRole('button', { name })
      .click()
      .catch((error: unknown) => {
        if (!popup.isClosed()) throw error
      })
    await closed
  }
  const connect = async (page = run.page): Promise<void> => {
    const [popup, outcome] = await open('eth_requestAccounts', undefined, page)
    await press(popup, 'Approve')
    expect(await outcome).toEqual({ result: [ada.address] })
  }
  /** Ends the background as the browser does when it is idle; what it held in memory is gone. */
  const kill = async (): Promise<void> => {
    const own = await run.context.newPage()
    const session = await run.context.newCDPSession(own)
    const workers = async () => {
      const { targetInfos } = await session.send('Target.getTargets')
      return targetInfos.filter(
        ({ type, url }) => type === 'service_worker' && url.endsWith('/background.js'),
      )
    }
    for (const { targetId } of await workers()) {
      await session.send('Target.closeTarget', { targetId })
    }
    await expect.poll(workers).toEqual([])
    await own.close()
  }

  test('default', async () => {
    expect(
      await run.page.evaluate(
        'found.map(({ info }) => [info.name, info.rdns, info.icon.slice(0, 19)])',
      ),
    ).toEqual([['Companion (test wallet)', 'dev.latchkey.companion', 'data:image/svg+xml,']])
    expect(await ask('eth_accounts')).toEqual({ result: [] })
    expect(await ask('eth_chainId')).toEqual({ result: '0x7a69' })
    expect(await ask('personal_sign', ['0x61', ada.address])).toMatchObject({ code: 4100 })
    await connect()
    await expect.poll(() => run.page.evaluate('seen')).toEqual([['accountsChanged', [ada.address]]])
    const message = 'Welcome to the shop'
    const [popup, outcome] = await open('personal_sign', [toHex(message), ada.address])
    expect(await popup.getByText(message).textContent()).toBe(message)
    await press(popup, 'Approve')
    const { result } = await outcome
    expect(await verifyMessage({ address: ada.address, message, signature: result as '0x' })).toBe(
      true,
    )
    await run.page.reload()
    await expect.poll(() => run.page.evaluate('found.length')).toBe(1)
    expect(await ask('eth_requestAccounts')).toEqual({ result: [ada.address] })
  })

  test('behavior: rejecting and closing the window are 4001, a second question meanwhile is -32002', async () => {
    const [first, rejected] = await open('eth_requestAccounts')
    expect(await ask('eth_requestAccounts')).toMatchObject({ code: -32002 })
    await press(first, 'Reject')
    expect(await rejected).toMatchObject({ code: 4001 })
    const [second, closed] = await open('eth_requestAccounts')
    await second.close()
    expect(await closed).toMatchObject({ code: 4001 })
    expect(await ask('eth_accounts')).toEqual({ result: [] })
  })

  test('behavior: coins really move, at the fee that was shown', async () => {
    const reads = createPublicClient({ transport: http(run.devnet.url), pollingInterval: 20 })
    const to = '0x00000000000000000000000000000000000000D3'
    await connect()
    const [popup, outcome] = await open('eth_sendTransaction', [
      { from: ada.address, to, value: toHex(10n ** 18n) },
    ])
    await popup.getByText('1 ETH', { exact: true }).waitFor()
    await reads.request({
      method: 'anvil_setNextBlockBaseFeePerGas',
      params: [toHex(1_500_000_000n)],
    } as never)
    await press(popup, 'Approve')
    await receiptOf(run.devnet.url, (await outcome).result as '0x')
    expect(await reads.getBalance({ address: to })).toBe(10n ** 18n)
  })

  test('behavior: the background may be ended at any time, even while the visitor is asked', async () => {
    await connect()
    await kill()
    expect(await ask('eth_accounts')).toEqual({ result: [ada.address] })
    const [popup, outcome] = await open('personal_sign', ['0x61', ada.address])
    await kill()
    await press(popup, 'Approve')
    const { result } = await outcome
    expect(
      await verifyMessage({ address: ada.address, message: 'a', signature: result as '0x' }),
    ).toBe(true)
    const [other, closed] = await open('personal_sign', ['0x61', ada.address])
    await kill()
    await other.close()
    expect(await closed).toMatchObject({ code: 4001 })
  })

  test('behavior: the origin is what the browser says; another origin is another site', async () => {
    await connect()
    const other = await visit(hostUrl('127.0.0.1'))
    expect(await ask('eth_accounts', undefined, other)).toEqual({ result: [] })
    expect(await ask('personal_sign', ['0x61', ada.address], other)).toMatchObject({ code: 4100 })
    const opened = run.context.waitForEvent('page')
    // Everything a page can say, said: neither an origin nor a sender in it is believed.
    await other.evaluate((origin) => {
      const forged = {
        id: 'x',
        standard: 'eip1193',
        method: 'eth_requestAccounts',
        origin,
        sender: { origin },
        caller: { origin },
      }
      postMessage({ type: 'latchkey-companion.to-wallet', ...forged })
    }, new URL(hostUrl()).origin)
    const popup = await opened
    await popup.getByText(new URL(hostUrl('127.0.0.1')).origin, { exact: true }).waitFor()
    expect(await popup.getByText(new URL(hostUrl()).origin, { exact: true }).count()).toBe(0)
    await press(popup, 'Reject')
  })

  test('behavior: a page can neither decide nor open the window nor speak to the background', async () => {
    const [popup, outcome] = await open('eth_requestAccounts')
    const id = new URL(popup.url()).searchParams.get('id')
    await run.page.evaluate((id) => {
      for (const type of ['latchkey-companion.to-wallet', 'latchkey-companion.to-page']) {
        for (const call of ['decide', 'read', 'revoke', 'answer']) {
          postMessage({
            type,
            id: `forged ${call}`,
            method: call,
            params: { type: call, id, decision: true },
          })
        }
      }
    }, id)
    expect(await run.page.evaluate('typeof globalThis.chrome?.runtime?.sendMessage')).toBe(
      'undefined',
    )
    const framed = await run.page.evaluate(
      (url) =>
        new Promise((done) => {
          const frame = document.createElement('iframe')
          frame.src = url
          frame.onload = () => done(frame.contentDocument?.body ? 'blank' : 'foreign')
          document.body.append(frame)
          setTimeout(() => done('blocked'), 500)
        }),
      popup.url(),
    )
    expect(framed).not.toBe('blank')
    expect(
      run.page.frames().filter((frame) => frame.url().startsWith('chrome-extension:')),
    ).toEqual([])
    expect(await ask('eth_accounts')).toEqual({ result: [] })
    expect(popup.isClosed()).toBe(false)
    await press(popup, 'Reject')
    expect(await outcome).toMatchObject({ code: 4001 })
  })

  test('behavior: what is changed in the extension reaches the page at once', async () => {
    const [popup, outcome] = await open('eth_requestAccounts')
    await popup.getByRole('checkbox').nth(1).check()
    await press(popup, 'Approve')
    expect(await outcome).toEqual({ result: [ada.address, grace.address] })
    const own = await run.context.newPage()
    await own.goto(await extensionUrl('window.html'))
    const site = new URL(hostUrl()).origin
    const seen = () => run.page.evaluate('seen.map(([, value]) => value.join())')
    const told = [[ada.address, grace.address].join(), [grace.address, ada.address].join()]
    await own.getByRole('combobox', { name: `Account for ${site}` }).selectOption(grace.address)
    await expect.poll(seen).toEqual(told)
    await own.getByRole('button', { name: `Disconnect ${site}` }).click()
    await own.getByText('No site is connected.').waitFor()
    await expect.poll(seen).toEqual([...told, ''])
    expect(await ask('eth_accounts')).toEqual({ result: [] })
  })

  test.each(['light', 'dark'] as const)(
    'behavior: no accessibility findings, %s',
    async (colorScheme) => {
      const look = async (page: Page, name: string): Promise<void> => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width: 400, height: 680 })
        expect(await findings(page)).toEqual([])
        if (shots)
          await page.screenshot({ path: join(shots, `extension-${name}-${colorScheme}.png`) })
      }
      const [popup] = await open('eth_requestAccounts')
      await look(popup, 'connect')
      await press(popup, 'Approve')
      const [signing] = await open('personal_sign', ['0x61', ada.address])
      await look(signing, 'message')
      await press(signing, 'Reject')
      const own = await run.context.newPage()
      await own.goto(await extensionUrl('window.html'))
      await own.getByRole('button', { name: /^Disconnect / }).waitFor()
      await look(own, 'sites')
    },
  )
})
