import { devnetChain } from '@latchkey/devnet'
import type { Chain, ErrorCode } from '@latchkey/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCode } from '../helpers/read-code.ts'
import { awaitLastPart, drawFrames, watchRequests } from '../helpers/settle-page.ts'
import { openPhonePage } from '../worlds/phone-page.ts'
import type { Granted } from '../worlds/stage/fake-transport.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre } = {}
beforeAll(async () => {
  held.theatre = await raise()
})
afterAll(() => held.theatre?.stop())

const custom = [
  {
    id: 'cove',
    name: 'Cove',
    mobile_link: 'cove://',
    desktop_link: 'cove-desktop://',
    homepage: 'https://cove.example',
  },
  {
    id: 'tidal',
    name: 'Tidal',
    mobile_link: 'https://tidal.example',
    app_store: 'https://apps.apple.com/app/id1',
  },
  { id: 'kestrel', name: 'Kestrel', webapp_link: 'https://kestrel.example' },
]
const wallets = { include: ['cove', 'tidal', 'kestrel'], custom }
async function stand(form: 'desktop' | 'phone', setup: Partial<Setup> = {}): Promise<Page> {
  const page = await openPhonePage(held.theatre, form, { kit: { wallets }, ...setup })
  // Where apps and pages of wallets would be.
  await page
    .context()
    .route('https://*.example/**', (route) => route.fulfill({ body: 'the page of a wallet' }))
  return page
}
const dialogOf = (page: Page) => page.getByRole('dialog')
const openDialog = (page: Page) => page.getByRole('button', { name: 'Connect wallet' }).click()
const buttonNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => dialogOf(page).getByRole('link', { name, exact: true })
const headingNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('heading', { name, exact: true })
const phone = (page: Page) =>
  page.evaluate(() => {
    const { links, used } = window.stage.phone
    return { links: [...links], used: [...used] }
  })
const uriIn = (href: string | null): string | null => new URL(href ?? '').searchParams.get('uri')
/** What the page does and does not do while a link is pressed. */
const watchPress = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const seen = { isPrevented: true, statusWithin: '', href: '' }
    Object.assign(window, { seen })
    root?.addEventListener('click', (event) => {
      const anchor = event
        .composedPath()
        .find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement)
      seen.isPrevented = event.defaultPrevented
      seen.href = anchor?.href ?? ''
      seen.statusWithin = window.stage.kit.getState().connections.walletConnect?.status ?? 'idle'
    })
  })
const pressed = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { seen: { isPrevented: boolean; statusWithin: string; href: string } })
        .seen,
  )
/** What is read from the screen is the link of the attempt, counted from 0. */
async function expectCode(page: Page, attempt = 0): Promise<void> {
  await expect.poll(async () => (await phone(page)).used.length).toBe(attempt + 1)
  const { used } = await phone(page)
  await expect.poll(() => readCode(page)).toBe(used[attempt])
}
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

