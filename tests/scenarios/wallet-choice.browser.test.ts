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
const count = 10

describe('the chosen wallet and no other', () => {
  test('behavior: ten wallets of one name and a hijacked window.ethereum', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const wallets = Array.from({ length: count }, (_, i) => ({
      name: 'Foxglove',
      rdns: `test.foxglove${i}`,
    }))
    for (const chosen of [0, 4, 9]) {
      const { page, complaints } = await held.theatre.open({ chains, wallets, hijack: true })
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      const rows = page
        .getByRole('dialog')
        .getByRole('list', { name: 'Installed' })
        .getByRole('button')
      await expect.poll(() => rows.filter({ hasText: 'Foxglove' }).count()).toBe(count)
      await rows.filter({ hasText: 'Foxglove' }).nth(chosen).click()
      await page.getByRole('button', { name: /^Account/ }).waitFor()
      const asked = await page.evaluate(() => ({
        prompts: window.stage.wallets.map((wallet) => wallet.prompts()),
        requests: window.stage.wallets.map((wallet) => wallet.requests.length),
        stolen: window.stage.stolen,
      }))
      expect(asked.prompts).toEqual(wallets.map((_, i) => (i === chosen ? 1 : 0)))
      expect(asked.requests.filter((n) => n > 0)).toHaveLength(1)
      expect(asked.stolen).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })

  test('behavior: two wallets with one rdns are both shown, and a reload asks neither for a prompt', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const wallets = [
      { name: 'Foxglove', rdns: 'test.foxglove' },
      { name: 'Foxglove again', rdns: 'test.foxglove' },
    ]
    const { page } = await held.theatre.open({ chains, wallets })
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Foxglove again' }).click()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    expect(
      await page.evaluate(() => window.stage.wallets.map((wallet) => wallet.prompts())),
    ).toEqual([0, 1])
    await page.reload()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(
      await page.evaluate(() => window.stage.wallets.map((wallet) => wallet.requests.length)),
    ).toEqual([0, 0])
    await page.context().close()
  })
})
