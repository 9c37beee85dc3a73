import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCode } from '../../../tests/helpers/read-code.ts'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'
import { type EmbeddedWorld, type Shop, startEmbeddedWorld } from '../test/embedded-world.ts'

const held = {} as { world: EmbeddedWorld }
beforeAll(async () => {
  held.world = await startEmbeddedWorld()
  held.world.context.setDefaultTimeout(stepTimeout)
})
afterAll(() => held.world?.stop())

const providers = ['Google', 'X', 'Discord', 'Apple', 'GitHub', 'Facebook'] as const
const siteOf = (name: string): string => `${name.toLowerCase()}.localhost`

/** Presses a way to sign in; those that do not stand beside the field are one step further. */
async function way({ page, dialog }: Shop, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const more = dialog.getByRole('button', { name: 'More options' })
  await more.waitFor()
  const press = dialog.getByRole('button', { name: `Continue with ${name}`, exact: true })
  if (!(await press.isVisible())) await more.click()
  return press
}

/** The provider's page, reached through the vault's window. */
async function toProvider(press: Locator): Promise<Page> {
  const window = await held.world.opened(press)
  await window.getByRole('textbox', { name: 'Account' }).waitFor()
  return window
}

async function signInAt(window: Page, account: string, email = ''): Promise<void> {
  await window.getByRole('textbox', { name: 'Account' }).fill(account)
  await window.getByRole('textbox', { name: 'Email' }).fill(email)
  await Promise.all([
    window.waitForEvent('close'),
    window.getByRole('button', { name: 'Sign in' }).click(),
  ])
}

const recovering = (dialog: Locator) =>
  dialog.getByRole('heading', { name: 'Bring your wallet here', exact: true })
/** What the page's button says of its account. */
const shownAddress = (address: string): RegExp =>
  new RegExp(`${address.slice(0, 4)}.*${address.slice(-4)}`, 'i')

/** Everything the kit told the page, newest first; the page keeps it behind the dialog too. */
async function eventsOf(page: Page): Promise<string> {
  const toggle = page.locator('button', { hasText: /^Playground$/ })
  await toggle.dispatchEvent('click')
  const told = await page.locator('.events').textContent()
  await toggle.dispatchEvent('click')
  return told ?? ''
}

/** The window of the vault stays in it: its last call before it would leave never comes back. */
async function holdInVault(context: BrowserContext): Promise<() => Promise<void>> {
  const [address, hold] = ['**/api/logins/proceed', () => {}] as const
  await context.route(address, hold)
  return () => context.unroute(address, hold)
}

