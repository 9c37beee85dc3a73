import { accounts, devnetChain, devnetTokens, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raise, type Theatre } from './stage.ts'

describe('tabs of one site', () => {
  let theatre: Theatre
  let devnet: EvmDevnet
  let page: Page
  let complaints: string[]
  const button = (at: Page, name: string | RegExp) => at.getByRole('button', { name, exact: typeof name === 'string' })
  const account = (at: Page) => button(at, /^Account/)
  /** As a visitor opens a second one: what the wallet remembers of a tab is copied, and from then on its own. */
  const openAnother = async (): Promise<Page> => {
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => void window.open(location.href)),
    ])
    await account(other).waitFor()
    return other
  }
  const connect = async (): Promise<void> => {
    await button(page, 'Connect wallet').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Foxglove' }).first().click()
    await account(page).waitFor()
  }
  const disconnect = async (): Promise<void> => {
    await account(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await button(page, 'Connect wallet').waitFor()
  }

  beforeAll(async () => {
    ;[theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), devnet?.stop()])
  })
  beforeEach(async () => {
    ;({ page, complaints } = await theatre.open({
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      modal: { tokens: devnetTokens, lang: 'en' },
    }))
    await connect()
    return () => page.context().close()
  })

  test('behavior: what ends in one ends in the other at once, though the wallet tells nobody', async () => {
    const other = await openAnother()
    await account(other).click()
    await other.getByRole('heading', { name: 'ada.eth' }).waitFor()
    await disconnect()
    await button(other, 'Connect wallet').waitFor()
    await other.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await other.evaluate(() => Object.keys(window.stage.kit.getState().active))).toEqual([])
    expect(complaints).toEqual([])
  })

  test('behavior: what is connected in one is connected in the other, without a prompt', async () => {
    const other = await openAnother()
    await disconnect()
    await button(other, 'Connect wallet').waitFor()
    await connect()
    await account(other).waitFor()
    expect(await other.evaluate(() => window.stage.wallets[0]?.prompts())).toBe(0)
  })

  test('behavior: a transfer that was under review cannot go out once the connection was ended elsewhere', async () => {
    const other = await openAnother()
    await account(other).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await other.getByText('available').waitFor()
    await other.getByRole('textbox', { name: 'Amount' }).fill('1')
    await other.getByRole('textbox', { name: 'Recipient' }).fill(accounts[1].address)
    await button(other, 'Review').click()
    await other.getByRole('heading', { name: 'Review send' }).waitFor()
    // The press and the end at once: the other tab has had no time to hear.
    await disconnect()
    await button(other, 'Confirm')
      .click({ timeout: 1000 })
      .catch(() => undefined)
    await button(other, 'Connect wallet').waitFor()
    const asked = await other.evaluate(() =>
      window.stage.wallets[0]?.requests.filter(({ method }) => method === 'eth_sendTransaction'),
    )
    expect(asked).toEqual([])
  })

  test('behavior: after a reload the page shows the last name at once, and never the address first', async () => {
    await account(page).click()
    await page.getByRole('heading', { name: 'ada.eth' }).waitFor()
    await button(page, 'Close').click()
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = (): void => {
        const text = document.querySelector('main button')?.getAttribute('aria-label')
        if (text && seen.at(-1) !== text) seen.push(text)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.reload()
    await button(page, 'Account ada.eth').waitFor()
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(seen.filter((text) => text.startsWith('Account'))).toEqual(['Account ada.eth'])
    await disconnect()
    expect(await page.evaluate(() => localStorage.getItem('latchkey.default.v1.names'))).toBeNull()
  })
})
