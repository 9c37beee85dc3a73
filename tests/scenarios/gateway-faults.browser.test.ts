import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, devnetTokens, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import {
  type BadGateway,
  badGateway,
  gatewayFaults,
  isOfTheNetwork,
} from '../worlds/bad-gateway.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

interface Held {
  readonly theatre: Theatre
  readonly devnet: EvmDevnet
  readonly gateway: RunningGateway
  readonly front: BadGateway
}
const folder = mkdtempSync(join(tmpdir(), 'latchkey-faults-'))
const made: Partial<Held> = {}
const held = (): Held => made as Held

beforeAll(async () => {
  const [theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
  const config = {
    chains: [devnetChain(devnet.url)],
    tokens: devnetTokens,
    projects: [{ id: 'demo' }, { id: 'shop', origins: ['https://shop.example'] }],
    rateLimit: { capacity: 5000, refillPerSecond: 500 },
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  Object.assign(made, { theatre, devnet, gateway, front: await badGateway(gateway.url) })
})
afterAll(async () => {
  await made.theatre?.stop()
  await made.front?.stop()
  await made.gateway?.stop()
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * A chain whose own address is `rpc`; without one it is read through the gateway, else the wallet.
 */
function setup(
  gateway: string,
  { rpc, wallet, project = 'demo' }: { rpc?: string; wallet?: string; project?: string },
) {
  const chain = { ...devnetChain(), rpcUrls: rpc ? [rpc] : [] }
  const nowhere = `${held().theatre.origin}/nowhere`
  return {
    chains: [chain],
    rpcUrl: wallet ?? nowhere,
    kit: { gateway: { url: gateway, project } },
  } satisfies Setup
}
const dialogOf = (page: Page) => page.getByRole('dialog')
async function connect(page: Page): Promise<void> {
  page.setDefaultTimeout(stepTimeout)
  await dialogOf(page).getByRole('button', { name: 'Foxglove' }).click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
}
const openAccount = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Account/ }).click()
const tokens = (page: Page) =>
  dialogOf(page).getByRole('list', { name: 'Token list' }).getByRole('listitem')
/**
 * The account's name aside, which is kept whenever it has been found: before a reload or after it.
 */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => !key.endsWith('.names'))
      .map((key) => `${key} ${localStorage.getItem(key)}`)
      .sort(),
  )
/** Of the browser, and of the place that stands for a dead node: 404. */
const ours = (complaints: readonly string[]): string[] =>
  complaints.filter(
    (one) => !isOfTheNetwork(one) && !/^Failed to load resource: .*404 \(Not Found\)$/.test(one),
  )

