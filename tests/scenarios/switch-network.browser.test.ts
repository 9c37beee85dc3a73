import type { ChainId } from '@latchkey/protocol'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StandInServer, startStandIn } from '../../packages/embedded/test/start-stand-in.ts'
import { signedIn } from '../helpers/login-cases.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const first = { id: 'eip155:31337', name: 'Devnet', nativeCurrency: ether, rpcUrls: [] } as const
const second = {
  id: 'eip155:31338',
  name: 'Second network',
  nativeCurrency: ether,
  rpcUrls: [],
} as const

describe('switching the network', () => {
  let theatre: Theatre
  let vault: StandInServer
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const buttonNamed = (page: Page, name: string | RegExp) =>
    dialogOf(page).getByRole('button', { name, exact: typeof name === 'string' })
  const headingNamed = (page: Page, name: string) =>
    dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()
  const shown = (page: Page) =>
    page.evaluate(() => Object.values(window.stage.kit.getState().chains)[0])
  const selected = (page: Page) =>
    page.evaluate(() => {
      const { active, connections } = window.stage.kit.getState()
      const connection = connections[active.eip155 ?? '']
      return connection?.status === 'connected'
        ? connection.sessions[0]?.selected.slice(0, 12)
        : undefined
    })
  const open = async (kind: 'email' | 'wallet'): Promise<Page> => {
    vault.rules.isSignedIn = false
    const { page } = await theatre.open({
      chains: [first, second],
      ...(kind === 'email'
        ? { vault: vault.url }
        : { wallets: [{ name: 'Foxglove', chains: [first.id, second.id] }] }),
    })
    page.setDefaultTimeout(stepTimeout)
    if (kind === 'email') await signedIn(page)
    else await page.evaluate(() => window.stage.connect())
    expect(await selected(page)).toBe(first.id)
    return page
  }
  const ask = (page: Page, chain: ChainId, ignoreConfirmation?: boolean) =>
    page.evaluate(
      ([to, ignores]) => {
        const ending = window.stage.switchChain({
          chain: to,
          ...(ignores && { ignoreConfirmation: true }),
        })
        Object.assign(window, { ending })
      },
      [chain, ignoreConfirmation] as const,
    )
  const ended = (page: Page) =>
    page.evaluate(() => (window as unknown as { ending: Promise<string> }).ending)

  beforeAll(async () => {
    ;[theatre, vault] = await Promise.all([raise(), startStandIn()])
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), vault?.stop()])
  })

  test('behavior: an account signed in by email moves once its owner has confirmed, and not before', async () => {
    const page = await open('email')
    await page.evaluate(() => window.stage.modal.open({ view: 'Networks' }))
    await buttonNamed(page, /^Second network/).click()
    await headingNamed(page, 'Switch to Second network')
    await dialogOf(page)
      .getByText('Your account moves to Second network on this page. No money is moved.')
      .waitFor()
    expect(await selected(page)).toBe(first.id)
    await buttonNamed(page, 'Back').click()
    await headingNamed(page, 'Networks')
    expect(await selected(page)).toBe(first.id)
    await buttonNamed(page, /^Second network/).click()
    await buttonNamed(page, 'Switch').click()
    await expect.poll(() => selected(page)).toBe(second.id)
    await dialogOf(page).waitFor({ state: 'hidden' })
    expect(await shown(page)).toBe(second.id)
    await page.context().close()
  })

  test('behavior: a wallet, which asks by itself, is asked at once from the list', async () => {
    const page = await open('wallet')
    await page.evaluate(() => window.stage.modal.open({ view: 'Networks' }))
    await buttonNamed(page, /^Second network/).click()
    await expect.poll(() => selected(page)).toBe(second.id)
    await page.context().close()
  })

  for (const kind of ['email', 'wallet'] as const) {
    test(`parameters: ignoreConfirmation: without it the dialog asks first, ${kind}`, async () => {
      const page = await open(kind)
      await ask(page, second.id)
      await headingNamed(page, 'Switch to Second network')
      await buttonNamed(page, 'Switch').waitFor()
      expect(await selected(page)).toBe(first.id)
      await buttonNamed(page, 'Close').click()
      expect(await ended(page)).toBe('modal-closed')
      expect(await selected(page)).toBe(first.id)

      await ask(page, second.id)
      await buttonNamed(page, 'Switch').click()
      expect(await ended(page)).toBe(second.id)
      expect(await selected(page)).toBe(second.id)
      await dialogOf(page).waitFor({ state: 'hidden' })
      await page.context().close()
    })

    test(`parameters: ignoreConfirmation: with it nothing is pressed, ${kind}`, async () => {
      const page = await open(kind)
      await ask(page, second.id, true)
      expect(await ended(page)).toBe(second.id)
      expect(await selected(page)).toBe(second.id)
      await dialogOf(page).waitFor({ state: 'hidden' })
      await page.context().close()
    })
  }

  test('behavior: where nobody is asked the dialog stays closed: a chain that is shown already, one the kit does not know', async () => {
    const page = await open('wallet')
    await ask(page, first.id)
    expect(await ended(page)).toBe(first.id)
    await ask(page, 'eip155:5')
    expect(await ended(page)).toBe('chain-unsupported')
    expect(await page.evaluate(() => window.stage.modal.getState().open)).toBe(false)
    await page.context().close()
  })
})