describe('a wallet on this phone', () => {
  test('behavior: its row is an anchor with the final address before it can be tapped; until then a button that waits', async () => {
    const page = await stand('phone')
    await page.evaluate(() => window.stage.phone.hold(true))
    await openDialog(page)
    await buttonNamed(page, 'Cove').waitFor()
    expect(await dialogOf(page).locator('a.row').count()).toBe(0)
    expect(await buttonNamed(page, 'Cove').getAttribute('aria-busy')).toBe('true')
    await page.evaluate(() => window.stage.phone.hold(false))
    await link(page, 'Cove').waitFor()
    const { links } = await phone(page)
    expect(links).toHaveLength(1)
    expect(await link(page, 'Cove').getAttribute('href')).toBe(
      `cove://wc?uri=${encodeURIComponent(links[0] ?? '')}`,
    )
    expect(await link(page, 'Cove').getAttribute('target')).toBeNull()
    expect(uriIn(await link(page, 'Tidal').getAttribute('href'))).toBe(links[0])
    expect(await link(page, 'Tidal').getAttribute('target')).toBe('_blank')
    expect(await link(page, 'Kestrel').getAttribute('href')).toMatch(
      /^https:\/\/kestrel\.example\/wc\?uri=wc%3A/,
    )
    await buttonNamed(page, 'All wallets').click()
    expect(uriIn(await link(page, 'Tidal').getAttribute('href'))).toBe(links[0])
    await page.context().close()
  })

  test('behavior: the tap itself goes there, and the attempt has begun within it', async () => {
    const page = await stand('phone')
    await openDialog(page)
    await watchPress(page)
    const opened = page.context().waitForEvent('page')
    await link(page, 'Tidal').tap()
    const wallet = await opened
    await wallet.waitForURL(/tidal/)
    await expect.poll(async () => (await phone(page)).used.length).toBe(1)
    const { links, used } = await phone(page)
    expect(used).toEqual(links)
    expect(uriIn(wallet.url())).toBe(links[0])
    expect(await wallet.evaluate(() => window.opener)).toBeNull()
    await expect
      .poll(() => pressed(page))
      .toEqual({
        isPrevented: false,
        statusWithin: 'connecting',
        href: wallet.url(),
      })
    await headingNamed(page, 'Tidal').waitFor()
    await dialogOf(page).getByText('Continue in Tidal').first().waitFor()
    expect(uriIn(await link(page, 'Open Tidal').getAttribute('href'))).toBe(links[0])
    expect(await dialogOf(page).getByRole('img', { name: 'QR code' }).count()).toBe(0)
    await buttonNamed(page, 'QR code').click()
    expect(await readCode(page)).toBe(links[0])
    await page.context().close()
  })

  test('behavior: the scheme of an app is not kept from opening it', async () => {
    const page = await stand('phone')
    await openDialog(page)
    await watchPress(page)
    await link(page, 'Cove').tap()
    const { links } = await phone(page)
    const href = `cove://wc?uri=${encodeURIComponent(links[0] ?? '')}`
    await expect
      .poll(() => pressed(page))
      .toEqual({ isPrevented: false, statusWithin: 'connecting', href })
    await page.context().close()
  })

  test('behavior: one who taps before there is a link waits for it in the view of the wallet', async () => {
    const page = await stand('phone')
    await page.evaluate(() => window.stage.phone.hold(true))
    await openDialog(page)
    await buttonNamed(page, 'Cove').tap()
    await dialogOf(page).getByRole('status').getByText('One moment…').waitFor()
    await page.evaluate(() => window.stage.phone.hold(false))
    const { used } = await (async () => {
      await link(page, 'Open Cove').waitFor()
      return phone(page)
    })()
    expect(uriIn(await link(page, 'Open Cove').getAttribute('href'))).toBe(used[0])
    await page.context().close()
  })

  test('behavior: hidden, approved, shown again: connected and closed, nothing asked twice', async () => {
    const page = await stand('phone')
    await openDialog(page)
    await link(page, 'Cove').tap()
    await link(page, 'Open Cove').waitFor()
    await setVisibility(page, 'hidden')
    await page.evaluate(() => window.stage.phone.approve())
    await setVisibility(page, 'visible')
    await dialogOf(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    expect((await phone(page)).used).toHaveLength(1)
    await page.context().close()
  })

  test('behavior: the second wallet tapped gets a link of its own', async () => {
    const page = await stand('phone')
    await openDialog(page)
    await link(page, 'Cove').tap()
    await link(page, 'Open Cove').waitFor()
    await buttonNamed(page, 'Back').click()
    // The list is there a moment before the attempt it comes from has ended and its next link is
    // made.
    await expect.poll(async () => (await phone(page)).links.length).toBe(2)
    const { links, used } = await phone(page)
    expect(used).toHaveLength(1)
    await expect
      .poll(async () => uriIn(await link(page, 'Kestrel').getAttribute('href')))
      .toBe(links[1])
    await page.context().close()
  })

  test('behavior: a list left open renews its links, also after the page has slept', async () => {
    const page = await stand('phone')
    await page.evaluate(() => window.stage.phone.lifetime(12_000))
    await openDialog(page)
    await link(page, 'Cove').waitFor()
    const href = () => link(page, 'Cove').getAttribute('href')
    const first = await href()
    await expect.poll(href, { timeout: 15_000 }).not.toBe(first)
    await page.evaluate(() => window.stage.phone.lifetime(240_000))
    await expect
      .poll(async () => (await phone(page)).links.length, { timeout: 15_000 })
      .toBeGreaterThan(2)
    const slept = await href()
    await page.evaluate(() => {
      const now = Date.now
      Date.now = () => now() + 3_600_000
    })
    await setVisibility(page, 'visible')
    await expect.poll(href).not.toBe(slept)
    await page.context().close()
  })

  test('behavior: terms to accept come before the app', async () => {
    const page = await stand('phone', {
      kit: { wallets, features: { legalCheckbox: true } },
      modal: { termsUrl: 'https://shop.example/terms' },
    })
    await openDialog(page)
    await expect.poll(async () => (await phone(page)).links.length).toBe(1)
    expect(await dialogOf(page).locator('a.row').count()).toBe(0)
    await buttonNamed(page, 'Cove').tap()
    await dialogOf(page).getByText('Accept the terms first').waitFor()
    await dialogOf(page).getByRole('checkbox').check()
    await link(page, 'Cove').waitFor()
    await page.context().close()
  })

  test('behavior: a wallet that is asked by a link may also show this page in its own browser', async () => {
    const page = await stand('phone', {
      kit: { wallets: { include: ['metamask', 'cove'], custom } },
    })
    await openDialog(page)
    await link(page, 'MetaMask').tap()
    const browse = link(page, 'Open this page in MetaMask')
    const { host, pathname } = new URL(page.url())
    expect(decodeURIComponent((await browse.getAttribute('href')) ?? '')).toContain(
      `${host}${pathname}`,
    )
    await buttonNamed(page, 'Back').click()
    // One that has no browser of its own that is known.
    await link(page, 'Cove').tap()
    await link(page, 'Open Cove').waitFor()
    expect(
      await dialogOf(page)
        .getByRole('link', { name: /^Open this page/ })
        .count(),
    ).toBe(0)
    await page.context().close()
  })

  test('behavior: downloads are those of this phone', async () => {
    const page = await stand('phone')
    await openDialog(page)
    await link(page, 'Tidal').tap()
    await buttonNamed(page, 'Get Tidal').click()
    await headingNamed(page, 'Get Tidal').waitFor()
    expect(await dialogOf(page).getByRole('link').allInnerTexts()).toEqual(['App Store'])
    await page.context().close()
  })
})

describe('a wallet on another device', () => {
  test('behavior: nothing is made before the hand is on the button; the click shows what was made then', async () => {
    const page = await stand('desktop')
    const settle = watchRequests(page)
    const isWhole = awaitLastPart(page)
    await openDialog(page)
    await buttonNamed(page, 'QR code').waitFor()
    // On a phone the link is made by then, when the dialog has drawn its list.
    await isWhole
    await settle()
    await drawFrames(page)
    expect((await phone(page)).links).toEqual([])
    await buttonNamed(page, 'QR code').hover()
    await expect.poll(async () => (await phone(page)).links.length).toBe(1)
    await buttonNamed(page, 'QR code').click()
    await headingNamed(page, 'Scan with your phone').waitFor()
    await expect.poll(async () => (await phone(page)).used.length).toBe(1)
    const { links, used } = await phone(page)
    expect([links.length, used]).toEqual([1, links])
    expect(await readCode(page)).toBe(links[0])
    await page.context().close()
  })

  test('behavior: the code stands in the first frame that has its link, in a place that was kept', async () => {
    const page = await stand('desktop')
    await page.evaluate(() => window.stage.phone.hold(true))
    await openDialog(page)
    await buttonNamed(page, 'QR code').click()
    const image = dialogOf(page).getByRole('img', { name: 'QR code' })
    await image.and(page.locator('[aria-busy=true]')).waitFor()
    const place = await image.boundingBox()
    const isThere = await page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const { kit, phone } = window.stage
          const stop = kit.watch(({ type }) => {
            if (type !== 'connect-prompted') return
            stop()
            requestAnimationFrame(() => {
              const root = document.querySelector('latchkey-modal')?.shadowRoot
              resolve(root?.querySelector('.qr > path') !== null)
            })
          })
          phone.hold(false)
        }),
    )
    expect(isThere).toBe(true)
    expect(await image.boundingBox()).toEqual(place)
    await page.context().close()
  })

  test('behavior: read from the screen with the wallet in the middle, in both themes, and again after it was renewed', async () => {
    const page = await stand('desktop')
    await openDialog(page)
    await buttonNamed(page, 'Cove').click()
    await headingNamed(page, 'Cove').waitFor()
    await expectCode(page)
    await page.evaluate(() => window.stage.modal.setTheme({ mode: 'dark' }))
    expect(await readCode(page)).toBe((await phone(page)).used[0])
    expect(await dialogOf(page).getByText('Code renewed').count()).toBe(0)
    await page.evaluate(() => window.stage.phone.renew())
    await dialogOf(page).getByRole('status').getByText('Code renewed').waitFor()
    const { links } = await phone(page)
    expect(links).toHaveLength(2)
    expect(await readCode(page)).toBe(links[1])
    expect(await link(page, 'Open Cove').getAttribute('href')).toBe(
      `cove-desktop://wc?uri=${encodeURIComponent(links[1] ?? '')}`,
    )
    await page.context().close()
  })

  test('behavior: the link can be copied', async () => {
    const page = await stand('desktop')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openDialog(page)
    await buttonNamed(page, 'QR code').click()
    await expect.poll(async () => (await phone(page)).used.length).toBe(1)
    await buttonNamed(page, 'Copy link').click()
    await dialogOf(page).getByText('Copied').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      (await phone(page)).used[0],
    )
    await page.context().close()
  })

  const failures: readonly (readonly [ErrorCode, string, string])[] = [
    ['connection-rejected', 'Declined', 'Try again'],
    ['pairing-expired', 'The code has expired', 'Show a new code'],
    ['relay-unreachable', 'No connection', 'Try again'],
    ['connection-timeout', 'No answer', 'Try again'],
    ['session-settlement-failed', 'Not finished', 'Try again'],
    ['wallet-answer-invalid', 'Not connected', 'Try again'],
  ]
  test.each(failures)(
    'behavior: %s: its own words, and the next step shows a new code',
    async (code, title, step) => {
      const page = await stand('desktop')
      await openDialog(page)
      await buttonNamed(page, 'Cove').click()
      await headingNamed(page, 'Cove').waitFor()
      await page.evaluate((why) => window.stage.phone.fail(why), code)
      await dialogOf(page).getByRole('status').getByText(title, { exact: true }).waitFor()
      await buttonNamed(page, step).click()
      await expect.poll(async () => (await phone(page)).used.length).toBe(2)
      await expectCode(page, 1)
      await page.evaluate(() => window.stage.phone.approve())
      await dialogOf(page).waitFor({ state: 'hidden' })
      await page.context().close()
    },
  )

  test('behavior: a wallet with none of the networks leads to another wallet', async () => {
    const page = await stand('desktop')
    await openDialog(page)
    await buttonNamed(page, 'Cove').click()
    await page.evaluate(() => window.stage.phone.fail('proposal-unsupported'))
    await dialogOf(page).getByText('Latchkey Devnet').waitFor()
    await buttonNamed(page, 'Choose another wallet').click()
    await headingNamed(page, 'All wallets').waitFor()
    await page.context().close()
  })

  test('behavior: closed while the code is shown, the question is taken back', async () => {
    const page = await stand('desktop')
    await openDialog(page)
    await buttonNamed(page, 'QR code').click()
    await expect.poll(async () => (await phone(page)).used.length).toBe(1)
    await buttonNamed(page, 'Close').click()
    await expect
      .poll(() => page.evaluate(() => Object.keys(window.stage.kit.getState().connections)))
      .toEqual([])
    await page.context().close()
  })

  test('behavior: who scanned comes first on the next visit, found by its links, and goes the same way again', async () => {
    const page = await stand('desktop')
    await openDialog(page)
    await buttonNamed(page, 'QR code').click()
    await page.evaluate(() => window.stage.phone.approve({ native: 'cove://' }))
    await page.getByRole('button', { name: /^Account/ }).click()
    await buttonNamed(page, 'Settings').click()
    await dialogOf(page).getByText('Harbor Phone').first().waitFor()
    expect(
      await buttonNamed(page, 'Disconnect').evaluate(
        (it) => it.getAttribute('aria-describedby') !== null,
      ),
    ).toBe(true)
    await buttonNamed(page, 'Disconnect').click()
    await page.reload()
    await openDialog(page)
    const recent = dialogOf(page).getByRole('list', { name: 'Recent' })
    expect(await recent.getByRole('button').allInnerTexts()).toEqual(['Cove'])
    expect(
      await dialogOf(page)
        .getByRole('list', { name: 'Popular' })
        .getByRole('button')
        .allInnerTexts(),
    ).toEqual(['Tidal', 'Kestrel'])
    await recent.getByRole('button').click()
    await headingNamed(page, 'Cove').waitFor()
    await expectCode(page)
    await page.context().close()
  })

  test('behavior: one far down the list comes first all the same', async () => {
    const page = await stand('phone', { kit: {} })
    await openDialog(page)
    await buttonNamed(page, 'All wallets').click()
    await dialogOf(page).getByRole('searchbox').fill('bitski')
    await link(page, 'Bitski').waitFor()
    await link(page, 'Bitski').evaluate((it) =>
      it.addEventListener('click', (event) => event.preventDefault()),
    )
    await link(page, 'Bitski').tap()
    await page.evaluate(() => window.stage.phone.approve({ name: 'Somebody' }))
    await page.getByRole('button', { name: /^Account/ }).click()
    await buttonNamed(page, 'Disconnect').click()
    await page.reload()
    await openDialog(page)
    const row = dialogOf(page)
      .getByRole('list', { name: 'Recent' })
      .getByRole('link', { name: 'Bitski' })
    expect(await row.getAttribute('href')).toContain('wc?uri=wc%3A')
    await page.context().close()
  })

  test('behavior: the wallet chosen is remembered where it says nothing of its links', async () => {
    const page = await stand('desktop')
    await openDialog(page)
    await buttonNamed(page, 'Kestrel').click()
    await page.evaluate(() => window.stage.phone.approve({ name: 'Somebody' }))
    await expect
      .poll(() => page.evaluate(() => window.stage.kit.getState().recent.map(({ id }) => id)))
      .toEqual(['kestrel'])
    await page.context().close()
  })
})

