import type { Page } from 'playwright-core'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type EmbeddedWorld,
  openShop,
  type Shop,
  startEmbeddedWorld,
} from '../test/embedded-world.ts'
import { type IsolatingProxy, startIsolatingProxy } from '../test/isolating-proxy.ts'
import { pressArmed } from '../test/press-armed.ts'

const held = {} as { world: EmbeddedWorld; proxy: IsolatingProxy }
beforeAll(async () => {
  held.world = await startEmbeddedWorld()
  held.proxy = await startIsolatingProxy(held.world.ports[0] ?? 0)
  held.world.context.setDefaultTimeout(60_000)
}, 300_000)
afterAll(async () => {
  await held.proxy?.stop()
  await held.world?.stop()
})

/**
 * An account to which only the tests of this file send, so its balance is the sum of their
 * transfers.
 */
const grace = privateKeyToAccount(generatePrivateKey()).address
const falsehoods = /blocked|closed|declined|not connected/i

/** The shop where every window it opens is cut from it. */
const openIsolated = (site: string, context = held.world.context): Promise<Shop> =>
  openShop(context, `http://${site}:${held.proxy.port}/`)

/** Signs the cut window in as a device of its own, by the two mails it takes. */
async function signInHere(window: Page, email: string, mails: number): Promise<void> {
  await window.getByRole('heading', { name: 'Sign in to go on' }).waitFor()
  await window.getByLabel('Email').fill(email)
  await window.getByRole('button', { name: 'Continue with email' }).click()
  await window.getByRole('heading', { name: 'Enter the code' }).waitFor()
  await window.getByLabel('Six digits').fill(await held.world.codeFor(email, mails + 1))
  await window.getByText('second mail').waitFor()
  await window.getByLabel('Six digits').fill(await held.world.codeFor(email, mails + 2))
}

/** The number that the vault's frame draws in the dialog, typed into the window. */
async function pair({ page, dialog }: Shop, window: Page): Promise<void> {
  await window.getByRole('heading', { name: 'Enter the number the page shows' }).waitFor()
  await dialog.getByRole('heading', { name: 'Approve', exact: true }).waitFor()
  const shown = page.frameLocator('iframe[slot="vault"]').locator('output')
  await shown.waitFor()
  const number = (await shown.innerText()).replaceAll(/\D/g, '')
  expect(number).toMatch(/^\d{12}$/)
  await window.getByLabel('Twelve digits').fill(number)
}

