import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import {
  accounts,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import type { Overview } from '@latchkey/protocol'
import type { Behavior } from '@latchkey/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLater, watchRequests } from '../helpers/settle-page.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

interface Held {
  readonly theatre: Theatre
  readonly devnet: EvmDevnet
  readonly folder: string
  gateway: RunningGateway
}
const made: Partial<Held> = {}
const held = (): Held => made as Held

beforeAll(async () => {
  const [theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-events-'))
  const config = {
    chains: [devnetChain(devnet.url)],
    tokens: devnetTokens,
    projects: [
      { id: 'demo', analytics: true },
      { id: 'quiet', analytics: false },
      { id: 'shop', origins: ['https://shop.example'], analytics: true },
    ],
    rateLimit: { capacity: 5000, refillPerSecond: 500 },
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  Object.assign(made, { theatre, devnet, folder, gateway })
})
afterAll(async () => {
  await made.theatre?.stop()
  await made.gateway?.stop()
  await made.devnet?.stop()
  if (made.folder) rmSync(made.folder, { recursive: true, force: true })
})

function setup(project = 'demo', more: Partial<Setup> = {}): Setup {
  const { devnet, gateway } = held()
  return {
    chains: [devnetChain(devnet.url)],
    rpcUrl: devnet.url,
    modal: { tokens: devnetTokens },
    ...more,
    kit: { gateway: { url: gateway.url, project }, features: { analytics: true }, ...more.kit },
  }
}
const dialogOf = (page: Page) => page.getByRole('dialog')
const behave = (page: Page, behavior: Behavior): Promise<void> =>
  page.evaluate((how) => window.stage.wallets[0]?.behave(how as Behavior), behavior)
const choose = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialogOf(page).getByRole('button', { name: 'Foxglove' }).first().click()
}

/** Requests to the gateway: `POST /batch MODAL_OPEN,…`. */
function heard(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== held().gateway.url) return
    const names = [...(request.postData() ?? '').matchAll(/"event":"(\w+)"/g)].map(
      ([, name]) => name,
    )
    requests.push(`${request.method()} ${url.pathname} ${names.join()}`.trim())
  })
  return requests
}
const eventsOf = (requests: readonly string[]): string[] =>
  requests.flatMap((one) => /^POST \/(?:batch|e) (.+)$/.exec(one)?.[1]?.split(',') ?? [])

const withClock = { prepare: (page: Page) => page.clock.install() }
/** A minute goes by for the page; answers travel in real time. */
async function pass(page: Page, settle: () => Promise<void>): Promise<void> {
  await page.clock.runFor(60_000)
  await settle()
}
/** Transfers done, as the operator reads them. */
async function countSends(): Promise<number> {
  const { url, operatorTokenPath = '' } = held().gateway
  const authorization = `Bearer ${readFileSync(operatorTokenPath, 'utf8').trim()}`
  const answer = await fetch(`${url}/operator/v1/projects/demo/overview`, {
    headers: { authorization },
  })
  return ((await answer.json()) as Overview).sends.done
}

