import {
  accounts,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addHarbor, openWallets, twoWallets } from '../helpers/wallets-cases.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const [ada, grace, receiver] = accounts

describe('several wallets of one family', () => {
  const held = {} as { theatre: Theatre; devnet: EvmDevnet }
  beforeAll(async () => {
    ;[held.theatre, held.devnet] = await Promise.all([raise(), startEvmDevnet()])
  })
  afterAll(() => Promise.all([held.theatre?.stop(), held.devnet?.stop()]))

  const dialogOf = (page: Page) => page.getByRole('dialog')
  const buttonNamed = (page: Page, name: string) =>
    dialogOf(page).getByRole('button', { name, exact: true })
  const heading = (page: Page, name: string) =>
    dialogOf(page).getByRole('heading', { name, exact: true })
  const accountButton = (page: Page) =>
    page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .first()
  const listed = (page: Page, list: string) =>
    dialogOf(page).getByRole('list', { name: list, exact: true }).getByRole('listitem')
  const shown = (page: Page) =>
    page.evaluate(() => {
      const { active, connections } = window.stage.kit.getState()
      const connection = connections[active.eip155 ?? '']
      return connection?.status === 'connected' ? connection.sessions[0]?.selected : undefined
    })
  const shows = (page: Page, { address }: { readonly address: string }) =>
    expect.poll(() => shown(page)).toBe(`eip155:31337:${address}`)
  const prompts = (page: Page) =>
    page.evaluate(() => window.stage.wallets.map((wallet) => wallet.prompts()))

  async function open(
    more: Partial<Setup> = {},
  ): Promise<{ readonly page: Page; readonly complaints: string[] }> {
    const { theatre, devnet } = held
    const opened = await theatre.open({
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      modal: { tokens: devnetTokens, lang: 'en' },
      ...twoWallets,
      ...more,
    })
    opened.page.setDefaultTimeout(15_000)
    return opened
  }
  async function reviewSend(page: Page, amount: string): Promise<void> {
    await accountButton(page).click()
    await buttonNamed(page, 'Send').click()
    await dialogOf(page).getByText('available').waitFor()
    await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill(amount)
    await dialogOf(page).getByRole('textbox', { name: 'Recipient' }).fill(receiver.address)
    await buttonNamed(page, 'Review').click()
    await heading(page, 'Review send').waitFor()
  }
  async function confirmSend(page: Page): Promise<void> {
    await buttonNamed(page, 'Confirm').click()
    await heading(page, 'Sent').waitFor()
    await buttonNamed(page, 'Close').click()
    await dialogOf(page).waitFor({ state: 'hidden' })
  }
  /** Reads from the chain which account sent the newest transaction. */
  async function lastSender(): Promise<string> {
    const chain = createPublicClient({ transport: http(held.devnet.url, { retryCount: 0 }) })
    const { transactions } = await chain.getBlock({ includeTransactions: true })
    const [transaction] = transactions
    expect(transaction?.to?.toLowerCase()).toBe(receiver.address.toLowerCase())
    return transaction?.from.toLowerCase() ?? ''
  }

  test('default: added, switched by keyboard, each sends from its own account, reloaded silently, removed', async () => {
    const { page, complaints } = await open({ buttons: 2 })
    await openWallets(page)
    await addHarbor(page)
    expect(await listed(page, 'Connected').count()).toBe(2)
    await shows(page, grace)
    await buttonNamed(page, 'Close').click()
    await reviewSend(page, '0.25')
    await confirmSend(page)
    expect(await lastSender()).toBe(grace.address.toLowerCase())

    // The view of the account has a row that leads to the other wallets.
    await accountButton(page).click()
    await buttonNamed(page, 'Wallets').click()
    await heading(page, 'Wallets').waitFor()
    const asked = await prompts(page)
    await buttonNamed(page, 'Switch to Foxglove').focus()
    await page.keyboard.press('Enter')
    await dialogOf(page).locator('.toast').getByText('Wallet switched').waitFor()
    await shows(page, ada)
    expect(await prompts(page)).toEqual(asked)
    await buttonNamed(page, 'Close').click()
    await reviewSend(page, '0.125')
    await confirmSend(page)
    expect(await lastSender()).toBe(ada.address.toLowerCase())

    await page.reload()
    await accountButton(page).waitFor()
    await shows(page, ada)
    await expect
      .poll(() =>
        page.evaluate(() =>
          Object.values(window.stage.kit.getState().connections).map(({ status }) => status),
        ),
      )
      .toEqual(['connected', 'connected'])
    expect(await prompts(page)).toEqual([0, 0])

    await accountButton(page).click()
    await buttonNamed(page, 'Wallets').click()
    await buttonNamed(page, 'Remove Foxglove').click()
    await dialogOf(page).locator('.toast').getByText('Wallet removed').waitFor()
    await shows(page, grace)
    expect(await listed(page, 'Connected').count()).toBe(1)
    expect(
      await buttonNamed(page, 'Add a wallet').evaluate(
        (it) => (it.getRootNode() as ShadowRoot).activeElement === it,
      ),
    ).toBe(true)
    await buttonNamed(page, 'Connect Foxglove').click()
    await dialogOf(page).locator('.toast').getByText('Wallet added').waitFor()
    await heading(page, 'Wallets').waitFor()
    await shows(page, ada)
    await buttonNamed(page, 'End all sessions').click()
    await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a switch, and a wallet that is removed, are followed by the other tab; a transfer under review goes out from the account that it names', async () => {
    const { page, complaints } = await open()
    await openWallets(page)
    await addHarbor(page)
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => void window.open(location.href)),
    ])
    other.setDefaultTimeout(15_000)
    await shows(other, grace)
    await reviewSend(other, '0.5')
    await buttonNamed(page, 'Switch to Foxglove').click()
    await shows(page, ada)
    await shows(other, ada)
    expect(await prompts(other)).toEqual([0, 0])
    await confirmSend(other)
    expect(await lastSender()).toBe(grace.address.toLowerCase())
    await buttonNamed(page, 'Remove Foxglove').click()
    await shows(page, grace)
    await shows(other, grace)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: what the other wallet does changes nothing that is shown, and choosing a connected one switches to it', async () => {
    const { page } = await open()
    await openWallets(page)
    await addHarbor(page)
    const changes = () =>
      page.evaluate(() =>
        window.stage.events.flatMap((event) =>
          event.type === 'account-changed' ? [event.account] : [],
        ),
      )
    await page.evaluate(() => window.stage.wallets[0]?.revoke())
    await expect.poll(() => listed(page, 'Connected').count()).toBe(1)
    await shows(page, grace)
    await buttonNamed(page, 'Connect Foxglove').click()
    await shows(page, ada)
    await buttonNamed(page, 'Add a wallet').click()
    await heading(page, 'Connect a wallet').waitFor()
    await buttonNamed(page, 'Harbor').click()
    await dialogOf(page).locator('.toast').getByText('Wallet switched').waitFor()
    await heading(page, 'Wallets').waitFor()
    await shows(page, grace)
    expect(await changes()).toEqual([`eip155:31337:${grace.address}`])
    // When a wallet is removed, the page is also told which account replaces its account.
    await buttonNamed(page, 'Remove Harbor').click()
    await shows(page, ada)
    expect((await changes()).at(-1)).toBe(`eip155:31337:${ada.address}`)
    await page.context().close()
  })

  test('behavior: without the feature the next wallet takes the place of the first, and there is no list of wallets', async () => {
    const { page } = await open({ kit: {} })
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await buttonNamed(page, 'Foxglove').click()
    await shows(page, ada)
    await accountButton(page).click()
    await buttonNamed(page, 'Settings').click()
    await heading(page, 'Settings').waitFor()
    expect(await buttonNamed(page, 'Wallets').count()).toBe(0)
    await page.evaluate(() => window.stage.modal.open({ view: 'Connect' }))
    await buttonNamed(page, 'Harbor').click()
    await shows(page, grace)
    expect(
      await page.evaluate(() => Object.keys(window.stage.kit.getState().connections)),
    ).toHaveLength(1)
    await page.context().close()
  })

  test('behavior: the list of wallets is loaded with the click that opens it', async () => {
    const loaded: string[] = []
    const { page } = await open()
    page.on('request', (request) => loaded.push(request.url()))
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await buttonNamed(page, 'Foxglove').click()
    await accountButton(page).click()
    await buttonNamed(page, 'Settings').click()
    await buttonNamed(page, 'Wallets').waitFor()
    await page.waitForLoadState('networkidle')
    loaded.length = 0
    await buttonNamed(page, 'Wallets').click()
    await heading(page, 'Wallets').waitFor()
    expect(loaded.filter((url) => url.endsWith('.js'))).toHaveLength(1)
    await page.context().close()
  })
})