describe('a gateway that is not well', () => {
  for (const mood of gatewayFaults) {
    test(`behavior: ${mood}: wallets, connecting, the balance from the owner’s address, nothing lost`, async () => {
      const { theatre, devnet, front } = held()
      await front.become(mood)
      const { page, complaints } = await theatre.open(setup(front.url, { rpc: devnet.url }))
      const began = Date.now()
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await dialogOf(page).getByRole('list', { name: 'Popular' }).waitFor()
      expect(Date.now() - began).toBeLessThan(2000)
      await dialogOf(page).getByRole('button', { name: 'All wallets' }).click()
      await dialogOf(page).getByRole('button', { name: 'MetaMask' }).waitFor()
      await expect
        .poll(() =>
          dialogOf(page).getByRole('list', { name: 'Wallets' }).getByRole('button').count(),
        )
        .toBe(40)
      await dialogOf(page).getByRole('button', { name: 'Back', exact: true }).click()
      await connect(page)
      await openAccount(page)
      const before = await kept(page)
      await dialogOf(page).getByText('10,000', { exact: false }).first().waitFor()
      expect(await tokens(page).count()).toBe(1)
      await page.keyboard.press('Escape')
      await page.reload()
      await page.getByRole('button', { name: /^Account/ }).waitFor()
      expect(await page.evaluate(() => window.stage.wallets[0]?.prompts())).toBe(0)
      expect(await kept(page)).toEqual(before)
      expect(ours(complaints)).toEqual([])
      await page.context().close()
    })
  }

  for (const mood of gatewayFaults) {
    test(`behavior: ${mood}, and nobody else to ask: Account says so, and “Try again” works when it is well`, async () => {
      const { theatre, front } = held()
      await front.become(mood)
      const { page, complaints } = await theatre.open(setup(front.url, {}), {
        prepare: ({ clock }) => clock.install(),
      })
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await connect(page)
      await openAccount(page)
      const dialog = dialogOf(page)
      const said = dialog.getByText('Token Balance Unavailable').first()
      // What it waits for passes by the page's clock.
      for (let i = 0; i < 60 && !(await said.isVisible()); i++) {
        await page.clock.runFor(1000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      await said.waitFor()
      expect(await dialog.getByRole('button', { name: 'Receive' }).isVisible()).toBe(true)
      expect(await dialog.getByRole('button', { name: 'Disconnect' }).isVisible()).toBe(true)
      await front.become('good')
      await page.clock.runFor(31_000)
      await dialog.getByRole('button', { name: 'Try again' }).click()
      // The page's clock no faster than ours: what is asked now must not run out of time while the
      // machine is busy.
      const shown = async (): Promise<string[]> => {
        await page.clock.runFor(50)
        return tokens(page).allTextContents()
      }
      await expect
        .poll(shown)
        .toEqual([
          expect.stringContaining('ETH'),
          expect.stringContaining('LATCH'),
          expect.stringContaining('USDC'),
        ])
      expect(ours(complaints)).toEqual([])
      await page.context().close()
    })
  }
})

describe('the real gateway', () => {
  test('behavior: tokens and wallets come through it, and no other host is asked', async () => {
    const { theatre, front } = held()
    await front.become('good')
    front.asked.length = 0
    const { page, complaints } = await theatre.open(setup(front.url, {}))
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialogOf(page).getByRole('button', { name: 'All wallets' }).click()
    await expect.poll(() => front.asked).toContain('/getWallets')
    await dialogOf(page).getByRole('searchbox').fill('  rainbow ')
    await dialogOf(page).getByRole('button', { name: 'Rainbow' }).waitFor()
    await dialogOf(page).getByRole('button', { name: 'Back', exact: true }).click()
    await connect(page)
    await openAccount(page)
    await expect.poll(() => tokens(page).count()).toBe(3)
    expect(front.asked).toContain('/v1/supported-chains')
    expect([...hosts].filter((host) => host !== theatre.origin && host !== 'null')).toEqual([
      front.url,
    ])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a project it does not know is called so', async () => {
    const { theatre, front } = held()
    const { page, complaints } = await theatre.open(setup(front.url, { project: 'nobody' }))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await connect(page)
    await openAccount(page)
    await dialogOf(page).getByText('Token Balance Unavailable').first().waitFor()
    await dialogOf(page)
      .getByText('This page is not set up correctly. Its owner must fix it.')
      .waitFor()
    expect(ours(complaints)).toEqual([])
    await page.context().close()
  })

  test('behavior: a page it does not serve is told so', async () => {
    const { theatre, front } = held()
    const gateway = 'https://gateway.example'
    const { page, complaints } = await theatre.open(
      setup(gateway, { project: 'shop', wallet: '' }),
      {
        at: 'https://elsewhere.example',
        // A page on the open net may not reach loopback; the gateway sees the page's origin all the
        // same.
        prepare: (shown) =>
          shown.route(`${gateway}/**`, async (route) => {
            const { pathname, search } = new URL(route.request().url())
            await route.fulfill({
              response: await route.fetch({ url: `${front.url}${pathname}${search}` }),
            })
          }),
      },
    )
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await connect(page)
    await openAccount(page)
    await dialogOf(page).getByText('Token Balance Unavailable').first().waitFor()
    await dialogOf(page)
      .getByText('This page may not use the service. Its owner must allow it.')
      .waitFor()
    // The visitor is told in the dialog, the owner in the console.
    const words = 'lets no page of https://elsewhere.example use the project "shop". It allows'
    await expect.poll(() => ours(complaints)).toEqual([expect.stringContaining(words)])
    await page.context().close()
  })
})
