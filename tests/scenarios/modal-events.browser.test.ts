import { devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const account = `eip155:31337:${address}`

describe('events and controls of the dialog', () => {
  let theatre: Theatre
  let devnet: EvmDevnet
  let page: Page
  let complaints: string[]
  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const foxglove = () => dialog().getByRole('button', { name: 'Foxglove' }).first()
  const isClosed = () => dialog().waitFor({ state: 'hidden' })
  const behave = (how: 'approve' | 'reject') =>
    page.evaluate((given) => window.stage.wallets[0]?.behave(given, 'eth_requestAccounts'), how)
  /** The events so far; of a transaction only its status. */
  const events = () =>
    page.evaluate(() =>
      window.stage.events.map((event) =>
        event.type === 'transaction-changed'
          ? { type: event.type, status: event.transaction.status }
          : event,
      ),
    )
  const connector = () =>
    page.evaluate(() => Object.keys(window.stage.kit.getState().connectors)[0])

  beforeAll(async () => {
    ;[theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), devnet?.stop()])
  })
  afterEach(async () => {
    await page.context().close()
    expect(complaints).toEqual([])
  })
  async function open(more: Partial<Setup> = {}): Promise<void> {
    const chain = devnetChain(devnet.url)
    ;({ page, complaints } = await theatre.open(
      {
        chains: [chain, { ...chain, id: 'eip155:31338', name: 'Second' }],
        rpcUrl: devnet.url,
        ...more,
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ))
  }

  test('default: everything that a visitor does, from the first click to the last, in order', async () => {
    await open()
    await behave('reject')
    await button('Connect wallet').click()
    await foxglove().click()
    await expect
      .poll(async () => (await events()).some(({ type }) => type === 'connect-failed'))
      .toBe(true)
    await behave('approve')
    await button('Try again').click()
    await isClosed()
    await button(/^Account/).click()
    await button('Copy address').click()
    await page.locator('span', { hasText: 'Copied' }).waitFor()
    await button(/^Network/)
      .last()
      .click()
    await dialog().getByRole('heading', { name: 'Networks' }).waitFor()
    await dialog()
      .getByRole('button', { name: /Second/ })
      .click()
    await expect
      .poll(async () => (await events()).some(({ type }) => type === 'network-changed'))
      .toBe(true)
    await page.evaluate(() => window.stage.modal.close())
    await isClosed()
    await button(/^Account/).click()
    await button('Disconnect').click()
    await isClosed()
    const id = await connector()
    expect(await events()).toEqual([
      { type: 'opened', view: 'Connect' },
      { type: 'wallet-chosen', connector: id, wallet: 'Foxglove' },
      { type: 'connect-started', connector: id },
      { type: 'view-changed', view: 'ConnectingExternal', from: 'Connect' },
      {
        type: 'connect-failed',
        connector: id,
        error: expect.objectContaining({ code: 'connection-rejected' }),
      },
      { type: 'wallet-chosen', connector: id, wallet: 'Foxglove' },
      { type: 'connect-started', connector: id },
      { type: 'connected', connector: id, accounts: [account], isResumed: false },
      { type: 'closed', view: 'ConnectingExternal' },
      { type: 'opened', view: 'Account' },
      { type: 'copied', text: address },
      { type: 'toast-shown', variant: 'success', text: 'Copied' },
      { type: 'view-changed', view: 'Networks', from: 'Account' },
      { type: 'view-changed', view: 'SwitchNetwork', from: 'Networks' },
      { type: 'network-changed', chain: 'eip155:31338' },
      // Back by the way that the visitor came.
      { type: 'view-changed', view: 'Networks', from: 'SwitchNetwork' },
      { type: 'view-changed', view: 'Account', from: 'Networks' },
      { type: 'closed', view: 'Account' },
      { type: 'opened', view: 'Account' },
      { type: 'disconnected', connector: id, by: 'page' },
      // Without a wallet the page is on its first network again.
      { type: 'network-changed', chain: 'eip155:31337' },
      { type: 'closed', view: 'Account' },
    ])
  })

  test('behavior: resumed, locked by the wallet, and a transaction stage by stage', async () => {
    await open()
    await page.evaluate(() => window.stage.connect())
    await page.reload()
    await button(/^Account/).waitFor()
    await expect
      .poll(events)
      .toEqual([expect.objectContaining({ type: 'connected', isResumed: true })])
    const hash = `0x${'ab'.repeat(32)}`
    const id = await page.evaluate(
      (given) => window.stage.addTransaction({ chain: 'eip155:31337', hash: given, toast: false }),
      hash,
    )
    await page.evaluate(
      (given) => window.stage.dispatch({ type: 'transaction-dropped', id: given, at: Date.now() }),
      id,
    )
    await page.evaluate(() => window.stage.wallets[0]?.lock())
    await expect
      .poll(async () => (await events()).at(-1))
      .toMatchObject({ type: 'disconnected', by: 'wallet' })
    expect((await events()).slice(1, 3)).toEqual([
      { type: 'transaction-changed', status: 'submitted' },
      { type: 'transaction-changed', status: 'dropped' },
    ])
  })

  test('behavior: a page opens a view with its parameters, changes the theme, and closes it', async () => {
    await open()
    await page.evaluate(() => window.stage.connect())
    await page.evaluate(() =>
      window.stage.modal.open({ view: { view: 'Networks', search: 'Sec' } }),
    )
    await dialog().getByRole('heading', { name: 'Networks' }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('Sec')
    await page.evaluate(() => window.stage.modal.setTheme({ mode: 'dark' }))
    await dialog().and(page.locator('[data-theme=dark]')).waitFor()
    await page.evaluate(() => window.stage.modal.close())
    await isClosed()
    expect((await events()).slice(-2)).toEqual([
      { type: 'opened', view: 'Networks' },
      { type: 'closed', view: 'Networks' },
    ])
  })

  test('behavior: a wallet that the page has chosen is asked at once, and connect says how it ended', async () => {
    await open()
    await page.waitForFunction(() => Object.keys(window.stage.kit.getState().connectors).length > 1)
    const id = await connector()
    const outcome = await page.evaluate(
      (given) =>
        window.stage.modal.connect({ connector: given }).then(
          () => 'connected',
          ({ code }) => code,
        ),
      id ?? '',
    )
    expect(outcome).toBe('connected')
    expect((await events()).map(({ type }) => type)).toEqual([
      'opened',
      'wallet-chosen',
      'connect-started',
      'connected',
      'closed',
    ])
  })

  test('behavior: a wallet that the page has chosen is not asked before the terms are accepted', async () => {
    await open({
      modal: { termsUrl: 'https://shop.example/terms' },
      kit: { features: { legalCheckbox: true } },
    })
    await page.waitForFunction(() => Object.keys(window.stage.kit.getState().connectors).length > 1)
    const id = await connector()
    await page.evaluate(
      (given) => void window.stage.modal.connect({ connector: given }).catch(() => {}),
      id ?? '',
    )
    await dialog().getByRole('checkbox').waitFor()
    await page.evaluate(() => window.stage.modal.close())
    await isClosed()
    expect((await events()).map(({ type }) => type)).toEqual(['opened', 'closed'])
  })
})
