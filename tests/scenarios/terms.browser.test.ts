import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StandInServer, startStandIn } from '../../packages/embedded/test/start-stand-in.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { openPhonePage } from '../worlds/phone-page.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, strictPolicy, type Theatre } from '../worlds/stage.ts'

const chains = [
  {
    id: 'eip155:31337',
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
] as const
const legal = { termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' }

let theatre: Theatre
let vault: StandInServer
beforeAll(async () => {
  ;[theatre, vault] = await Promise.all([raise(), startStandIn()])
  theatre.policy = `${strictPolicy()}; frame-src ${vault.url}`
})
afterAll(async () => {
  await Promise.all([theatre?.stop(), vault?.stop()])
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const box = (page: Page) =>
  dialogOf(page).getByRole('checkbox', { name: 'I accept the terms and the privacy policy' })
const headingNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('heading', { level: 2, name, exact: true })
const openDialog = (page: Page) => page.getByRole('button', { name: 'Connect wallet' }).click()
const attempts = (page: Page) =>
  page.evaluate(() =>
    Object.values(window.stage.kit.getState().connections).filter(
      ({ status }) => status !== 'idle',
    ),
  )

async function open(
  features: NonNullable<Setup['kit']>['features'] = {},
  more: Partial<Setup> = {},
): Promise<Page> {
  vault.rules.isSignedIn = false
  const { page } = await theatre.open({
    chains,
    wallets: [{ name: 'Foxglove', rdns: 'test.foxglove' }],
    vault: vault.url,
    modal: legal,
    kit: { features: { legalCheckbox: true, ...features } },
    ...more,
  })
  page.setDefaultTimeout(stepTimeout)
  return page
}

describe('terms to accept', () => {
  test('default: neither an email nor a social account is asked for before, and they are accepted once', async () => {
    const page = await open({}, { hasPhone: true })
    await openDialog(page)
    await dialogOf(page).getByRole('textbox', { name: 'Email' }).fill('ada@shop.example')
    const asked = vault.asked.length
    for (const name of [
      'Continue with email',
      'Continue with Google',
      'More options',
      'QR code',
      'All wallets',
    ]) {
      await buttonNamed(page, name).click()
      await dialogOf(page).getByText('Accept the terms first').waitFor()
      await headingNamed(page, 'Connect a wallet').waitFor()
    }
    expect(vault.asked.length).toBe(asked)
    expect(await attempts(page)).toEqual([])
    await box(page).check()
    await buttonNamed(page, 'More options').click()
    const row = buttonNamed(page, 'Continue with Discord')
    await row.waitFor()
    expect(await box(page).count()).toBe(0)
    await Promise.all([page.waitForEvent('popup'), row.click()])
    await page.context().close()
  })

  test.each([
    'ConnectSocials',
    'EmailLogin',
    'AllWallets',
    'ConnectWallets',
    'ConnectingWalletConnectBasic',
  ] as const)('behavior: %s, opened by the page, begins with them', async (view) => {
    const page = await open({}, { hasPhone: true })
    await page.evaluate((name) => void window.stage.modal.open({ view: name }), view)
    await box(page).waitFor()
    const controls = dialogOf(page).getByRole('button')
    expect(await controls.allTextContents()).toEqual([''])
    expect(await controls.getAttribute('aria-label')).toBe('Close')
    expect(await attempts(page)).toEqual([])
    expect(await page.evaluate(() => window.stage.phone.links.length)).toBe(0)
    // Not by `check`, which looks at the box once more: it is gone then.
    await box(page).click()
    await expect.poll(() => box(page).count()).toBe(0)
    const inside = {
      ConnectSocials: buttonNamed(page, 'Continue with Discord'),
      EmailLogin: dialogOf(page).getByRole('textbox', { name: 'Email' }),
      AllWallets: dialogOf(page).getByRole('searchbox', { name: 'Search wallets' }),
      ConnectWallets: buttonNamed(page, 'Foxglove'),
      ConnectingWalletConnectBasic: dialogOf(page).getByRole('img', { name: 'QR code' }),
    }
    await inside[view].waitFor()
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement?.shadowRoot?.activeElement?.tagName ??
          document.activeElement?.tagName,
      )
    if (view !== 'AllWallets') expect(await focused()).toBe('H2')
    await page.context().close()
  })

  test('behavior: wallets behind one button ask for them once', async () => {
    const page = await open({ collapseWallets: true })
    await openDialog(page)
    await buttonNamed(page, 'Continue with a wallet').click()
    await dialogOf(page).getByText('Accept the terms first').waitFor()
    await box(page).check()
    await buttonNamed(page, 'Continue with a wallet').click()
    await buttonNamed(page, 'Foxglove').click()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .waitFor()
    await page.context().close()
  })

  test('behavior: no link into an app of the phone stands in All wallets before', async () => {
    const custom = [{ id: 'cove', name: 'Cove', mobile_link: 'cove://' }]
    const page = await openPhonePage(theatre, 'phone', {
      modal: legal,
      kit: { wallets: { include: ['cove'], custom }, features: { legalCheckbox: true } },
    })
    await page.evaluate(() => void window.stage.modal.open({ view: 'AllWallets' }))
    await box(page).waitFor()
    await expect.poll(() => page.evaluate(() => window.stage.phone.links.length)).toBe(1)
    expect(await dialogOf(page).locator('a[href^="cove"]').count()).toBe(0)
    await box(page).click()
    await dialogOf(page).getByRole('link', { name: 'Cove', exact: true }).waitFor()
    await page.context().close()
  })

  test('behavior: what was accepted is taken back by the box', async () => {
    const page = await open()
    await openDialog(page)
    await box(page).check()
    await box(page).uncheck()
    await buttonNamed(page, 'Foxglove').click()
    await dialogOf(page).getByText('Accept the terms first').waitFor()
    expect(await page.evaluate(() => window.stage.wallets[0]?.prompts())).toBe(0)
    await page.context().close()
  })
})