describe('social sign-in', () => {
  test.each(providers)(
    'behavior: %s makes a wallet that a reload finds, and knows its owner on a second site',
    async (name) => {
      const { openShop, addressOf } = held.world
      const first = await openShop(siteOf(name))
      await signInAt(await toProvider(await way(first, name)), 'ada')
      const address = await addressOf(first.page)
      expect(address).toMatch(/^0x[\da-f]{40}$/i)
      const account = first.page.getByRole('button', { name: /^Account/ })
      expect(await account.innerText()).toMatch(shownAddress(address))
      await first.page.reload()
      expect(await addressOf(first.page)).toBe(address)
      expect(first.complaints).toEqual([])
      await first.page.close()

      const second = await openShop(`second-${siteOf(name)}`)
      await signInAt(await toProvider(await way(second, name)), 'ada')
      await recovering(second.dialog).waitFor()
      // It is the person that is known, not the site: somebody else is somebody new there.
      await second.dialog.getByRole('button', { name: 'Cancel' }).click()
      await second.page.reload()
      await signInAt(await toProvider(await way(second, name)), 'grace')
      expect(await addressOf(second.page)).not.toBe(address)
      expect(second.complaints).toEqual([])
      await second.page.close()
    },
  )

  test('behavior: one email at two providers is two accounts', async () => {
    const { openShop, addressOf } = held.world
    const found: string[] = []
    for (const name of ['Google', 'GitHub']) {
      const shop = await openShop(`same-${siteOf(name)}`)
      await signInAt(await toProvider(await way(shop, name)), `same-${name}`, 'same@shop.example')
      found.push(await addressOf(shop.page))
      await shop.page.close()
    }
    expect(new Set(found).size).toBe(2)
  })

  test.each(['X', 'Apple'])(
    'behavior: declined at %s it is said so, and the next attempt works',
    async (name) => {
      const { openShop, addressOf, opened } = held.world
      const shop = await openShop(`declined-${siteOf(name)}`)
      const window = await toProvider(await way(shop, name))
      await Promise.all([
        window.waitForEvent('close'),
        window.getByRole('button', { name: 'Cancel' }).click(),
      ])
      await shop.dialog.getByText('Declined', { exact: true }).waitFor()
      await shop.dialog.getByText('The sign-in was declined.', { exact: true }).waitFor()
      expect(await eventsOf(shop.page)).toContain('"code":"login-refused"')
      const again = await opened(shop.dialog.getByRole('button', { name: 'Try again' }))
      await signInAt(again, `declined-${name}`)
      expect(await addressOf(shop.page)).toMatch(/^0x/)
      expect(shop.complaints).toEqual([])
      await shop.page.close()
    },
  )

  test('behavior: a window closed while the vault is in it is noticed within the second, and rejects as popup-closed', async () => {
    const { openShop, addressOf, opened, context } = held.world
    const shop = await openShop('closed.localhost')
    const letGo = await holdInVault(context)
    const press = await way(shop, 'Discord')
    const beaten = context.waitForEvent(
      'response',
      (one) => one.url().endsWith('/api/logins/beat') && one.ok(),
    )
    const window = await opened(press)
    await beaten
    await shop.dialog.getByText('Continue in the window', { exact: true }).waitFor()
    const closedAt = performance.now()
    await window.close()
    await shop.dialog.getByText('Not connected', { exact: true }).waitFor()
    // A second from its last beat; the rest is a machine that other tests share.
    expect(performance.now() - closedAt).toBeLessThan(2000)
    await shop.dialog.getByText('The window was closed.', { exact: true }).waitFor()
    expect(await eventsOf(shop.page)).toContain('"code":"popup-closed"')
    await letGo()
    await signInAt(await opened(shop.dialog.getByRole('button', { name: 'Try again' })), 'closed')
    expect(await addressOf(shop.page)).toMatch(/^0x/)
    await shop.page.close()
  })

  test('behavior: closing the dialog ends the attempt, whatever the window does then; the next one works', async () => {
    const { openShop, addressOf } = held.world
    const shop = await openShop('dialog.localhost')
    const left = await toProvider(await way(shop, 'GitHub'))
    await shop.dialog.getByRole('button', { name: 'Close' }).click()
    await shop.dialog.waitFor({ state: 'hidden' })
    expect(await eventsOf(shop.page)).toContain('connect-cancelled')
    await signInAt(left, 'left')
    expect(await shop.page.getByRole('button', { name: 'Connect wallet' }).isVisible()).toBe(true)
    await signInAt(await toProvider(await way(shop, 'GitHub')), 'left')
    expect(await addressOf(shop.page)).toMatch(/^0x/)
    expect((await eventsOf(shop.page)).match(/connect-granted/g)).toHaveLength(1)
    expect(shop.complaints).toEqual([])
    await shop.page.close()
  })

  test('behavior: a window closed at the provider concludes nothing; trying again and cancelling are offered', async () => {
    const { openShop, addressOf, opened } = held.world
    const shop = await openShop('away.localhost')
    const window = await toProvider(await way(shop, 'Facebook'))
    await shop.dialog.getByText('Continue at Facebook', { exact: true }).waitFor()
    await window.close()
    // Longer than the end of a window in the vault takes to be noticed.
    await new Promise((done) => setTimeout(done, 1500))
    expect(await shop.dialog.getByText('Continue at Facebook', { exact: true }).isVisible()).toBe(
      true,
    )
    expect(await eventsOf(shop.page)).not.toContain('connect-failed')
    expect(await shop.dialog.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(true)
    await signInAt(await opened(shop.dialog.getByRole('button', { name: 'Try again' })), 'away')
    expect(await addressOf(shop.page)).toMatch(/^0x/)
    await shop.page.close()
  })
})

describe('Farcaster', () => {
  /** What somebody does whose phone has read the code: its app opens this address. */
  async function scan(uri: string, person: RegExp): Promise<void> {
    const app = await held.world.context.newPage()
    await app.goto(uri)
    await approve(app, person)
    await app.close()
  }
  async function approve(app: Page, person: RegExp): Promise<void> {
    await app.getByRole('radio', { name: person }).check()
    await app.getByRole('button', { name: 'Approve' }).click()
    await app.getByRole('status').waitFor()
  }
  async function begin(shop: Shop): Promise<string> {
    await (await way(shop, 'Farcaster')).click()
    await shop.dialog.getByRole('link', { name: 'Open Farcaster' }).waitFor()
    return (await readCode(shop.page)) ?? ''
  }

  test('behavior: the code on the screen, read and approved elsewhere, makes a wallet that a second site knows', async () => {
    const { openShop, addressOf, ports } = held.world
    const first = await openShop('farcaster.localhost')
    const uri = await begin(first)
    expect(new URL(uri).port).toBe(String(ports[11]))
    await scan(uri, /^Ada/)
    const address = await addressOf(first.page)
    await first.page.reload()
    expect(await addressOf(first.page)).toBe(address)
    expect(first.complaints).toEqual([])
    await first.page.close()
    const second = await openShop('second-farcaster.localhost')
    await scan(await begin(second), /^Ada/)
    await recovering(second.dialog).waitFor()
    expect(second.complaints).toEqual([])
    await second.page.close()
  })

  test('behavior: who claims the id of somebody else is refused, and trying again works', async () => {
    const { openShop } = held.world
    const shop = await openShop('liar.localhost')
    await scan(await begin(shop), /^Mallory/)
    await shop.dialog.getByText('Not connected', { exact: true }).waitFor()
    expect(await eventsOf(shop.page)).toContain('"code":"farcaster-failed"')
    await shop.dialog.getByRole('button', { name: 'Try again' }).click()
    await shop.dialog.getByRole('link', { name: 'Open Farcaster' }).waitFor()
    await scan((await readCode(shop.page)) ?? '', /^Ada/)
    await recovering(shop.dialog).waitFor()
    await shop.page.close()
  })

  test('behavior: on a phone it is a link to the app, without a code to scan', async () => {
    const { openShop, addressOf, opened } = held.world
    const shop = await openShop('phone.localhost')
    const session = await shop.page.context().newCDPSession(shop.page)
    const userAgent =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
    await session.send('Emulation.setUserAgentOverride', { userAgent })
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: 390,
      height: 844,
      deviceScaleFactor: 3,
      mobile: true,
    })
    await shop.page.reload()
    await (await way(shop, 'Farcaster')).click()
    const link = shop.dialog.getByRole('link', { name: 'Open Farcaster' })
    await link.waitFor()
    expect(await shop.dialog.locator('.code').count()).toBe(0)
    const app = await opened(link)
    await approve(app, /^Grace/)
    await app.close()
    expect(await addressOf(shop.page)).toMatch(/^0x/)
    expect(shop.complaints).toEqual([])
    await shop.page.close()
  })
})
