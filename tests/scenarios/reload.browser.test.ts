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
    rpcUrls: [],
  },
] as const

async function connected(): Promise<{ page: Page; complaints: string[] }> {
  if (!held.theatre) throw new Error('no theatre')
  const opened = await held.theatre.open({ chains })
  await opened.page.getByRole('button', { name: 'Connect wallet' }).click()
  await opened.page.getByRole('dialog').getByRole('button', { name: 'Foxglove' }).click()
  await opened.page.getByRole('button', { name: /^Account/ }).waitFor()
  return opened
}
/**
 * From its next load on the page keeps every text that its button had, name included, from frame to
 * frame.
 */
async function watchButton(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = (): void => {
      const button = document.querySelector('main button')
      const text =
        button && [button.textContent, button.getAttribute('aria-label')].filter(Boolean).join(' ')
      if (text && seen.at(-1) !== text) seen.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
const shownSince = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { seen: string[] }).seen)
const sessions = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.connections')))

/**
 * Places of the page's whole storage, databases and cookies too, that name an account in any
 * spelling.
 */
const keptOf = (page: Page, account: string): Promise<readonly string[]> =>
  page.evaluate(async (sought) => {
    function all<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    }
    const places: [string, string][] = [
      ['local', JSON.stringify({ ...localStorage })],
      // The mock wallet keeps its own permission there, as an extension would elsewhere.
      [
        'session',
        JSON.stringify(
          Object.entries(sessionStorage).filter(([key]) => !key.startsWith('wallet:')),
        ),
      ],
      ['cookies', document.cookie],
    ]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await all(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([all(objects.getAllKeys()), all(objects.getAll())])
        places.push([`${name}/${store}`, JSON.stringify([keys, values])])
      }
      database.close()
    }
    return places.flatMap(([place, text]) => (text.toLowerCase().includes(sought) ? [place] : []))
  }, account.slice(-40))

describe('reload', () => {
  test('behavior: the page is connected again without a prompt, and never shows the connect button meanwhile', async () => {
    const { page, complaints } = await connected()
    await watchButton(page)
    await page.reload()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    const seen = await shownSince(page)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((text) => text === 'Connect wallet')).toEqual([])
    expect(await page.evaluate(() => window.stage.wallets[0]?.prompts())).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a wallet that is gone is never shown as connected, and one click recovers', async () => {
    const { page, complaints } = await connected()
    const account = await page.evaluate(() => {
      const [held] = Object.values(window.stage.kit.getState().connections)
      return held?.status === 'connected' ? held.sessions[0]?.selected.split(':').at(-1) : undefined
    })
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage)) {
        if (key.startsWith('wallet:')) sessionStorage.removeItem(key)
      }
    })
    await watchButton(page)
    await page.reload()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    const seen = await shownSince(page)
    expect(seen.at(-1)).toBe('Connect wallet')
    expect(account).toMatch(/^0x/)
    // Neither as an account, nor by the first characters of its address.
    const told = new RegExp(`Account|${account?.slice(0, 6)}`, 'i')
    expect(seen.filter((text) => told.test(text))).toEqual([])
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Foxglove' }).first().click()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    expect(await page.evaluate(() => window.stage.wallets[0]?.prompts())).toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: after disconnect and reload: disconnected, storage empty of the session, wallet told', async () => {
    const { page } = await connected()
    expect(await sessions(page)).toHaveLength(1)
    const account = await page.evaluate(
      () => window.stage.wallets[0]?.state().accounts[0]?.toLowerCase() ?? '',
    )
    // Where it stands while it is connected: this test would see it.
    expect((await keptOf(page, account)).length).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await sessions(page)).toEqual([])
    const asked = await page.evaluate(() =>
      window.stage.wallets[0]?.requests.map(({ method }) => method),
    )
    expect(asked).toContain('wallet_revokePermissions')
    expect(await keptOf(page, account)).toEqual([])
    await page.clock.install()
    await page.reload()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await page.clock.runFor(60_000)
    expect(await page.getByRole('button', { name: 'Connect wallet' }).isVisible()).toBe(true)
    expect(await keptOf(page, account)).toEqual([])
    expect(await page.evaluate(() => window.stage.wallets[0]?.requests.length)).toBe(0)
    await page.context().close()
  })

  test('behavior: a store that is corrupt or foreign is dropped, never fatal', async () => {
    const { page, complaints } = await connected()
    for (const text of [
      '{',
      '[1,2',
      'null',
      '[{"connector":{}}]',
      `"${'x'.repeat(300_000)}"`,
      '{"__proto__":{"a":1}}',
    ]) {
      await page.evaluate((value) => {
        for (const key of Object.keys(localStorage)) {
          localStorage.setItem(key, value)
        }
      }, text)
      await page.reload()
      await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    }
    expect(complaints).toEqual([])
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Foxglove' }).first().click()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await page.context().close()
  })
})