describe('where it stands', () => {
  test('behavior: the owner’s order moves the button; without one it stands below', async () => {
    const y = async (page: Page, name: string) =>
      (await buttonNamed(page, name).boundingBox())?.y ?? Number.NaN
    const below = await stand('desktop')
    await openDialog(below)
    expect(await y(below, 'QR code')).toBeGreaterThan(await y(below, 'Kestrel'))
    await below.context().close()
    const above = await stand('desktop', {
      kit: { wallets: { ...wallets, order: ['walletConnect', 'recommended'] } },
    })
    await openDialog(above)
    expect(await y(above, 'QR code')).toBeLessThan(await y(above, 'Cove'))
    expect(await buttonNamed(above, 'QR code').count()).toBe(1)
    await above.context().close()
  })

  test('behavior: a kit without a way to other devices has none of it', async () => {
    for (const form of ['desktop', 'phone'] as const) {
      const page = await stand(form, { hasPhone: false })
      await openDialog(page)
      await buttonNamed(page, 'Cove').waitFor()
      expect(await buttonNamed(page, 'QR code').count()).toBe(0)
      expect(await dialogOf(page).locator('a.row').count()).toBe(0)
      await buttonNamed(page, 'Cove').click()
      await headingNamed(page, 'Get Cove').waitFor()
      await page.context().close()
    }
  })

  test('behavior: a kit without adapters opens with the code, on a phone with all wallets', async () => {
    const desktop = await stand('desktop', { isBare: true })
    await openDialog(desktop)
    await headingNamed(desktop, 'Scan with your phone').waitFor()
    await expectCode(desktop)
    await desktop.context().close()
    const small = await stand('phone', { isBare: true })
    await openDialog(small)
    await headingNamed(small, 'All wallets').waitFor()
    await link(small, 'Cove').waitFor()
    await small.context().close()
  })
})

