import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accounts, addresses, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { createPublicClient, encodeFunctionData, erc20Abi, http, toHex, verifyMessage } from 'viem'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const conditions = ['latchkey-source', 'module', 'browser', 'import', 'default']
const [ada, grace] = accounts
const usdcTransfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [grace.address, 12_500_000n] })

/** A host page under a strict policy, on another origin than the wallet. */
async function startHost(code: string, companionUrl: string, rpcUrl: string): Promise<{ url: string; server: Server }> {
  const script = `import { announceTestWallet } from './in-page.js'
    announceTestWallet(${JSON.stringify({ companionUrl, rpcUrl })})`
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const isScript = path.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.setHeader('content-security-policy', `default-src 'none'; script-src 'self'; connect-src ${rpcUrl}`)
    response.end(
      path === '/in-page.js'
        ? code
        : path === '/host.js'
          ? script
          : '<title>Shop</title><script type="module" src="/host.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, server }
}

async function buildInPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions },
    build: {
      write: false,
      lib: { entry: fileURLToPath(import.meta.resolve('@latchkey/signer/in-page')), formats: ['es'] },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

describe('companion', () => {
  const run = {} as {
    devnet: EvmDevnet
    companion: PreviewServer
    companionUrl: string
    host: Awaited<ReturnType<typeof startHost>>
    browser: Browser
    context: BrowserContext
    page: Page
    faults: string[]
  }
  const outDir = mkdtempSync(join(tmpdir(), 'companion-'))

  beforeAll(async () => {
    run.devnet = await startEvmDevnet()
    process.env.LATCHKEY_EVM_PORT = new URL(run.devnet.url).port
    process.env.LATCHKEY_COMPANION_PORT = '0'
    await build({ root, logLevel: 'error', build: { outDir } })
    run.companion = await preview({ root, logLevel: 'error', build: { outDir }, preview: { port: 0 } })
    const port = (run.companion.httpServer.address() as { port: number }).port
    run.companionUrl = `http://localhost:${port}`
    run.host = await startHost(await buildInPage(), run.companionUrl, run.devnet.url)
    run.browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: flags })
  })
  afterAll(async () => {
    await run.browser?.close()
    run.host?.server.close()
    await run.companion?.close()
    await run.devnet?.stop()
    rmSync(outDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    run.context = await run.browser.newContext()
    run.faults = []
    run.context.on('page', (page) => {
      page.on('pageerror', (error) => run.faults.push(error.message))
      page.on('console', (message) => message.type() === 'error' && run.faults.push(message.text()))
    })
    run.page = await run.context.newPage()
    await run.page.goto(run.host.url)
  })
  afterEach(async () => {
    expect(run.faults).toEqual([])
    await run.context.close()
  })

  /** Starts a request; its outcome is read later, since the window stands between. */
  const start = async (method: string, params: unknown = []): Promise<void> => {
    await run.page.evaluate(
      ({ method, params }) => {
        const { testWallet } = window as unknown as {
          testWallet: { provider: { request(call: object): Promise<unknown> } }
        }
        const outcome = testWallet.provider.request({ method, params }).then(
          (result) => ({ result }),
          ({ code, message, data }) => ({ code, message, data }),
        )
        Object.assign(window, { outcome: () => outcome })
      },
      { method, params },
    )
  }
  const outcome = (): Promise<{ result?: unknown; code?: number; data?: unknown }> =>
    run.page.evaluate(() => (window as unknown as { outcome(): Promise<object> }).outcome())
  const ask = async (method: string, params: unknown = []) => {
    await start(method, params)
    return outcome()
  }
  const open = async (method: string, params: unknown = []): Promise<Page> => {
    const opened = run.context.waitForEvent('page')
    await start(method, params)
    const popup = await opened
    await popup.getByRole('button', { name: 'Approve' }).waitFor()
    return popup
  }
  /** The window may close before the browser acknowledges the input that closed it. */
  const closing = async (popup: Page, act: () => Promise<void>): Promise<void> => {
    const closed = popup.waitForEvent('close')
    await act().catch(async (error: unknown) => {
      if (!popup.isClosed()) throw error
    })
    await closed
  }
  const press = (popup: Page, name: 'Approve' | 'Reject'): Promise<void> =>
    closing(popup, () => popup.getByRole('button', { name }).click())
  const script = `import { announceTestWallet } from './in-page.js'
    announceTestWallet(${JSON.stringify({ companionUrl, rpcUrl })})`
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const isScript = path.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.setHeader('content-security-policy', `default-src 'none'; script-src 'self'; connect-src ${rpcUrl}`)
    response.end(
      path === '/in-page.js'
        ? code
        : path === '/host.js'
          ? script
          : '<title>Shop</title><script type="module" src="/host.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, server }
}

async function buildInPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions },
    build: {
      write: false,
      lib: { entry: fileURLToPath(import.meta.resolve('@latchkey/signer/in-page')), formats: ['es'] },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

describe('companion', () => {
  const run = {} as {
    devnet: EvmDevnet
    companion: PreviewServer
    companionUrl: string
    host: Awaited<ReturnType<typeof startHost>>
    browser: Browser
    context: BrowserContext
    page: Page
    faults: string[]
  }
  const outDir = mkdtempSync(join(tmpdir(), 'companion-'))

  beforeAll(async () => {
    run.devnet = await startEvmDevnet()
    process.env.LATCHKEY_EVM_PORT = new URL(run.devnet.url).port
    process.env.LATCHKEY_COMPANION_PORT = '0'
    await build({ root, logLevel: 'error', build: { outDir } })
    run.companion = await preview({ root, logLevel: 'error', build: { outDir }, preview: { port: 0 } })
    const port = (run.companion.httpServer.address() as { port: number }).port
    run.companionUrl = `http://localhost:${port}`
    run.host = await startHost(await buildInPage(), run.companionUrl, run.devnet.url)
    run.browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: flags })
  })
  afterAll(async () => {
    await run.browser?.close()
    run.host?.server.close()
    await run.companion?.close()
    await run.devnet?.stop()
    rmSync(outDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    run.context = await run.browser.newContext()
    run.faults = []
    run.context.on('page', (page) => {
      page.on('pageerror', (error) => run.faults.push(error.message))
      page.on('console', (message) => message.type() === 'error' && run.faults.push(message.text()))
    })
    run.page = await run.context.newPage()
    await run.page.goto(run.host.url)
  })
  afterEach(async () => {
    expect(run.faults).toEqual([])
    await run.context.close()
  })

  /** Starts a request; its outcome is read later, since the window stands between. */
  const start = async (method: string, params: unknown = []): Promise<void> => {
    await run.page.evaluate(
      ({ method, params }) => {
        const { testWallet } = window as unknown as {
          testWallet: { provider: { request(call: object): Promise<unknown> } }
        }
        const outcome = testWallet.provider.request({ method, params }).then(
          (result) => ({ result }),
          ({ code, message, data }) => ({ code, message, data }),
        )
        Object.assign(window, { outcome: () => outcome })
      },
      { method, params },
    )
  }
  const outcome = (): Promise<{ result?: unknown; code?: number; data?: unknown }> =>
    run.page.evaluate(() => (window as unknown as { outcome(): Promise<object> }).outcome())
  const ask = async (method: string, params: unknown = []) => {
    await start(method, params)
    return outcome()
  }
  const open = async (method: string, params: unknown = []): Promise<Page> => {
    const opened = run.context.waitForEvent('page')
    await start(method, params)
    const popup = await opened
    await popup.getByRole('button', { name: 'Approve' }).waitFor()
    return popup
  }
  const press = async (popup: Page, name: 'Approve' | 'Reject'): Promise<void> => {
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name }).click()
    await closed
  }
  const script = (value: object): Promise<void> =>
    run.page.evaluate(
      (value) => (window as unknown as { testWallet: { script(s: object): void } }).testWallet.script(value),
      value,
    )
  const connect = async (): Promise<void> => {
    await press(await open('eth_requestAccounts'), 'Approve')
    expect(await outcome()).toEqual({ result: [ada.address] })
  }
  const findings = async (page: Page): Promise<string[]> => {
    // By the debugger's world, which the page's policy does not reach.
    await page.evaluate(axe)
    return page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    })
  }

  test('default', async () => {
    expect(await ask('eth_accounts')).toEqual({ result: [] })
    await connect()
    await run.page.reload()
    expect(run.context.pages()).toHaveLength(1)
    expect(await ask('eth_accounts')).toEqual({ result: [ada.address] })
    expect(await ask('eth_requestAccounts')).toEqual({ result: [ada.address] })
    expect(await ask('eth_getBalance', [grace.address, 'latest'])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  test('behavior: the page holds no key and one entry in storage', async () => {
    await connect()
    const kept = await run.page.evaluate(() => ({ ...localStorage }))
    expect(Object.keys(kept)).toEqual(['latchkey-test-wallet.site'])
  })

  test('behavior: rejecting and closing the window are 4001', async () => {
    await press(await open('eth_requestAccounts'), 'Reject')
    expect(await outcome()).toMatchObject({ code: 4001 })
    await (await open('eth_requestAccounts')).close()
    expect(await outcome()).toMatchObject({ code: 4001 })
    const popup = await open('eth_requestAccounts')
    await closing(popup, () => popup.keyboard.press('Escape'))
    expect(await outcome()).toMatchObject({ code: 4001 })
    expect(await ask('eth_accounts')).toEqual({ result: [] })
  })

  test('behavior: a second request meanwhile is -32002, a blocked window is said', async () => {
    const popup = await open('eth_requestAccounts')
    expect(await ask('eth_requestAccounts')).toMatchObject({ code: -32002 })
    await popup.close()
    await run.page.evaluate(() => Object.assign(window, { open: () => null }))
    await expect.poll(() => ask('eth_requestAccounts')).toMatchObject({ code: -32603, data: 'popup-blocked' })
  })

  test('behavior: a message is read, signed and verified', async () => {
    await connect()
    const message = '<b>Sign in</b> to the shop\nNonce 7'
    const popup = await open('personal_sign', [toHex(message), ada.address])
    expect(await popup.getByText(message).textContent()).toBe(message)
    expect(await popup.getByText(new URL(run.host.url).origin).count()).toBe(1)
    await press(popup, 'Approve')
    const { result } = await outcome()
    expect(await verifyMessage({ address: ada.address, message, signature: result as '0x' })).toBe(true)
  })

  test('behavior: coins and tokens really move', async () => {
    const reads = createPublicClient({ transport: http(run.devnet.url), pollingInterval: 20 })
    const to = '0x00000000000000000000000000000000000000D1'
    await connect()
    const coins = await open('eth_sendTransaction', [
      { from: ada.address, to, value: toHex(1_250_000_000_000_000_000n) },
    ])
    await coins.getByText('1.25 ETH').waitFor()
    await coins.getByText('0x0000 0000 0000 0000 0000 0000 0000 0000 0000 00D1').waitFor()
    await press(coins, 'Approve')
    await reads.waitForTransactionReceipt({ hash: (await outcome()).result as '0x' })
    expect(await reads.getBalance({ address: to })).toBe(1_250_000_000_000_000_000n)

    const held = { address: addresses.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [grace.address] } as const
    const before = await reads.readContract(held)
    const token = await open('eth_sendTransaction', [{ from: ada.address, to: addresses.usdc, data: usdcTransfer }])
    await token.getByText('12.5 USDC').waitFor()
    await press(token, 'Reject')
    expect(await outcome()).toMatchObject({ code: 4001 })
    expect(await reads.readContract(held)).toBe(before)
    await press(
      await open('eth_sendTransaction', [{ from: ada.address, to: addresses.usdc, data: usdcTransfer }]),
      'Approve',
    )
    await reads.waitForTransactionReceipt({ hash: (await outcome()).result as '0x' })
    expect(await reads.readContract(held)).toBe(before + 12_500_000n)
  })

  test('behavior: scripted answers', async () => {
    await script({ answer: 'reject' })
    expect(await ask('eth_requestAccounts')).toMatchObject({ code: 4001 })
    await script({ answer: 'approve' })
    const { result } = await ask('eth_requestAccounts')
    expect((result as string[]).slice(0, 2)).toEqual([ada.address, grace.address])
    await run.page.evaluate(() => {
      const { testWallet } = window as unknown as {
        testWallet: { provider: { on(name: string, f: (value: unknown) => void): void } }
      }
      const seen: unknown[] = []
      Object.assign(window, { seen })
      for (const name of ['accountsChanged', 'chainChanged']) testWallet.provider.on(name, (value) => seen.push(value))
    })
    await script({ account: grace.address })
    await script({ chain: 1 })
    expect(await ask('personal_sign', ['0x61', grace.address])).toMatchObject({ code: 4901 })
    await script({ chain: 31_337 })
    const { result: signature } = await ask('personal_sign', ['0x61', grace.address])
    expect(await verifyMessage({ address: grace.address, message: 'a', signature: signature as '0x' })).toBe(true)
    await script({ isDisconnected: true })
    const seen = await run.page.evaluate(() => (window as unknown as { seen: unknown[] }).seen)
    expect(seen.map((value) => (Array.isArray(value) ? value.length && value[0] : value))).toEqual([
      grace.address,
      '0x1',
      '0x7a69',
      0,
    ])
    await run.page.goto(`${run.host.url}?testWallet=reject`)
    expect(await ask('eth_requestAccounts')).toMatchObject({ code: 4001 })
    await script({ answer: 'hang' })
    expect(
      await Promise.race([
        ask('eth_requestAccounts'),
        new Promise((resolve) => setTimeout(() => resolve('silent'), 500)),
      ]),
    ).toBe('silent')
  })

  test('behavior: a site disconnected in the wallet learns of it, and reconnecting asks again', async () => {
    await connect()
    const home = await run.context.newPage()
    await home.goto(run.companionUrl)
    await home.getByRole('button', { name: /^Disconnect http/ }).click()
    expect(await ask('personal_sign', ['0x61', ada.address])).toMatchObject({ code: 4100 })
    expect(await ask('eth_accounts')).toEqual({ result: [] })
    await connect()
    await home.getByRole('button', { name: /^Disconnect http/ }).waitFor()
  })

  test.each(['light', 'dark'] as const)('behavior: no accessibility findings, %s', async (colorScheme) => {
    const shots = process.env.COMPANION_SHOTS
    const shoot = async (page: Page, name: string): Promise<void> => {
      if (shots) await page.screenshot({ path: join(shots, `${name}-${colorScheme}.png`) })
    }
    const look = async (popup: Page, name: string, answer: 'Approve' | 'Reject'): Promise<void> => {
      await popup.setViewportSize({ width: 400, height: 680 })
      await popup.emulateMedia({ colorScheme })
      expect(await findings(popup)).toEqual([])
      await shoot(popup, name)
      await press(popup, answer)
    }
    await look(await open('eth_requestAccounts'), 'connect', 'Approve')
    await look(
      await open('personal_sign', [toHex('Welcome to the shop.\n\nNonce: 7'), ada.address]),
      'message',
      'Approve',
    )
    const typed = {
      types: { Mail: [{ name: 'text', type: 'string' }] },
      domain: { name: 'Shop', chainId: 31_337 },
      primaryType: 'Mail',
      message: { text: 'hello' },
    }
    await look(await open('eth_signTypedData_v4', [ada.address, JSON.stringify(typed)]), 'typed-data', 'Approve')
    const token = await open('eth_sendTransaction', [{ from: ada.address, to: addresses.usdc, data: usdcTransfer }])
    await token.getByText('12.5 USDC').waitFor()
    await look(token, 'token', 'Approve')
    await look(
      await open('eth_sendTransaction', [{ from: ada.address, to: grace.address, value: '0x1' }]),
      'coins',
      'Reject',
    )

    const home = await run.context.newPage()
    await home.emulateMedia({ colorScheme })
    await home.goto(run.companionUrl)
    await home.getByText(/^Running, block/).waitFor()
    for (const [name, width, height] of [
      ['home-desktop', 1280, 900],
      ['home-phone', 390, 844],
    ] as const) {
      await home.setViewportSize({ width, height })
      expect(await findings(home)).toEqual([])
      await shoot(home, name)
    }
    await home.goto(`${run.companionUrl}/approve`)
    await home.getByText('Nothing to approve').waitFor()
    expect(await findings(home)).toEqual([])
    const button = await run.context.newPage()
    await button.setContent('<!doctype html><html lang="en"><title>t</title><main><h1>t</h1><button></button></main>')
    expect(await findings(button)).toEqual([expect.stringMatching(/^button-name/)])
  })
})
