import {
  accounts,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type StandInServer, startStandIn } from '../../packages/embedded/test/start-stand-in.ts'
import { signedIn, standInFrame } from '../helpers/login-cases.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

describe('tabs of one site', () => {
  let theatre: Theatre
  let devnet: EvmDevnet
  let page: Page
  let complaints: string[]
  const button = (at: Page, name: string | RegExp) =>
    at.getByRole('button', { name, exact: typeof name === 'string' })
  const account = (at: Page) => button(at, /^Account/)
  /**
   * As a visitor opens a second one: what the wallet remembers of a tab is copied, and from then on
   * its own.
   */
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

  test('behavior: a tab that looks at wallets is done when another connects', async () => {
    const other = await openAnother()
    await disconnect()
    await button(other, 'Connect wallet').click()
    await other.getByRole('heading', { name: 'Connect a wallet' }).waitFor()
    const ending = other.evaluate(() =>
      window.stage.modal.connect().then(() => 'connected', String),
    )
    await connect()
    expect(await ending).toBe('connected')
    await other.getByRole('dialog').waitFor({ state: 'hidden' })
    await account(other).waitFor()
  })
})

describe('tabs of one site, by email', () => {
  let theatre: Theatre
  let vault: StandInServer
  const email = 'ada@shop.example'
  const main = (at: Page, name: string | RegExp) =>
    at.getByRole('main').getByRole('button', { name })
  const dialog = (at: Page) => at.getByRole('dialog')
  const account = (at: Page) =>
    at.evaluate(() => Object.values(window.stage.kit.getState().active).length)

  beforeAll(async () => {
    ;[theatre, vault] = await Promise.all([raise(), startStandIn()])
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), vault?.stop()])
  })
  const openTwo = async (): Promise<readonly [Page, Page]> => {
    vault.rules.isSignedIn = false
    const { page } = await theatre.open({
      chains: [devnetChain('http://127.0.0.1:1')],
      vault: vault.url,
      wallets: [],
    })
    page.setDefaultTimeout(stepTimeout)
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => void window.open(location.href)),
    ])
    other.setDefaultTimeout(stepTimeout)
    await main(other, 'Connect wallet').waitFor()
    return [page, other]
  }
  const signOut = async (at: Page): Promise<void> => {
    await main(at, /^Account/).click()
    await dialog(at).getByRole('button', { name: 'Disconnect', exact: true }).click()
    await main(at, 'Connect wallet').waitFor()
  }

  test('behavior: who signs in in one is signed in in the other, where Connect closes and no code is mailed', async () => {
    const [page, other] = await openTwo()
    await main(other, 'Connect wallet').click()
    await dialog(other).getByRole('textbox', { name: 'Email' }).waitFor()
    await page.bringToFront()
    await signedIn(page)
    await main(other, /^Account/).waitFor()
    await other.bringToFront()
    await dialog(other).waitFor({ state: 'hidden' })
    expect(await other.evaluate(() => window.stage.kit.getState().active.eip155)).toBe('embedded')
    const frame = await standInFrame(other)
    expect(
      await frame.evaluate(() => window.standIn.asked.map(({ method }) => method)),
    ).not.toContain('login-email')
    await main(other, /^Account/).click()
    await dialog(other).getByRole('heading', { name: email }).waitFor()
    await page.context().close()
  })

  test('behavior: who signs out in one is signed out in the other, whatever it shows, and can sign in there again for both', async () => {
    const [page, other] = await openTwo()
    await signedIn(page)
    await main(other, /^Account/).click()
    await dialog(other).getByRole('button', { name: 'Settings' }).click()
    await dialog(other).getByRole('button', { name: 'Export keys' }).waitFor()
    await page.bringToFront()
    await signOut(page)
    await main(other, 'Connect wallet').waitFor()
    await other.bringToFront()
    await dialog(other).waitFor({ state: 'hidden' })
    expect([await account(page), await account(other)]).toEqual([0, 0])
    // And back again, the other way round.
    await signedIn(other)
    await main(page, /^Account/).waitFor()
    await signOut(other)
    await main(page, 'Connect wallet').waitFor()
    await other.reload()
    await main(other, 'Connect wallet').waitFor()
    expect(await account(other)).toBe(0)
    await page.context().close()
  })
})