describe('a network that the wallet elsewhere has not opened', () => {
  const here: Chain = { ...devnetChain(), rpcUrls: [] }
  const there: Chain = { ...here, id: 'eip155:5', name: 'Second network' }
  async function connected(granted: Granted): Promise<Page> {
    const page = await stand('desktop', { chains: [here, there] })
    await openDialog(page)
    await buttonNamed(page, 'QR code').click()
    await page.evaluate((given) => window.stage.phone.approve({}, given), granted)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .waitFor()
    await openNetworks(page)
    return page
  }
  const openNetworks = async (page: Page) => {
    await page.evaluate(() => window.stage.modal.open({ view: 'Networks' }))
    await headingNamed(page, 'Networks').waitFor()
  }
  const row = (page: Page) => dialogOf(page).getByRole('button', { name: /^Second network/ })

  test('default: a session that may switch is asked, and is said to lack it once it has refused', async () => {
    const page = await connected({
      chains: [here.id],
      methods: ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'],
    })
    // Nobody can tell beforehand what the wallet will do: most add it then.
    expect(await row(page).getAttribute('data-lacking')).toBe('false')
    expect(await page.evaluate(() => window.stage.phone.asked)).toEqual([])
    await row(page).click()
    await headingNamed(page, 'Switch to Second network').waitFor()
    await expect
      .poll(() => page.evaluate(() => window.stage.phone.asked.at(-1)))
      .toBe('wallet_switchEthereumChain')
    await page.evaluate(() => window.stage.phone.refuse(4902))
    await buttonNamed(page, 'Choose another network').click()
    await headingNamed(page, 'Networks').waitFor()
    await expect.poll(() => row(page).getAttribute('data-lacking')).toBe('true')
    await dialogOf(page).getByText('Not in Harbor Phone').waitFor()
    await page.context().close()
  })

  test('behavior: one that may not switch at all says so without asking the wallet, and is grey afterwards', async () => {
    const page = await connected({ chains: [here.id], methods: ['personal_sign'] })
    await row(page).click()
    await buttonNamed(page, 'Choose another network').click()
    await headingNamed(page, 'Networks').waitFor()
    await expect.poll(() => row(page).getAttribute('data-lacking')).toBe('true')
    await dialogOf(page).getByText('Not in Harbor Phone').waitFor()
    expect(await page.evaluate(() => window.stage.phone.asked)).toEqual([])
    await page.context().close()
  })
})
