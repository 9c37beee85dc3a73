import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'
import { startViewWorld, type ViewWorld } from '../worlds/view-world.ts'

interface Feature {
  readonly id: string
  readonly isEnabled: boolean
  readonly config: readonly string[] | null
}
const left = (id: string): Feature => ({ id, isEnabled: true, config: null })
const everything = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'email_capture',
  'sign_in',
  'fund_from_exchange',
]
/** Left to the page, but for these. */
const only = (...said: readonly Feature[]): Feature[] => [
  ...everything.filter((id) => !said.some((one) => one.id === id)).map(left),
  ...said,
]

const held = {} as {
  theatre: Theatre
  world: ViewWorld
  page: Page
  answer: Feature[] | undefined
  asked: number
}
beforeAll(async () => {
  const [theatre, world] = await Promise.all([raise(), startViewWorld()])
  Object.assign(held, { theatre, world })
})
beforeEach(() => Object.assign(held, { answer: only(), asked: 0 }))
afterEach(async () => {
  await held.page?.context().close()
})
afterAll(async () => {
  await held.theatre?.stop()
  await held.world?.stop()
})

const main = () => held.page.getByRole('main')
const dialog = () => held.page.getByRole('dialog')
const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })

async function open(
  setup: Partial<Setup> & { readonly kit?: Setup['kit'] } = {},
): Promise<readonly string[]> {
  const kit = { ...setup.kit, gateway: { url: 'fixture', project: 'demo' } }
  const { page, complaints } = await held.theatre.open(
    held.world.setupOf({ setup: { ...setup, kit } } as never),
    {
      prepare: (one) =>
        one.route('**/appkit/v1/config*', async (route) => {
          held.asked += 1
          const headers = { 'access-control-allow-origin': '*' }
          if (held.answer) await route.fulfill({ json: { features: held.answer }, headers })
          else await route.fulfill({ status: 403, json: {}, headers })
        }),
    },
  )
  page.setDefaultTimeout(stepTimeout)
  held.page = page
  return complaints
}
async function openConnect(): Promise<void> {
  await main().getByRole('button', { name: 'Connect wallet' }).click()
  await dialog().waitFor()
}
async function openAccount(): Promise<void> {
  await openConnect()
  await button('Foxglove').first().click()
  await main()
    .getByRole('button', { name: /^Account/ })
    .click()
  await dialog().getByRole('list', { name: 'Token list' }).getByText('ETH').first().waitFor()
}

describe('what the operator has switched on', () => {
  test('default: it is asked once, with the first opening, and wins over the page', async () => {
    held.answer = only(
      { id: 'swap', isEnabled: false, config: [] },
      { id: 'activity', isEnabled: false, config: [] },
    )
    const complaints = await open({ kit: { features: { swaps: true } } })
    await held.page.waitForLoadState('networkidle')
    expect(held.asked).toBe(0)
    await openAccount()
    await button('Buy').waitFor()
    await button('Swap').waitFor({ state: 'detached' })
    await dialog().getByRole('tab', { name: 'Activity' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual(['Latchkey: the gateway decides otherwise on swaps.'])
    await held.page.keyboard.press('Escape')
    await main()
      .getByRole('button', { name: /^Account/ })
      .click()
    await button('Buy').waitFor()
    expect([held.asked, await button('Swap').count()]).toEqual([1, 0])
  })

  test('behavior: what it leaves to the page is as the page says', async () => {
    await open({ kit: { features: { onramp: false } } })
    await openAccount()
    await button('Swap').waitFor()
    expect([held.asked, await button('Buy').count()]).toEqual([1, 0])
  })

  test('behavior: a connected visitor’s first opening learns it too', async () => {
    await open()
    await openAccount()
    held.answer = only({ id: 'swap', isEnabled: false, config: [] })
    await held.page.reload()
    await main()
      .getByRole('button', { name: /^Account/ })
      .click()
    await button('Buy').waitFor()
    await button('Swap').waitFor({ state: 'detached' })
  })

  test('behavior: ways to sign in without a wallet', async () => {
    held.answer = only({ id: 'social_login', isEnabled: true, config: ['google', 'discord'] })
    await open({ vault: 'fixture' })
    await held.page.waitForLoadState('networkidle')
    expect(held.asked).toBe(0)
    await openConnect()
    await button('Continue with Google').waitFor()
    await button('Continue with Discord').waitFor()
    await dialog().getByRole('textbox', { name: 'Email' }).waitFor({ state: 'detached' })
    expect(await button('Continue with X').count()).toBe(0)
  })

  test('behavior: an email required by the page is not asked where the gateway asks for none', async () => {
    held.answer = only({ id: 'email_capture', isEnabled: false, config: [] })
    await open({ kit: { features: { emailCapture: ['required'] } } })
    await openConnect()
    await button('Foxglove').first().click()
    await main()
      .getByRole('button', { name: /^Account/ })
      .waitFor()
    await dialog().waitFor({ state: 'detached' })
  })

  test('behavior: where it does not answer the page’s own hold', async () => {
    held.answer = undefined
    await open({ kit: { features: { onramp: false } } })
    await openAccount()
    await button('Swap').waitFor()
    expect(await button('Buy').count()).toBe(0)
  })
})
