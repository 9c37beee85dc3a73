import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StandInServer, startStandIn } from '../../packages/embedded/test/start-stand-in.ts'
import { signedIn } from '../helpers/login-cases.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const smart = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const chains = [31337, 31338].map((number) => ({
  id: `eip155:${number}` as const,
  name: number === 31337 ? 'Devnet' : 'Plainnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}))

let theatre: Theatre
let vault: StandInServer
beforeAll(async () => {
  ;[theatre, vault] = await Promise.all([raise(), startStandIn()])
})
afterAll(async () => {
  await Promise.all([theatre?.stop(), vault?.stop()])
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const headingNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()
const account = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Account/ })
/** What somebody reads: addresses in groups are one word to a screen reader, and here. */
const text = async (page: Page) => (await dialogOf(page).textContent()) ?? ''
const shown = (page: Page) =>
  page.evaluate(() => {
    const { connections } = window.stage.kit.getState()
    const one = connections.embedded
    return one?.status === 'connected' ? one.sessions[0]?.selected : one?.status
  })
async function settings(page: Page): Promise<void> {
  await account(page).click()
  await buttonNamed(page, 'Settings').click()
  await headingNamed(page, 'Settings')
}

describe('account type', () => {
  test('default: one address is shown, the other one is explained in place; the choice is kept over chains and reloads', async () => {
    vault.rules.isSignedIn = false
    vault.rules.smart = ['eip155:31337']
    const { page } = await theatre.open({ chains, vault: vault.url })
    page.setDefaultTimeout(stepTimeout)
    await signedIn(page)
    expect(await shown(page)).toBe(`eip155:31337:${smart}`)

    await account(page).click()
    await buttonNamed(page, 'Settings').waitFor()
    const ends = (address: string) => address.slice(-4)
    expect(await text(page)).toContain(ends(smart))
    expect(await text(page)).not.toContain(ends(own))

    await buttonNamed(page, 'Settings').click()
    await headingNamed(page, 'Settings')
    const row = buttonNamed(page, 'Account type')
    expect(await row.getAttribute('aria-describedby')).toBeTruthy()
    expect(await text(page)).toContain('Account typeSmart account')
    expect(await text(page)).toContain(smart)
    expect(await text(page)).not.toContain(own)
    expect(await dialogOf(page).getByRole('list', { name: 'Accounts' }).count()).toBe(0)

    await row.click()
    await headingNamed(page, 'Use the key’s own account')
    await dialogOf(page)
      .getByText('On Devnet you have two addresses. Coins sent to one are not at the other')
      .waitFor()
    const side = (name: string) => dialogOf(page).getByRole('region', { name })
    expect(await side('Smart account').textContent()).toContain(smart)
    expect(await side('Smart account').textContent()).toContain('Current')
    expect(await side('Key’s own account').textContent()).toContain(own)
    expect(await side('Key’s own account').textContent()).not.toContain('Current')

    await buttonNamed(page, 'Use the key’s own account').click()
    await dialogOf(page).getByText('You use the key’s own account').first().waitFor()
    await headingNamed(page, 'Settings')
    expect(await shown(page)).toBe(`eip155:31337:${own}`)
    expect(await text(page)).not.toContain(smart)

    await page.reload()
    await account(page).waitFor()
    expect(await shown(page)).toBe(`eip155:31337:${own}`)
    await settings(page)
    await buttonNamed(page, 'Account type').click()
    // Back is possible at any time.
    await buttonNamed(page, 'Use a smart account').click()
    await headingNamed(page, 'Settings')
    expect(await shown(page)).toBe(`eip155:31337:${smart}`)

    // A chain without contracts has one account, and nothing to choose; the choice waits for the
    // way back.
    await page.evaluate(() =>
      window.stage.modal.open({
        view: { view: 'SwitchNetwork', chain: 'eip155:31338', start: true },
      }),
    )
    await expect.poll(() => shown(page)).toBe(`eip155:31338:${own}`)
    await page.evaluate(() => window.stage.modal.open({ view: { view: 'AccountSettings' } }))
    await headingNamed(page, 'Settings')
    await buttonNamed(page, 'Export keys').waitFor()
    expect(await buttonNamed(page, 'Account type').count()).toBe(0)
    await page.evaluate(() =>
      window.stage.modal.open({
        view: { view: 'SwitchNetwork', chain: 'eip155:31337', start: true },
      }),
    )
    await expect.poll(() => shown(page)).toBe(`eip155:31337:${smart}`)
    vault.rules.smart = []
    await page.context().close()
  })

  test('behavior: who commands the key’s own account beside the key is told, and the account taken back, after an approval and no sooner', async () => {
    vault.rules.isSignedIn = false
    vault.rules.smart = ['eip155:31337']
    const { page } = await theatre.open({ chains, vault: vault.url })
    page.setDefaultTimeout(stepTimeout)
    const frame = await signedIn(page)
    const rule = (to: string | null, isOwners: boolean) =>
      frame.evaluate(
        (told) =>
          void Object.assign(window.standIn.rules.results, { latchkey_readDelegation: told }),
        {
          to,
          isOwners,
        },
      )
    const asked = () =>
      frame.evaluate(() =>
        window.standIn.asked.filter(({ params }) => params.method === 'latchkey_endDelegation'),
      )
    const back = buttonNamed(page, 'Take the account back')
    await rule(null, false)
    await settings(page)
    await buttonNamed(page, 'Export keys').waitFor()
    await expect
      .poll(() =>
        frame.evaluate(() =>
          window.standIn.asked.some(({ params }) => params.method === 'latchkey_readDelegation'),
        ),
      )
      .toBe(true)
    expect(await back.count()).toBe(0)

    await rule(smart, true)
    const again = async () => {
      await page.evaluate(() => window.stage.modal.open({ view: { view: 'Networks' } }))
      await headingNamed(page, 'Networks')
      await page.evaluate(() => window.stage.modal.open({ view: { view: 'AccountSettings' } }))
    }
    await again()
    await dialogOf(page)
      .getByText('On Devnet a contract that those who run this wallet chose acts')
      .waitFor()
    await rule(smart, false)
    await again()
    await dialogOf(page)
      .getByText('On Devnet a contract that this wallet did not choose can move everything')
      .waitFor()

    // Rejected in the vault: it is as it was.
    await frame.evaluate(
      () => void Object.assign(window.standIn.rules.fails, { request: 'user-rejected' }),
    )
    await back.click()
    await page.getByText('The request was declined.').first().waitFor()
    await back.waitFor()
    await frame.evaluate(() => {
      delete window.standIn.rules.fails.request
      window.standIn.rules.results.latchkey_endDelegation = `0x${'ab'.repeat(32)}`
    })
    await back.click()
    await buttonNamed(page, 'Taking it back…').waitFor()
    // The transaction is out; it is done when the chain says so.
    await rule(null, false)
    await dialogOf(page).getByText('Your key alone commands the account again').first().waitFor()
    await expect.poll(() => back.or(buttonNamed(page, 'Taking it back…')).count()).toBe(0)
    expect((await asked()).map(({ params }) => params.params)).toEqual([
      [{ from: own, chainId: '0x7a69' }],
      [{ from: own, chainId: '0x7a69' }],
    ])
    vault.rules.smart = []
    await page.context().close()
  })

  test('behavior: Swap stands with the accounts that can, not with another family’s of the same wallet', async () => {
    vault.rules.isSignedIn = false
    vault.rules.smart = []
    const gateway = { url: 'http://127.0.0.1:4999', project: 'demo' }
    const { page } = await theatre.open({
      chains,
      vault: vault.url,
      families: {},
      kit: { gateway },
    })
    page.setDefaultTimeout(stepTimeout)
    await signedIn(page)
    await account(page).click()
    await buttonNamed(page, 'Send').waitFor()
    expect(await buttonNamed(page, 'Swap').count()).toBe(1)
    const families = dialogOf(page)
      .getByRole('group', { name: 'Connected accounts' })
      .getByRole('button')
    await families.filter({ hasText: 'Solana' }).click()
    await expect.poll(() => buttonNamed(page, 'Swap').count()).toBe(0)
    expect(await buttonNamed(page, 'Send').count()).toBe(1)
    await families.filter({ hasText: 'Ethereum' }).click()
    await buttonNamed(page, 'Swap').waitFor()
    await page.context().close()
  })
})
