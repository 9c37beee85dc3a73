import { devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { Behavior } from '@latchkey/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre; devnet?: EvmDevnet } = {}
beforeAll(async () => {
  ;[held.theatre, held.devnet] = await Promise.all([raise(), startEvmDevnet()])
})
afterAll(async () => {
  await held.theatre?.stop()
  await held.devnet?.stop()
})

async function open(more: Partial<Setup> = {}): Promise<{ page: Page; complaints: string[] }> {
  if (!held.theatre || !held.devnet) throw new Error('no theatre')
  const { url } = held.devnet
  const opened = await held.theatre.open({ chains: [devnetChain(url)], rpcUrl: url, ...more })
  opened.page.setDefaultTimeout(stepTimeout)
  return opened
}
const dialogOf = (page: Page) => page.getByRole('dialog')
const behave = (page: Page, behavior: Behavior, method?: string): Promise<void> =>
  page.evaluate(
    ([how, what]) => window.stage.wallets[0]?.behave(how as Behavior, what as string | undefined),
    [behavior, method] as const,
  )
const choose = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialogOf(page).getByRole('button', { name: 'Foxglove' }).first().click()
}
const isConnected = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await dialogOf(page).waitFor({ state: 'detached' })
}
const prompts = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => window.stage.wallets[0]?.prompts())

describe('a try that fails does not spoil the next', () => {
  const said = [
    { name: 'reject', behavior: 'reject', words: 'Declined' },
    {
      name: 'pending',
      behavior: 'pending',
      words: 'The wallet still waits for an answer to an earlier request. Open it.',
    },
    { name: 'dying', behavior: 'die', words: 'Not connected' },
    { name: 'lying', behavior: { lie: ['<img src=x onerror=alert(1)>'] }, words: 'Not connected' },
  ] as const satisfies readonly { name: string; behavior: Behavior; words: string }[]
  test.each(said)(
    'behavior: $name: said so, then Try again connects',
    async ({ behavior, words }) => {
      const { page, complaints } = await open()
      await behave(page, behavior)
      await choose(page)
      await dialogOf(page).getByText(words).first().waitFor()
      await page.evaluate(() => window.stage.wallets[0]?.revive())
      await behave(page, 'approve')
      await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
      await isConnected(page)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  const leaves = [
    { name: 'Escape', leave: (page: Page) => page.keyboard.press('Escape') },
    {
      name: 'the close button',
      leave: (page: Page) => dialogOf(page).getByRole('button', { name: 'Close' }).click(),
    },
    {
      name: 'back',
      leave: async (page: Page) => {
        await dialogOf(page).getByRole('button', { name: 'Back', exact: true }).click()
        await page.keyboard.press('Escape')
      },
    },
  ]
  test.each(leaves)(
    'behavior: left by $name while the wallet is asked, its late answer changes nothing, the next try connects',
    async ({ leave }) => {
      const { page, complaints } = await open()
      await behave(page, 'hang', 'eth_requestAccounts')
      await choose(page)
      await dialogOf(page).getByText('Continue in Foxglove').waitFor()
      await leave(page)
      await dialogOf(page).waitFor({ state: 'detached' })
      // The answer is given, and the page has drawn what it made of it.
      await page.evaluate(async () => {
        await window.stage.wallets[0]?.release('reject')
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      })
      expect(await dialogOf(page).count()).toBe(0)
      await behave(page, 'approve')
      await choose(page)
      await isConnected(page)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  test('behavior: two clicks while the wallet is asked make one prompt', async () => {
    const { page, complaints } = await open()
    await behave(page, 'hang', 'eth_requestAccounts')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialogOf(page).getByRole('button', { name: 'Foxglove' }).first().dblclick()
    await expect.poll(() => prompts(page)).toBe(1)
    await page.evaluate(() => window.stage.wallets[0]?.release('approve'))
    await isConnected(page)
    // A second one would have come before the answer to the first.
    expect(await prompts(page)).toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe('the wrong chain', () => {
  const elsewhere = [{ name: 'Foxglove', rdns: 'test.foxglove', chain: 'eip155:777' as const }]

  test('behavior: the true chain is shown, the page stays usable, one step adds and switches', async () => {
    const { page, complaints } = await open({ wallets: elsewhere })
    await behave(page, 'reject', 'wallet_addEthereumChain')
    await choose(page)
    await isConnected(page)
    await behave(page, 'approve')
    await page.getByRole('link', { name: 'A link of the page' }).click()
    expect(await page.evaluate(() => window.stage.wallets[0]?.state().chain)).toBe('eip155:777')
    await page.getByRole('button', { name: /^Network/ }).click()
    await dialogOf(page)
      .getByText('The wallet is on Network 777, which this page does not support.')
      .waitFor()
    await dialogOf(page).getByRole('button', { name: 'Latchkey Devnet' }).click()
    await page.getByRole('button', { name: 'Network Latchkey Devnet' }).waitFor()
    expect(await page.evaluate(() => window.stage.wallets[0]?.state().chain)).toBe('eip155:31337')
    const methods = await page.evaluate(() =>
      window.stage.wallets[0]?.requests.map(({ method }) => method),
    )
    expect(methods).toContain('wallet_addEthereumChain')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a switch that is declined leaves all as it was, and the next one works', async () => {
    const { page, complaints } = await open()
    await choose(page)
    await isConnected(page)
    await page.evaluate(() => window.stage.wallets[0]?.selectChain('eip155:777'))
    await page
      .getByRole('button', { name: 'Network Latchkey Devnet' })
      .waitFor({ state: 'detached' })
    const state = () =>
      page.evaluate(() =>
        JSON.stringify([window.stage.kit.getState().connections, { ...localStorage }]),
      )
    const before = await state()
    await behave(page, 'reject', 'wallet_switchEthereumChain')
    await page.getByRole('button', { name: /^Network/ }).click()
    await dialogOf(page).getByRole('button', { name: 'Latchkey Devnet' }).click()
    await dialogOf(page).getByText('You declined in Foxglove. Nothing was changed.').waitFor()
    expect(JSON.parse(await state())).toEqual(JSON.parse(before))
    expect(await page.evaluate(() => window.stage.wallets[0]?.state().chain)).toBe('eip155:777')
    await behave(page, 'approve')
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Network Latchkey Devnet' }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
