import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raise, strictPolicy, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre } = {}
beforeAll(async () => {
  held.theatre = await raise()
  held.theatre.policy = strictPolicy()
})
afterAll(() => held.theatre?.stop())

const chains = [
  {
    id: 'eip155:31337',
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
] as const

async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { violations: seen })
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
}
const violations = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { violations: string[] }).violations)

describe('strict content security policy', () => {
  test('behavior: from the button through connecting to the account, no violation and no word in the console', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const { page, complaints } = await held.theatre.open({ chains })
    await watch(page)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'All wallets' }).click()
    await dialog.getByRole('searchbox', { name: 'Search wallets' }).fill('rain')
    await dialog.getByRole('button', { name: /Rainbow/ }).waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'What is a wallet?' }).first().click()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Foxglove' }).click()
    await page.getByRole('button', { name: /^Account/ }).click()
    await dialog.getByRole('button', { name: 'Receive' }).click()
    await dialog.getByRole('img', { name: 'QR code' }).waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1')
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a page that reaches phones by its relays shows their code under it, and asks no other host', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const relays = ['wss://one.relay.test']
    const dialled: string[] = []
    held.theatre.policy = strictPolicy(...relays)
    const { page, complaints } = await held.theatre.open(
      { chains, relays },
      {
        prepare: async (page: Page) =>
          page.routeWebSocket(/./, (socket) => {
            dialled.push(new URL(socket.url()).host)
            socket.onMessage((text) => {
              const { id, method } = JSON.parse(String(text)) as { id: number; method?: string }
              if (method) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
            })
          }),
      },
    )
    held.theatre.policy = strictPolicy()
    await watch(page)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'QR code' }).click()
    await dialog.getByRole('img', { name: 'QR code' }).waitFor()
    // The code is there before the relay is dialled.
    await expect.poll(() => dialled).toEqual(['one.relay.test'])
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: the policy is in force, and this test would have seen a violation', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const { page, complaints } = await held.theatre.open({ chains })
    await watch(page)
    await page.evaluate(() => {
      const script = document.createElement('script')
      try {
        script.textContent = 'window.ran = true'
      } catch {
        // Trusted Types refuse the text already.
      }
      const div = document.createElement('div')
      div.setAttribute('style', 'color: red')
      document.body.append(script, div)
    })
    await expect.poll(async () => (await violations(page)).length).toBeGreaterThan(0)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(complaints.length).toBeGreaterThan(0)
    await page.context().close()
  })
})
