import { join } from 'node:path'
import { accounts, addresses } from '@latchkey/devnet'
import type { BrowserContext, Page } from 'playwright-core'
import { createPublicClient, encodeFunctionData, erc20Abi, http, toHex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createVisit, findings, type Site, startSite, type Visit } from './test-site.ts'

const [ada, grace] = accounts
const usdcTransfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [grace.address, 12_500_000n] })

describe('companion', () => {
  const run = {} as { site: Site; context: BrowserContext; page: Page; visit: Visit; faults: string[] }

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
    await expect.poll(() => ask('eth_requestAccounts')).toMatchObject({ code: -32603, data: 'popup-blocked' })
  })

  test('behavior: a message is read, signed and verified', async () => {
    await connect()
    const message = '<b>Sign in</b> to the shop\nNonce 7'
    const popup = await open('personal_sign', [toHex(message), ada.address])
    expect(await popup.getByText(message).textContent()).toBe(message)
    expect(await popup.getByText(new URL(run.site.hostUrl).origin).count()).toBe(1)
    await press(popup, 'Approve')
    const { result } = await outcome()
    expect(await verifyMessage({ address: ada.address, message, signature: result as '0x' })).toBe(true)
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
    await button.setContent('<!doctype html><html lang="en"><title>t</title><main><h1>t</h1><button></button></main>')
    expect(await findings(button)).toEqual([expect.stringMatching(/^button-name/)])
  })
})
