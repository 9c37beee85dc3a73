import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type StandInServer, startStandIn } from '../../packages/embedded/test/start-stand-in.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const chain = {
  id: 'eip155:31337',
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
} as const

describe('a network that goes away', () => {
  let theatre: Theatre
  let vault: StandInServer
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const buttonNamed = (page: Page, name: string) =>
    dialogOf(page).getByRole('button', { name, exact: true })
  const headingNamed = (page: Page, name: string) =>
    dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()
  const opener = (page: Page, name: string | RegExp) =>
    page.getByRole('main').getByRole('button', { name })
  const said = (page: Page, text: string) =>
    dialogOf(page).getByRole('status').getByText(text).waitFor()

  /** What nobody caught: a part that does not come is no fault of the page. */
  const faults: string[] = []
  afterEach(() => expect(faults.splice(0)).toEqual([]))
  beforeAll(async () => {
    ;[theatre, vault] = await Promise.all([raise(), startStandIn()])
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), vault?.stop()])
  })
  /** The page with the dialog's first chunk and nothing after it. */
  async function first(setup: Partial<Setup>): Promise<{ page: Page }> {
    const { page } = await theatre.open({ chains: [chain], ...setup })
    page.setDefaultTimeout(stepTimeout)
    await page.locator('dialog').waitFor({ state: 'attached' })
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.context().setOffline(true)
    await opener(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet')
    return { page }
  }

  for (const [name, view] of [
    ['QR code', 'Scan with your phone'],
    ['All wallets', 'All wallets'],
    ['What is a wallet?', 'What is a wallet?'],
  ] as const) {
    test(`further chunk: "${name}" says that it is not there, and leads on once the network is back`, async () => {
      const { page } = await first({ hasPhone: true })
      await buttonNamed(page, name).click()
      await said(page, 'Not loaded. Check your connection, or reload the page.')
      await buttonNamed(page, 'Try again').click()
      await said(page, 'Not loaded. Check your connection, or reload the page.')
      await page.context().setOffline(false)
      await buttonNamed(page, 'Try again').click()
      await headingNamed(page, view)
      expect(await buttonNamed(page, 'Try again').count()).toBe(0)
      if (view.startsWith('Scan'))
        await dialogOf(page).getByRole('img', { name: 'QR code' }).waitFor()
      await buttonNamed(page, 'Back').click()
      await headingNamed(page, 'Connect a wallet')
      await page.context().close()
    })
  }

  test('login chunk: Connect says that a part of it is not there, and shows it once the network is back', async () => {
    const network = { isBack: false, refused: 0 }
    const { page } = await theatre.open(
      { chains: [chain], vault: vault.url, wallets: [] },
      {
        // The dialog's first chunk asks for it at once, so that only its file is kept back.
        prepare: (opened) =>
          opened.route(`${theatre.origin}/assets/*.js`, async (route) => {
            const response = await route.fetch()
            const isLogin = (await response.text()).includes('Continue with email')
            if (!isLogin || network.isBack) return route.fulfill({ response })
            network.refused += 1
            await route.abort()
          }),
      },
    )
    page.setDefaultTimeout(stepTimeout)
    // Asked for once when the dialog's first chunk is there, and once more when it opens.
    await expect.poll(() => network.refused).toBe(1)
    await opener(page, 'Connect wallet').click()
    await expect.poll(() => network.refused).toBe(2)
    await said(page, 'Not loaded. Check your connection, or reload the page.')
    expect(await dialogOf(page).getByRole('textbox', { name: 'Email' }).count()).toBe(0)
    await buttonNamed(page, 'Try again').click()
    await expect.poll(() => network.refused).toBe(3)
    await said(page, 'Not loaded. Check your connection, or reload the page.')
    network.isBack = true
    await buttonNamed(page, 'Try again').click()
    await dialogOf(page).getByRole('textbox', { name: 'Email' }).waitFor()
    expect(await buttonNamed(page, 'Try again').count()).toBe(0)
    await page.context().close()
  })

  test('login: without the part that speaks with the vault a sign-in says why it ended, and the next one goes on', async () => {
    vault.rules.isSignedIn = false
    const { page } = await theatre.open({ chains: [chain], vault: vault.url, wallets: [] })
    page.setDefaultTimeout(stepTimeout)
    await opener(page, 'Connect wallet').click()
    await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('ada@shop.example')
    await page.context().setOffline(true)
    await buttonNamed(page, 'Continue with email').click()
    await dialogOf(page)
      .getByText('Not loaded. Check your connection, or reload the page.')
      .waitFor()
    await page.context().setOffline(false)
    await buttonNamed(page, 'Try again').click()
    await dialogOf(page).getByText('Enter the six digits we sent to ada@shop.example.').waitFor()
    await page.context().close()
  })

  test('late adapter: without the part that asks a wallet the connection says why it failed, and the next one stands', async () => {
    const { page } = await first({ wallets: [{ name: 'Foxglove' }] })
    await buttonNamed(page, 'Foxglove').click()
    await dialogOf(page).getByText('Not connected').waitFor()
    await dialogOf(page)
      .getByText('Not loaded. Check your connection, or reload the page.')
      .waitFor()
    await page.context().setOffline(false)
    await buttonNamed(page, 'Try again').click()
    await opener(page, /^Account/).waitFor()
    await page.context().close()
  })

  test('phones: without the client of the relays the code says why it is not there, and comes with another try', async () => {
    const { page } = await theatre.open({ chains: [chain], relays: ['wss://relay.example'] })
    page.setDefaultTimeout(stepTimeout)
    await opener(page, 'Connect wallet').click()
    await buttonNamed(page, 'What is a wallet?').click()
    await buttonNamed(page, 'Back').click()
    await page.context().setOffline(true)
    await buttonNamed(page, 'QR code').click()
    await dialogOf(page)
      .getByText('Not loaded. Check your connection, or reload the page.')
      .waitFor()
    // The client comes; the relay of this page never does.
    await page.context().setOffline(false)
    await buttonNamed(page, 'Try again').click()
    await buttonNamed(page, 'Copy link').waitFor()
    await page.context().close()
  })

  test('all wallets: a catalogue that did not load is said, with the wallets that are here, and comes with another try', async () => {
    const { page } = await theatre.open({ chains: [chain], hasPhone: true })
    page.setDefaultTimeout(stepTimeout)
    const wallets = dialogOf(page).getByRole('list', { name: 'Wallets' }).getByRole('button')
    await opener(page, 'Connect wallet').click()
    await buttonNamed(page, 'What is a wallet?').click()
    await buttonNamed(page, 'Back').click()
    await page.context().setOffline(true)
    await buttonNamed(page, 'All wallets').click()
    await said(
      page,
      'Only the best known wallets are here: the list was not loaded. Are you online?',
    )
    const few = await wallets.count()
    expect(few).toBeGreaterThan(10)
    await dialogOf(page).getByRole('searchbox').fill('hashpack')
    await page.context().setOffline(false)
    await buttonNamed(page, 'Try again').click()
    await dialogOf(page).getByRole('searchbox').fill('')
    await expect.poll(() => buttonNamed(page, 'Try again').count()).toBe(0)
    await dialogOf(page)
      .getByRole('list', { name: 'Wallets' })
      .getByRole('button')
      .last()
      .scrollIntoViewIfNeeded()
    await expect.poll(() => wallets.count()).toBeGreaterThan(few)
    await page.context().close()
  })

  test('account chunk: the pressed button of the page says that it did not come, and opens once the network is back', async () => {
    const { page } = await theatre.open({
      chains: [chain],
      wallets: [{ name: 'Foxglove' }],
      modal: { prefetch: false },
      kit: { gateway: { url: 'https://gateway.example', project: 'demo' } },
    })
    page.setDefaultTimeout(stepTimeout)
    await page.evaluate(() => window.stage.connect())
    await opener(page, /^Account/).waitFor()
    await page.context().setOffline(true)
    await opener(page, /^Account/).click()
    await opener(page, 'Not loaded. Try again').waitFor()
    expect(await opener(page, 'Network Devnet').innerText()).toBe('Devnet')
    expect(await dialogOf(page).count()).toBe(0)
    await page.context().setOffline(false)
    await opener(page, 'Not loaded. Try again').click()
    await headingNamed(page, '0xf39F…2266')
    await page.context().close()
  })

  for (const name of ['Swap', 'Buy', 'Activity'] as const) {
    test(`late chunks: "${name}" says that it did not come, and comes with another try`, async () => {
      const { page } = await theatre.open({
        chains: [chain],
        wallets: [{ name: 'Foxglove' }],
        kit: { gateway: { url: 'https://gateway.example', project: 'demo' } },
      })
      page.setDefaultTimeout(stepTimeout)
      await page.evaluate(() => window.stage.connect())
      await opener(page, /^Account/).click()
      await headingNamed(page, '0xf39F…2266')
      await page.context().setOffline(true)
      await dialogOf(page)
        .getByRole(name === 'Activity' ? 'tab' : 'button', { name, exact: true })
        .click()
      const missing = dialogOf(page).getByText(
        'Not loaded. Check your connection, or reload the page.',
      )
      await missing.waitFor()
      await buttonNamed(page, 'Try again').click()
      await missing.waitFor()
      await page.context().setOffline(false)
      // What it then asks of the gateway of this page fails, in its own words.
      await buttonNamed(page, 'Try again').click()
      await missing.waitFor({ state: 'detached' })
      await page.context().close()
    })
  }
})
