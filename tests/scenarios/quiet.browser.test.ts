import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre } = {}
beforeAll(async () => {
  held.theatre = await raise()
})
afterAll(() => held.theatre?.stop())

const chains = [
  {
    id: 'eip155:31337',
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://rpc.owner.test/'],
  },
] as const
const gateway = { url: 'https://gateway.owner.test', project: 'demo' }

/** Addresses of other hosts that the page asked for since now. */
function outside(page: Page, origin: string): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) seen.push(new URL(url).host)
  })
  // Sockets are no requests.
  page.on('websocket', (socket) => void seen.push(new URL(socket.url()).host))
  return seen
}

const withClock = { prepare: (page: Page) => page.clock.install() }
/**
 * A minute goes by for the page; what it asked for then is heard, as requests are heard in their
 * order.
 */
async function pass(page: Page): Promise<void> {
  await page.clock.runFor(60_000)
  const last = page.waitForRequest((request) => request.url().endsWith('/heard-until-here'))
  await page.evaluate(() => void fetch('/heard-until-here'))
  await last
}

describe('a quiet page', () => {
  test('behavior: before a click nothing is asked of anybody and nothing is written', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const { page } = await held.theatre.open({ chains, kit: { gateway } }, withClock)
    const asked = outside(page, held.theatre.origin)
    await page.reload()
    await pass(page)
    expect(asked).toEqual([])
    expect(
      await page.evaluate(async () => ({
        local: localStorage.length,
        session: sessionStorage.length,
        cookies: document.cookie,
        databases: (await indexedDB.databases()).length,
      })),
    ).toEqual({ local: 0, session: 0, cookies: '', databases: 0 })
    // This test would have seen a socket.
    await page.evaluate(() => void new WebSocket('wss://relay.nobody.test/'))
    await expect.poll(() => asked).toEqual(['relay.nobody.test'])
    await page.context().close()
  })

  test('behavior: nor does a page that can reach phones ask a relay, or open a socket, before a click', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const relays = ['wss://relay.owner.test']
    const { page } = await held.theatre.open({ chains, relays }, withClock)
    const asked = outside(page, held.theatre.origin)
    await page.reload()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await pass(page)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'QR code' }).click()
    await expect.poll(() => asked).toContain('relay.owner.test')
    await page.context().close()
  })

  test('behavior: StrictMode and ten buttons begin one discovery and one session', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const { page } = await held.theatre.open({ chains, buttons: 10 }, withClock)
    await page.getByRole('button', { name: 'Connect wallet' }).nth(9).waitFor()
    await page.clock.runFor(5_000)
    expect(await page.evaluate(() => window.stage.discoveries)).toBe(1)
    await page.getByRole('button', { name: 'Connect wallet' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Foxglove' }).click()
    await page
      .getByRole('button', { name: /^Account/ })
      .first()
      .waitFor()
    await page.reload()
    await page
      .getByRole('button', { name: /^Account/ })
      .nth(9)
      .waitFor()
    const requests = await page.evaluate(() =>
      window.stage.wallets[0]?.requests.map(({ method }) => method),
    )
    expect(requests).toEqual(['eth_accounts', 'eth_chainId'])
    expect(await page.evaluate(() => window.stage.wallets[0]?.prompts())).toBe(0)
    await page.context().close()
  })

  test('behavior: StrictMode and ten buttons open one socket to each relay, and propose once', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const hosts = ['one.relay.test', 'two.relay.test']
    const open = new Map(hosts.map((host) => [host, 0]))
    const most = new Map(hosts.map((host) => [host, 0]))
    const proposed: string[] = []
    const count = (host: string, change: number): void => {
      const now = (open.get(host) ?? 0) + change
      open.set(host, now)
      most.set(host, Math.max(most.get(host) ?? 0, now))
    }
    const { page } = await held.theatre.open(
      { chains, relays: hosts.map((host) => `wss://${host}`), buttons: 10 },
      {
        // Relays that take everything: who is asked is counted.
        prepare: async (page: Page) =>
          page.routeWebSocket(/relay\.test/, (socket) => {
            const { host } = new URL(socket.url())
            count(host, 1)
            socket.onClose(() => count(host, -1))
            socket.onMessage((text) => {
              const { id, method } = JSON.parse(String(text)) as { id: number; method?: string }
              if (method === 'wc_proposeSession') proposed.push(host)
              if (method) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
            })
          }),
      },
    )
    for (const [attempt, button] of [4, 9].entries()) {
      await page.getByRole('button', { name: 'Connect wallet' }).nth(button).click()
      await page.getByRole('dialog').getByRole('button', { name: 'QR code' }).click()
      await page.getByRole('dialog').getByRole('img', { name: 'QR code' }).waitFor()
      await expect.poll(() => proposed.length).toBe(2 * (attempt + 1))
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    }
    // Once an attempt: what another button or the second mount asked for would have come by now.
    expect([...proposed].sort()).toEqual([
      'one.relay.test',
      'one.relay.test',
      'two.relay.test',
      'two.relay.test',
    ])
    expect(Object.fromEntries(most)).toEqual({ 'one.relay.test': 1, 'two.relay.test': 1 })
    await page.context().close()
  })

  test('behavior: a connected page left alone asks nobody, and only the owner’s address when it is opened', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const { page } = await held.theatre.open({ chains }, withClock)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Foxglove' }).click()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    const asked = outside(page, held.theatre.origin)
    const before = await page.evaluate(() => window.stage.wallets[0]?.requests.length)
    await pass(page)
    expect(asked).toEqual([])
    expect(await page.evaluate(() => window.stage.wallets[0]?.requests.length)).toBe(before)
    await page.getByRole('button', { name: /^Account/ }).click()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await pass(page)
    expect([...new Set(asked)]).toEqual(['rpc.owner.test'])
    await page.context().close()
  })
})