async function askToSend({ page, dialog }: Shop, amount: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill(grace)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/** Presses Approve once it listens, and waits until the chain has confirmed it. */
async function approve({ dialog }: Shop, window: Page): Promise<void> {
  await window.getByText('Send 0.01 ETH').waitFor()
  expect(await dialog.innerText()).not.toMatch(falsehoods)
  await pressArmed(window)
  await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
}

/** Signs in at the stand-in for Google, wherever its page is. */
async function asGoogle(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Account' }).fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('embedded wallet in a page that keeps its windows apart', () => {
  test('behavior: signed up by email, it sends what its owner approves in a window that signed in by itself; the next needs neither that nor a number', async () => {
    const { signUp, addressOf, opened, chain, tester, ports } = held.world
    const shop = await openIsolated('apart.localhost')
    const { page, dialog, complaints } = shop
    const email = 'ada@apart.example'
    await signUp(page, email)
    const ada = await addressOf(page)
    await tester.setBalance({ address: ada, value: parseEther('1') })
    await page.reload()
    expect(await addressOf(page)).toBe(ada)
    const before = await chain.getBalance({ address: grace })
    await askToSend(shop, '0.01')
    const approval = await opened(dialog.getByRole('button', { name: 'Open approval' }))
    expect(await approval.evaluate(() => window.opener)).toBeNull()
    expect(new URL(approval.url()).host).toBe(`vault.localhost:${ports[13]}`)
    await signInHere(approval, email, 1)
    await pair(shop, approval)
    await approve(shop, approval)
    expect(await chain.getBalance({ address: grace })).toBe(before + parseEther('0.01'))
    await page.reload()
    await askToSend(shop, '0.01')
    await approve(shop, await opened(dialog.getByRole('button', { name: 'Open approval' })))
    expect(await chain.getBalance({ address: grace })).toBe(before + parseEther('0.02'))

    await page.reload()
    await page.getByRole('button', { name: /^Account/ }).click()
    await dialog.getByRole('button', { name: 'Settings' }).click()
    const recovery = await opened(dialog.getByRole('button', { name: 'Recovery', exact: true }))
    await recovery.getByRole('button', { name: 'Use a password' }).click()
    await recovery.getByLabel('New password').fill('six pots and a long evening')
    await recovery.getByLabel('Confirm password').fill('six pots and a long evening')
    await recovery.getByRole('button', { name: 'Save the password' }).click()
    await recovery.getByRole('heading', { name: 'Recovery is set up' }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  }, 240_000)

  test('behavior: signed up by Google, it sends what is approved in a window that signed in by Google itself', async () => {
    const { addressOf, opened, chain, tester } = held.world
    // In a browser whose vault window is nobody's yet.
    const shop = await openIsolated('apart-google.localhost', await held.world.openDevice())
    const { page, dialog, complaints } = shop
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const provider = await opened(dialog.getByRole('button', { name: 'Continue with Google' }))
    // No opener vouches for it: the number it shows at the end is typed into the page.
    await pressArmed(provider, 'Go on to Google')
    await asGoogle(provider, 'barbara')
    const closed = provider.waitForEvent('close')
    await typeNumber(shop, await numberOf(provider))
    await closed
    const barbara = await addressOf(page)
    await tester.setBalance({ address: barbara, value: parseEther('1') })
    await page.reload()
    const before = await chain.getBalance({ address: grace })
    await askToSend(shop, '0.01')
    const approval = await opened(dialog.getByRole('button', { name: 'Open approval' }))
    await pressArmed(approval, 'Continue with Google')
    await asGoogle(approval, 'barbara')
    await pair(shop, approval)
    await approve(shop, approval)
    expect(await chain.getBalance({ address: grace })).toBe(before + parseEther('0.01'))
    expect(complaints).toEqual([])
    await page.close()
  }, 240_000)
})

/** What the vault's window shows, back from the provider. */
async function numberOf(window: Page): Promise<string> {
  await window.getByRole('heading', { name: /^Type this number on / }).waitFor()
  return (await window.getByLabel('Number').innerText()).replaceAll(/\D/g, '')
}
async function typeNumber({ dialog }: Shop, number: string): Promise<void> {
  await dialog.getByRole('group', { name: 'Number' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Digit 1' }).fill(number)
}

/** Presses without a gesture: then the browser itself opens no window. */
async function pressBlocked({ page }: Shop, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const run = async (expression: string): Promise<unknown> =>
    (
      await session.send('Runtime.evaluate', {
        expression,
        userGesture: false,
        returnByValue: true,
      })
    ).result.value
  // A press before still counts as one for some seconds.
  await expect.poll(() => run('navigator.userActivation.isActive'), { timeout: 30_000 }).toBe(false)
  const all =
    'const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])])'
  const found = `all(document).find((e) => e.localName === 'button' && e.textContent.includes(${JSON.stringify(name)}))`
  expect(
    await run(
      `(() => { ${all}; const found = ${found}; found?.click(); return Boolean(found) })()`,
    ),
  ).toBe(true)
}

describe('embedded wallet where the browser blocks windows', () => {
  const goes = async (site: string, path: string): Promise<Shop> => {
    const { context, ports, openShop: open } = held.world
    const shop = await open(site)
    await shop.page.goto(`http://${site}:${ports[0]}${path}`)
    await shop.page.getByRole('button', { name: 'Connect wallet' }).click()
    await shop.dialog.getByRole('button', { name: 'Continue with Google' }).waitFor()
    const before = context.pages().length
    await pressBlocked(shop, 'Continue with Google')
    const link = shop.dialog.getByRole('link', { name: 'Continue with Google' })
    await link.waitFor().catch(async (error: unknown) => {
      const windows = context.pages().length - before
      throw new Error(
        `no link, and ${windows} windows; the dialog says: ${await shop.dialog.innerText()}`,
        {
          cause: error,
        },
      )
    })
    expect(context.pages()).toHaveLength(before)
    expect(await shop.dialog.innerText()).toContain(
      'After signing in you get a number to enter on this page.',
    )
    await link.click()
    await pressArmed(shop.page, 'Go on to Google')
    await asGoogle(shop.page, 'edsger')
    const number = await numberOf(shop.page)
    await shop.page
      .getByRole('link', { name: `Go back to ${new URL(`http://${site}:${ports[0]}`).host}` })
      .click()
    await typeNumber(shop, number)
    return shop
  }

  test('behavior: the page goes to the vault in its tab, is found again at its own address, and is connected by the number it was given there', async () => {
    const { addressOf, ports } = held.world
    const { page, complaints } = await goes('blocked.localhost', '/?shown=1#pots')
    expect(await addressOf(page)).toMatch(/^0x[\da-f]{40}$/i)
    expect(page.url()).toBe(`http://blocked.localhost:${ports[0]}/?shown=1#pots`)
    expect(complaints).toEqual([])
    await page.close()
  }, 120_000)

  test('behavior: where the wallet is not there the dialog says so once the number is typed', async () => {
    const { page, dialog, complaints } = await goes('blocked-again.localhost', '/')
    await dialog.getByRole('heading', { name: 'Bring your wallet here' }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  }, 120_000)
})
