import { join } from 'node:path'
import { accounts, addresses, receiptOf } from '@latchkey/devnet'
import type { BrowserContext, Page } from 'playwright-core'
import { createPublicClient, encodeFunctionData, erc20Abi, http, toHex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serveLoopback } from './test/test-server.ts'
import { createVisit, findings, type Site, startSite, type Visit } from './test/test-site.ts'

const [ada, grace] = accounts
const usdcTransfer = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'transfer',
  args: [grace.address, 12_500_000n],
})

describe('companion', () => {
  const run = {} as {
    site: Site
    context: BrowserContext
    page: Page
    visit: Visit
    faults: string[]
  }

  beforeAll(async () => {
    run.site = await startSite()
  })
  afterAll(() => run.site?.stop())
  beforeEach(async () => {
    run.context = await run.site.browser.newContext()
    run.faults = []
    run.context.on('page', (page) => {
      page.on('pageerror', (error) => run.faults.push(error.message))
      page.on('console', (message) => message.type() === 'error' && run.faults.push(message.text()))
    })
    run.page = await run.context.newPage()
    run.visit = createVisit(run.context, run.page)
    await run.page.goto(run.site.hostUrl)
  })
  afterEach(async () => {
    expect(run.faults).toEqual([])
    await run.context.close()
  })

  const ask: Visit['ask'] = (...call) => run.visit.ask(...call)
  const open: Visit['open'] = (...call) => run.visit.open(...call)
  const press: Visit['press'] = (...call) => run.visit.press(...call)
  const closing: Visit['closing'] = (...call) => run.visit.closing(...call)
  const script: Visit['script'] = (...call) => run.visit.script(...call)
  const outcome: Visit['outcome'] = () => run.visit.outcome()
  const connect = async (): Promise<void> => {
    await press(await open('eth_requestAccounts'), 'Approve')
    expect(await outcome()).toEqual({ result: [ada.address] })
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

  test('behavior: its page has nothing to say against its own policy', async () => {
    const page = await run.context.newPage()
    const said: string[] = []
    // A source of the policy that the browser cannot read is told of nowhere else.
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text())
    })
    await page.goto(run.site.companionUrl)
    await page.getByRole('heading').first().waitFor()
    expect(said).toEqual([])
  })

  test('behavior: a page that revoked is asked for approval again', async () => {
    await connect()
    expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ result: null })
    expect(await ask('eth_accounts')).toEqual({ result: [] })
    expect(await ask('personal_sign', ['0x61', ada.address])).toMatchObject({ code: 4100 })
    await connect()
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
    await expect
      .poll(() => ask('eth_requestAccounts'))
      .toMatchObject({ code: -32603, data: 'popup-blocked' })
  })

  test('behavior: a message is read, signed and verified', async () => {
    await connect()
    const message = '<b>Sign in</b> to the shop\nNonce 7'
    const popup = await open('personal_sign', [toHex(message), ada.address])
    expect(await popup.getByText(message).textContent()).toBe(message)
    expect(await popup.getByText(new URL(run.site.hostUrl).origin).count()).toBe(1)
    await press(popup, 'Approve')
    const { result } = await outcome()
    expect(await verifyMessage({ address: ada.address, message, signature: result as '0x' })).toBe(
      true,
    )
  })

  test('behavior: coins and tokens really move', async () => {
    const reads = createPublicClient({ transport: http(run.site.devnet.url), pollingInterval: 20 })
    const to = '0x00000000000000000000000000000000000000D1'
    await connect()
    const coins = await open('eth_sendTransaction', [
      { from: ada.address, to, value: toHex(1_250_000_000_000_000_000n) },
    ])
    await coins.getByText('1.25 ETH').waitFor()
    await coins.getByText('0x0000 0000 0000 0000 0000 0000 0000 0000 0000 00D1').waitFor()
    await press(coins, 'Approve')
    await receiptOf(run.site.devnet.url, (await outcome()).result as '0x')
    expect(await reads.getBalance({ address: to })).toBe(1_250_000_000_000_000_000n)

    const held = {
      address: addresses.usdc,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [grace.address],
    } as const
    const before = await reads.readContract(held)
    const token = await open('eth_sendTransaction', [
      { from: ada.address, to: addresses.usdc, data: usdcTransfer },
    ])
    await token.getByText('12.5 USDC').waitFor()
    await press(token, 'Reject')
    expect(await outcome()).toMatchObject({ code: 4001 })
    expect(await reads.readContract(held)).toBe(before)
    await press(
      await open('eth_sendTransaction', [
        { from: ada.address, to: addresses.usdc, data: usdcTransfer },
      ]),
      'Approve',
    )
    await receiptOf(run.site.devnet.url, (await outcome()).result as '0x')
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
      for (const name of ['accountsChanged', 'chainChanged']) {
        testWallet.provider.on(name, (value) => seen.push(value))
      }
    })
    await script({ account: grace.address })
    await script({ chain: 1 })
    expect(await ask('personal_sign', ['0x61', grace.address])).toMatchObject({ code: 4901 })
    await script({ chain: 31_337 })
    const { result: signature } = await ask('personal_sign', ['0x61', grace.address])
    expect(
      await verifyMessage({ address: grace.address, message: 'a', signature: signature as '0x' }),
    ).toBe(true)
    await script({ isDisconnected: true })
    const seen = await run.page.evaluate(() => (window as unknown as { seen: unknown[] }).seen)
    expect(seen.map((value) => (Array.isArray(value) ? value.length && value[0] : value))).toEqual([
      grace.address,
      '0x1',
      '0x7a69',
      0,
    ])
    await run.page.goto(`${run.site.hostUrl}?testWallet=reject`)
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
    await home.goto(run.site.companionUrl)
    await home.getByRole('button', { name: /^Disconnect http/ }).click()
    expect(await ask('personal_sign', ['0x61', ada.address])).toMatchObject({ code: 4100 })
    expect(await ask('eth_accounts')).toEqual({ result: [] })
    await connect()
    await home.getByRole('button', { name: /^Disconnect http/ }).waitFor()
  })

  test('behavior: a page that opened the wallet learns of a disconnect at once', async () => {
    await connect()
    await run.page.evaluate(() => {
      const { testWallet } = window as unknown as {
        testWallet: { provider: { on(...a: unknown[]): void } }
      }
      const seen: unknown[] = []
      Object.assign(window, { seen })
      testWallet.provider.on('accountsChanged', (value: unknown) => seen.push(value))
    })
    const opened = run.context.waitForEvent('page')
    await run.page.evaluate(() =>
      (window as unknown as { testWallet: { openWallet(): void } }).testWallet.openWallet(),
    )
    const home = await opened
    await home.getByRole('button', { name: /^Disconnect http/ }).click()
    await expect.poll(() => run.page.evaluate('seen')).toEqual([[]])
    expect(await ask('eth_accounts')).toEqual({ result: [] })
  })

  test('behavior: another site can neither end nor forge a connection', async () => {
    await connect()
    const { port } = new URL(run.site.hostUrl)
    // The same server by another name: another origin.
    const opened = run.context.waitForEvent('page')
    await run.page.evaluate(
      (url) => void Object.assign(window, { other: window.open(url) }),
      `http://localhost:${port}/`,
    )
    const hostile = await opened
    await hostile.waitForLoadState()
    const forge = (message: object): Promise<void> =>
      hostile.evaluate((message) => (window.opener as Window).postMessage(message, '*'), message)
    const granted = { accounts: [grace.address], chain: 1, rpcUrl: 'http://localhost:1' }
    for (const site of [null, granted]) {
      await forge({ type: 'latchkey-test-wallet.site', site })
    }
    await run.page.evaluate(
      (site) => window.postMessage({ type: 'latchkey-test-wallet.site', site }, '*'),
      granted as object | null,
    )
    expect(await ask('eth_accounts')).toEqual({ result: [ada.address] })
    expect(await ask('eth_chainId')).toEqual({ result: '0x7a69' })

    // A question is open: a forged readiness must not be given the request, nor a forged port the
    // answer.
    const popup = await open('personal_sign', [toHex('Welcome'), ada.address])
    await hostile.evaluate(() => {
      Object.assign(window, { got: [] })
      addEventListener('message', ({ data, ports }) => {
        ;(window as unknown as { got: unknown[] }).got.push(data)
        ports[0]?.postMessage({ result: '0xforged', site: null })
      })
    })
    await forge({ type: 'latchkey-test-wallet.ready' })
    await run.page.evaluate(() => window.postMessage({ type: 'latchkey-test-wallet.ready' }, '*'))
    expect(await hostile.evaluate('got')).toEqual([])
    await press(popup, 'Approve')
    const { result } = await outcome()
    expect(
      await verifyMessage({ address: ada.address, message: 'Welcome', signature: result as '0x' }),
    ).toBe(true)
  })

  test('behavior: the window answers its opener alone, and a window led elsewhere gets nothing', async () => {
    await connect()
    const popup = await open('personal_sign', [toHex('Welcome'), ada.address])
    // Somebody else's request into an open window changes nothing of what is asked.
    const port = new URL(run.site.hostUrl).port
    await popup.evaluate((origin) => {
      const data = {
        type: 'latchkey-test-wallet.request',
        method: 'eth_requestAccounts',
        params: [],
        chain: 31_337,
      }
      const { port1 } = new MessageChannel()
      dispatchEvent(new MessageEvent('message', { data, origin, source: window, ports: [port1] }))
    }, `http://localhost:${port}`)
    await popup.getByRole('heading', { name: 'Sign message' }).waitFor()
    expect(await popup.getByText('Welcome').count()).toBe(1)
    await press(popup, 'Reject')
    expect(await outcome()).toMatchObject({ code: 4001 })

    // The window is led to another origin before the wallet speaks: it asks for the request and is
    // not given it.
    await run.context.route(`${run.site.companionUrl}/approve`, (route) => {
      void route.fulfill({ status: 302, headers: { location: `http://localhost:${port}/?led` } })
    })
    const opened = run.context.waitForEvent('page')
    await run.visit.start('personal_sign', [toHex('Secret'), ada.address])
    const led = await opened
    await led.waitForURL(/led$/)
    const got = await led.evaluate(
      () =>
        new Promise((done) => {
          addEventListener('message', ({ data }) => done(data))
          ;(window.opener as Window).postMessage({ type: 'latchkey-test-wallet.ready' }, '*')
          setTimeout(() => done('nothing'), 500)
        }),
    )
    expect(got).toBe('nothing')
    await led.close()
    expect(await outcome()).toMatchObject({ code: 4001 })
  })

  test('behavior: a network is added and switched to in the window', async () => {
    const node = await serveLoopback((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method === 'OPTIONS') return void response.end()
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x539' }))
    })
    try {
      await connect()
      const mine = {
        chainId: '0x539',
        chainName: 'Mine',
        rpcUrls: [`http://127.0.0.1:${node.port}`],
        nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
      }
      const look = async (popup: Page, title: string): Promise<void> => {
        await popup.getByRole('heading', { name: title }).waitFor()
        expect(await popup.getByRole('definition').allInnerTexts()).toEqual(
          expect.arrayContaining([expect.stringMatching(/^(Mine|Latchkey Devnet)$/)]),
        )
        expect(await findings(popup)).toEqual([])
        const shots = process.env.COMPANION_SHOTS
        if (shots) await popup.screenshot({ path: join(shots, `${title}.png`) })
      }
      await look(await open('wallet_addEthereumChain', [mine]), 'Add network')
      await press(run.context.pages().at(-1) as Page, 'Reject')
      expect(await outcome()).toMatchObject({ code: 4001 })
      expect(await ask('eth_chainId')).toEqual({ result: '0x7a69' })
      const added = await open('wallet_addEthereumChain', [mine])
      await added.getByText(`http://127.0.0.1:${node.port}`).waitFor()
      await press(added, 'Approve')
      expect(await outcome()).toEqual({ result: null })
      expect(await ask('eth_chainId')).toEqual({ result: '0x539' })
      const back = await open('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
      await look(back, 'Switch network')
      await press(back, 'Approve')
      expect(await ask('eth_chainId')).toEqual({ result: '0x7a69' })
      expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toMatchObject({
        code: 4902,
      })
      const lying = { ...mine, chainId: '0x53a' }
      expect(await ask('wallet_addEthereumChain', [lying])).toMatchObject({ code: -32602 })
    } finally {
      await node.close()
    }
  })

  test.each(['light', 'dark'] as const)(
    'behavior: no accessibility findings, %s',
    async (colorScheme) => {
      const shots = process.env.COMPANION_SHOTS
      const shoot = async (page: Page, name: string): Promise<void> => {
        if (shots) await page.screenshot({ path: join(shots, `${name}-${colorScheme}.png`) })
      }
      const look = async (
        popup: Page,
        name: string,
        answer: 'Approve' | 'Reject',
      ): Promise<void> => {
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
      await look(
        await open('eth_signTypedData_v4', [ada.address, JSON.stringify(typed)]),
        'typed-data',
        'Approve',
      )
      const token = await open('eth_sendTransaction', [
        { from: ada.address, to: addresses.usdc, data: usdcTransfer },
      ])
      await token.getByText('12.5 USDC').waitFor()
      await look(token, 'token', 'Approve')
      await look(
        await open('eth_sendTransaction', [{ from: ada.address, to: grace.address, value: '0x1' }]),
        'coins',
        'Reject',
      )

      const home = await run.context.newPage()
      await home.emulateMedia({ colorScheme })
      await home.goto(run.site.companionUrl)
      await home.getByText(/^Running, block/).waitFor()
      for (const [name, width, height] of [
        ['home-desktop', 1280, 900],
        ['home-phone', 390, 844],
      ] as const) {
        await home.setViewportSize({ width, height })
        expect(await findings(home)).toEqual([])
        await shoot(home, name)
      }
      await home.goto(`${run.site.companionUrl}/approve`)
      await home.getByText('Nothing to approve').waitFor()
      expect(await findings(home)).toEqual([])
      const button = await run.context.newPage()
      await button.setContent(
        '<!doctype html><html lang="en"><title>t</title><main><h1>t</h1><button></button></main>',
      )
      expect(await findings(button)).toEqual([expect.stringMatching(/^button-name/)])
    },
  )
})
