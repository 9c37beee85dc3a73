import { Transaction, verifyMessage } from 'ethers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestVault, till } from '../test/start-test-vault.ts'

type Said = {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code: string }
}
declare const call: (method: string, params: unknown) => Promise<Said>
declare const said: Said[]

const made: { world?: Awaited<ReturnType<typeof startTestVault>> } = {}
const world = () => {
  if (!made.world) throw new Error('not started')
  return made.world
}
beforeAll(async () => {
  made.world = await startTestVault()
})
afterAll(() => made.world?.stop())

const chains = ['eip155:31337', 'solana:localnet', 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328']
const ask = (page: Page, method: string, params: unknown): Promise<Said> =>
  page.evaluate(([name, given]) => call(name as string, given), [method, params])
const welcomed = (page: Page) => page.waitForFunction(() => said.some((one) => 'nonce' in one))
const approval = async (page: Page) => {
  const found = await page.waitForFunction(() =>
    said
      .map((one) => (one as { approval?: { place: string } | null }).approval)
      .findLast((one) => one !== undefined),
  )
  return (await found.jsonValue()) as { place: string }
}

/** Signs up, and tells the address. */
async function signUp(page: Page): Promise<string> {
  await welcomed(page)
  await ask(page, 'login-email', { email: 'ada@shop.example', chains })
  const { result } = await ask(page, 'login-code', { code: '123456' })
  const { session } = result as { session: { accounts: { account: string }[] } }
  return session.accounts[0]?.account.split(':')[2] ?? ''
}

describe('frame', () => {
  test('default: under its strict policy it makes a wallet, finds it after a reload, and signs what a window approved', async () => {
    const page = await world().open('shop')
    const address = await signUp(page)
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await page.reload()
    await welcomed(page)
    const { result } = await ask(page, 'session', { chains })
    expect(result).toMatchObject({
      account: 'a1',
      accounts: [{ account: `eip155:31337:${address}` }, {}, {}],
    })

    const signing = ask(page, 'request', {
      chain: chains[0],
      method: 'personal_sign',
      params: ['Hello', address],
    })
    expect((await approval(page)).place).toBe('window')
    const id = 'w'.repeat(43)
    await ask(page, 'window', { window: 'approve', id })
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void open(url), `${world().vault}/window`),
    ])
    await popup.waitForLoadState()
    // What a window of the vault does: find the frame among the opener's, be told, and decide.
    await popup.evaluate((window) => {
      const frame = opener.frames[0]
      addEventListener('message', ({ data }) => {
        if (data.type === 'latchkey-frame-approval')
          frame.postMessage(
            { type: 'latchkey-window-decided', id: window, approved: true, payload: data.payload },
            origin,
          )
      })
      frame.postMessage({ type: 'latchkey-window-hello', id: window, nonce: 'n' }, origin)
    }, id)
    expect(verifyMessage('Hello', String((await signing).result))).toBe(address)
    await popup.close()
    expect(world().violations).toEqual([])

    // Sinks take no text, and the one policy is made: nobody makes another of its name.
    const frame = page.frames()[1]
    const sinks = await frame?.evaluate(() => {
      const failed = (run: () => unknown): string => {
        try {
          run()
          return 'taken'
        } catch (error) {
          return (error as Error).name
        }
      }
      const types = (
        globalThis as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): unknown }
        }
      ).trustedTypes
      return [
        failed(() => new Worker('/w/evil.js')),
        failed(() => types.createPolicy('latchkey-vault', {})),
        failed(() => types.createPolicy('other', {})),
        failed(() => {
          document.body.innerHTML = '<b>x</b>'
        }),
      ]
    })
    expect(sinks).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
    await page.close()
  })

  test('behavior: a page that is not of the project gets no welcome', async () => {
    const evil = await world().open('evil')
    const frame = evil.frames()[1]
    await frame?.waitForLoadState()
    await evil.evaluate(() => void call('session', { chains: [] }))
    // A page of the project is answered meanwhile.
    const page = await world().open('shop')
    await welcomed(page)
    expect(await evil.evaluate(() => said)).toEqual([])
    await Promise.all([evil.close(), page.close()])
  })

  test('behavior: a sign-in to the page itself is approved in the frame by the pointer alone', async () => {
    world().gateway.change({ publics: null, split: null, newest: null })
    const page = await world().open('shop')
    const address = await signUp(page)
    const site = world().originOf('shop')
    const message = `${new URL(site).host} wants you to sign in with your Ethereum account:\n${address}\n\nHello.\n\nURI: ${site}\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z`
    const signing = ask(page, 'request', {
      chain: chains[0],
      method: 'personal_sign',
      params: [message, address],
    })
    expect((await approval(page)).place).toBe('frame')
    const frame = page.frameLocator('iframe')
    const sign = frame.getByRole('button', { name: 'Sign' })
    const reject = frame.getByRole('button', { name: 'Reject' })
    expect(await reject.evaluate((button) => button === document.activeElement)).toBe(true)
    const isOpen = () =>
      page.evaluate(
        () =>
          (said.findLast((one) => 'approval' in one) as { approval: unknown } | undefined)
            ?.approval !== null,
      )

    // A script's click, and keys that a page can lead here, are not the visitor's.
    await sign.evaluate((button: HTMLElement) => button.click())
    await page.evaluate(() => document.querySelector('iframe')?.focus())
    await sign.focus()
    await page.keyboard.press('Enter')
    // A click within the second after it appeared, as the second of a double click is.
    const box = await sign.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
    expect(await isOpen()).toBe(true)

    await page.mouse.move(x, y)
    await page.mouse.move(x + 5, y + 2)
    const answered: { said?: Said } = {}
    void signing.then((one) => Object.assign(answered, { said: one }))
    await expect
      .poll(async () => {
        await page.mouse.click(x + 5, y + 2)
        return answered.said !== undefined
      })
      .toBe(true)
    expect(verifyMessage(message, String(answered.said?.result))).toBe(address)
    await page.close()
  })

  test('behavior: a small sum is shown whole and approved by the pointer, a finger, or in a window; the day holds over tabs', async () => {
    const { gateway } = world()
    gateway.change({ publics: null, split: null, newest: null })
    for (const [method, answer] of Object.entries({
      eth_getTransactionCount: '0x5',
      eth_estimateGas: '0x5208',
      eth_maxPriorityFeePerGas: '0x1',
      eth_getBlockByNumber: { baseFeePerGas: '0x2' },
      eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
    })) {
      gateway.held.node.set(method, answer)
    }
    const page = await world().open('shop')
    const address = await signUp(page)
    const pay = (from: Page, value: number, more: object = {}) => {
      const params = [{ from: address, to: till, value: `0x${value.toString(16)}`, ...more }]
      const answer = ask(from, 'request', {
        chain: chains[0],
        method: 'eth_sendTransaction',
        params,
      })
      // A page that is left waits for nothing.
      answer.catch(() => {})
      return answer
    }
    const drawn = (from: Page) => from.frameLocator('iframe').locator('main')
    const sent = () => gateway.held.asked.filter(({ call }) => call === 'eth_sendRawTransaction')

    // A click of a script, and keys, approve nothing; a click too early says so.
    const first = pay(page, 100_000)
    expect(await approval(page)).toMatchObject({ place: 'frame', shows: 'payment' })
    const button = (from: Page, name: string) => drawn(from).getByRole('button', { name })
    const text = (await drawn(page).innerText()).replaceAll(/\s+/g, ' ')
    expect(text).toContain('Send 0.0000000000001 ETH')
    expect(text).toContain(`Site ${world().originOf('shop')} Network Latchkey Devnet To 0x`)
    expect(text).toContain('Fee, at most 0.000000000000105 ETH')
    expect(text.replaceAll(' ', '')).toContain(`To${till}Fee`)
    expect(text.replaceAll(' ', '')).toContain(`Account${address}Reject`)
    await button(page, 'Approve').evaluate((one: HTMLElement) => one.click())
    await button(page, 'Approve').focus()
    await page.keyboard.press('Enter')
    await drawn(page).getByText('Read it, then press').waitFor()
    expect(sent()).toEqual([])
    const pressed = async (press: () => Promise<unknown>, answer: Promise<Said>) => {
      const answered: { said?: Said } = {}
      void answer.then((one) => Object.assign(answered, { said: one }))
      await expect.poll(() => press().then(() => answered.said !== undefined)).toBe(true)
      return answered.said
    }
    const box = await button(page, 'Approve').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
    await page.mouse.move(x, y)
    await page.mouse.move(x + 5, y + 2)
    const said = await pressed(() => page.mouse.click(x + 5, y + 2), first)
    expect(said).toMatchObject({ result: `0x${'ab'.repeat(32)}` })
    const [[raw = '']] = sent().map(({ body }) => body.params as string[]) as [string[]]
    expect(Transaction.from(raw)).toMatchObject({
      to: till,
      value: 100_000n,
      from: address,
      data: '0x',
    })

    // Two tabs have a payment each that the day has room for; the second to be approved goes to the
    // window.
    const other = await world().open('shop')
    await welcomed(other)
    await ask(other, 'session', { chains })
    const [, third] = [pay(page, 100_000), pay(other, 100_000)]
    expect(await approval(other)).toMatchObject({ place: 'frame' })
    // By a finger, which moves nothing before it comes down.
    const cdp = await other.context().newCDPSession(other)
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await other.bringToFront()
    const tap = async () => {
      await cdp.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: x + 5, y: y + 2 }],
      })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    expect(await pressed(tap, third)).toHaveProperty('result')
    await page.bringToFront()
    await page.mouse.move(x, y)
    await page.mouse.move(x + 5, y + 2)
    await expect
      .poll(async () => {
        await page.mouse.click(x + 5, y + 2)
        return (await approval(page)).place
      })
      .toBe('window')
    expect(sent()).toHaveLength(2)

    // Whoever has only keys goes on in a window.
    void pay(other, 1)
    await drawn(other).getByText('Send 0.000000000000000001 ETH').waitFor()
    await button(other, 'Decide in a window instead').focus()
    await other.keyboard.press('Enter')
    await expect.poll(async () => (await approval(other)).place).toBe('window')
    expect(await drawn(other).count()).toBe(0)

    // Loaded again it is the same day; and data is no payment, however little it moves.
    for (const [value, more] of [[100_000], [1, { data: '0x00' }]] as const) {
      await page.reload()
      await welcomed(page)
      await ask(page, 'session', { chains })
      void pay(page, value, more)
      expect((await approval(page)).place).toBe('window')
    }
    await Promise.all([page.close(), other.close()])
  })
})