describe('events of a page', () => {
  test('behavior: a reject, a connect and a transfer stand in the gateway’s database, the account does not', async () => {
    const { theatre, folder } = held()
    const { page, complaints } = await theatre.open(setup())
    page.setDefaultTimeout(stepTimeout)
    await behave(page, 'reject')
    await choose(page)
    await dialogOf(page).getByText('Declined').first().waitFor()
    await behave(page, 'approve')
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: /^Account/ }).click()
    await dialogOf(page).getByRole('button', { name: 'Send', exact: true }).click()
    await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill('1.5')
    await dialogOf(page).getByRole('textbox', { name: 'Recipient' }).fill('grace.eth')
    await dialogOf(page).getByRole('button', { name: 'Review' }).click()
    await dialogOf(page).getByRole('button', { name: 'Confirm' }).click()
    await dialogOf(page).getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    // Leaving sends what waits, and the transfer was the last of it.
    await page.goto('about:blank')
    await expect.poll(countSends).toBe(1)
    await page.context().close()
    expect(complaints).toEqual([])

    await held().gateway.stop()
    const database = await PGlite.create(join(folder, 'database'))
    const ask = async (text: string): Promise<Record<string, unknown>[]> =>
      (await database.query<Record<string, unknown>>(text)).rows
    const all = await ask(`select * from events where project_id = 'demo'`)
    const counts = await ask(
      `select event, wallet, platform, device, namespace, code, count::int from event_counts`,
    )
    const visits = await ask(`select furthest, count from visit_counts where count <> 0`)
    await database.close()
    held().gateway = await startGateway({
      dataDir: folder,
      port: 0,
      env: { LATCHKEY_GATEWAY_LOG: 'silent' },
    })

    const of = (event: string) => all.filter((one) => one.event === event)
    expect(all.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'INITIALIZE',
        'MODAL_OPEN',
        'WALLET_IMPRESSION_V2',
        'MODAL_CLOSE',
        'OPEN_SEND',
      ]),
    )
    expect(of('SELECT_WALLET')).toMatchObject([
      { properties: { name: 'Foxglove', platform: 'browser', view: 'Connect' } },
    ])
    expect(of('WALLET_ASKED')).toHaveLength(2)
    expect(of('USER_REJECTED')).toMatchObject([
      { properties: { name: 'Foxglove', code: 'connection-rejected' } },
    ])
    expect(of('CONNECT_SUCCESS')).toMatchObject([
      {
        properties: {
          name: 'Foxglove',
          method: 'browser',
          reconnect: false,
          caipNetworkId: 'eip155:31337',
        },
      },
    ])
    for (const event of ['SEND_INITIATED', 'SEND_SUCCESS']) {
      expect(of(event)).toMatchObject([
        { properties: { token: 'ETH', amount: '1', network: 'eip155:31337' } },
      ])
    }
    expect(new Set(all.map(({ visit }) => visit).filter(Boolean)).size).toBe(1)
    expect(new Set(all.map(({ domain }) => domain))).toEqual(
      new Set([new URL(theatre.origin).host]),
    )
    // One account, hashed; neither it, nor whom it paid, nor the hash that finds both is anywhere.
    const hashes = all.map(
      ({ account_hash: hash }) => hash && Buffer.from(hash as Uint8Array).toString('hex'),
    )
    expect(new Set(hashes.filter(Boolean)).size).toBe(1)
    expect(all.every(({ address }) => address === null)).toBe(true)
    const text = JSON.stringify(all).toLowerCase()
    for (const { address } of accounts) {
      expect(text).not.toContain(address.slice(2, 14).toLowerCase())
    }
    expect(text).not.toMatch(/0x[\da-f]{40}|grace/)

    expect(counts.reduce((sum, { count }) => sum + Number(count), 0)).toBe(all.length)
    expect(counts).toContainEqual({
      event: 'CONNECT_SUCCESS',
      wallet: 'Foxglove',
      platform: 'browser',
      device: 'desktop',
      namespace: 'eip155',
      code: '',
      count: 1,
    })
    expect(visits).toEqual([{ furthest: 4, count: 1 }])
  })

  test('behavior: nothing before the first opening; then the initialise event, and with analytics off no other', async () => {
    const { theatre } = held()
    const { page } = await theatre.open(setup('quiet'), withClock)
    const requests = heard(page)
    const settle = watchRequests(page)
    await pass(page, settle)
    expect(requests).toEqual([])
    await choose(page)
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await pass(page, settle)
    await page.goto('about:blank')
    expect(eventsOf(requests)).toEqual(['INITIALIZE'])
    await page.context().close()
  })

  test('behavior: a page that asks a wallet by itself is counted from there on, though its dialog was never opened', async () => {
    const { theatre } = held()
    const { page } = await theatre.open(setup())
    const requests = heard(page)
    // The dialog's code comes at idle; until then there is nothing that could count.
    await page.waitForFunction(() => document.querySelector('latchkey-modal') !== null)
    expect(requests).toEqual([])
    await page.evaluate(() => window.stage.connect())
    await expect
      .poll(() => eventsOf(requests), { timeout: 10_000 })
      .toEqual(['INITIALIZE', 'WALLET_ASKED', 'CONNECT_SUCCESS'])
    await page.context().close()
  })

  test('behavior: a browser that asks not to be tracked', async () => {
    const { theatre } = held()
    const { page } = await theatre.open(setup(), {
      prepare: (shown) =>
        Promise.all([
          shown.clock.install(),
          shown.addInitScript(() =>
            Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
          ),
        ]),
    })
    const sent = heard(page)
    const settle = watchRequests(page)
    await choose(page)
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await pass(page, settle)
    await page.goto('about:blank')
    expect(eventsOf(sent)).toEqual(['INITIALIZE'])
    expect(sent).not.toContain('GET /getAnalyticsConfig')
    await page.context().close()
  })

  test('behavior: a page that the gateway does not serve is told once', async () => {
    const { theatre } = held()
    const gateway = 'https://gateway.example'
    const [answers, said]: [string[], string[]] = [[], []]
    const kit = {
      gateway: { url: gateway, project: 'shop' },
      features: { analytics: true },
    } as NonNullable<Setup['kit']>
    const { page } = await theatre.open(setup('shop', { kit }), {
      at: 'https://foreign.example',
      // A page on the open net may not reach loopback; the gateway sees the page's origin all the
      // same.
      prepare: (shown) =>
        shown.route(`${gateway}/**`, async (route) => {
          const { pathname, search } = new URL(route.request().url())
          const response = await route.fetch({ url: `${held().gateway.url}${pathname}${search}` })
          answers.push(`${pathname} ${response.status()}`)
          await route.fulfill({ response })
        }),
    })
    page.on('console', (message) => said.push(message.text()))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const toast = dialogOf(page).locator('span', { hasText: 'Invalid App Configuration' })
    await toast.waitFor()
    await toast.waitFor({ state: 'detached' })
    expect(answers.filter((one) => one.startsWith('/batch'))).toEqual(['/batch 403'])
    // The owner reads why; the list of origins is asked for where somebody is refused, and nowhere
    // else.
    const [why, ...more] = said.filter((one) => one.startsWith('Latchkey:'))
    expect(why).toMatch(
      /no page of https:\/\/foreign\.example use the project "shop"\. It allows https:\/\/shop\.example\./,
    )
    expect(more).toEqual([])
    expect(answers.filter((one) => one.startsWith('/projects'))).toEqual([
      '/projects/v1/origins 200',
    ])
    await page.context().close()
  })

  test('behavior: left alone, connected, the page sends at most two requests in any minute, and none in the second; open, its balances every 10 s', async () => {
    const { theatre, devnet } = held()
    for (const isOpen of [false, true]) {
      const { page } = await theatre.open(setup(), { prepare: (shown) => shown.clock.install() })
      const asked: string[] = []
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith('data:') && !isLater(url)) asked.push(url)
      })
      const settle = watchRequests(page)
      await choose(page)
      await page.getByRole('button', { name: /^Account/ }).waitFor()
      if (isOpen) {
        await page.getByRole('button', { name: /^Account/ }).click()
        await dialogOf(page).getByRole('list', { name: 'Token list' }).waitFor()
      }
      // Answers travel in real time, and some make the page ask once more.
      for (let second = 0; second < 4; second += 2) {
        await page.clock.runFor(2_000)
        await settle()
      }
      expect(
        asked.some((url) => url.startsWith(held().gateway.url) || url.startsWith(devnet.url)),
      ).toBe(true)
      const minute = async (): Promise<readonly string[]> => {
        const before = asked.length
        // A step is shorter than the four seconds of the page's clock after which it gives up on
        // the gateway: an answer travels in real time, and arrives between two steps.
        for (let second = 0; second < 60; second += 3) {
          await page.clock.runFor(3_000)
          await settle()
        }
        return asked.slice(before)
      }
      const isBalance = (url: string): boolean =>
        isOpen && new URL(url).pathname.endsWith('/balance')
      const [first, second] = [await minute(), await minute()]
      for (const sent of [first, second]) {
        expect(sent.filter(isBalance).length).toBeLessThanOrEqual(6)
      }
      expect(first.filter((url) => !isBalance(url)).length, first.join()).toBeLessThanOrEqual(2)
      expect(second.filter((url) => !isBalance(url))).toEqual([])
      await page.context().close()
    }
  })
})
