import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCode } from '../helpers/read-code.ts'
import { openPhonePage } from '../worlds/phone-page.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre } = {}
beforeAll(async () => {
  held.theatre = await raise()
})
afterAll(() => held.theatre?.stop())

const stand = (form: 'desktop' | 'phone', setup?: Partial<Setup>) =>
  openPhonePage(held.theatre, form, setup)
const dialogOf = (page: Page) => page.getByRole('dialog')
const openDialog = (page: Page) => page.getByRole('button', { name: 'Connect wallet' }).click()
const buttonNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const used = (page: Page) => page.evaluate(() => [...window.stage.phone.used])
const status = (page: Page) =>
  page.evaluate(() => window.stage.kit.getState().connections.walletConnect?.status ?? 'idle')

describe('a wallet elsewhere, once more', () => {
  test('behavior: who asks for a code while a phone is connected gets a new one, and the next phone takes the place', async () => {
    const page = await stand('desktop')
    await openDialog(page)
    await buttonNamed(page, 'QR code').click()
    await page.evaluate(() => window.stage.phone.approve({ name: 'First Phone' }))
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await dialogOf(page).waitFor({ state: 'hidden' })
    const [first] = await used(page)
    await page.evaluate(() => void window.stage.modal.open({ view: 'Connect' }))
    await buttonNamed(page, 'QR code').click()
    await expect.poll(() => used(page)).toHaveLength(2)
    const [, second] = await used(page)
    expect(second).not.toBe(first)
    await expect.poll(() => readCode(page)).toBe(second)
    expect(await status(page)).toBe('connecting')
    await page.evaluate(() => window.stage.phone.approve({ name: 'Second Phone' }))
    await dialogOf(page).waitFor({ state: 'hidden' })
    const peer = await page.evaluate(() => {
      const connection = window.stage.kit.getState().connections.walletConnect
      return connection?.status === 'connected' ? connection.sessions[0]?.peer?.name : undefined
    })
    expect(peer).toBe('Second Phone')
    await page.context().close()
  })

  test('behavior: a wallet that no list knows is there on the next visit by its own words, and opened by its own link', async () => {
    const page = await stand('phone')
    await openDialog(page)
    await buttonNamed(page, 'QR code').click()
    const said = { name: '<b>Zephyr</b>\u202e', native: 'zephyr://' }
    await page.evaluate((peer) => window.stage.phone.approve(peer), said)
    await page.getByRole('button', { name: /^Account/ }).click()
    await buttonNamed(page, 'Disconnect').click()
    await page.reload()
    await openDialog(page)
    const recent = dialogOf(page).getByRole('list', { name: 'Recent' })
    const row = recent.getByRole('link')
    await row.waitFor()
    expect(await row.innerText()).toContain('<b>Zephyr</b>')
    expect(await row.getAttribute('href')).toMatch(/^zephyr:\/\/wc\?uri=wc%3A/)
    await page.context().close()
  })

  test('behavior: one that says nothing of links is reached by a code', async () => {
    const page = await stand('desktop')
    await openDialog(page)
    await buttonNamed(page, 'QR code').click()
    await page.evaluate(() => window.stage.phone.approve({ name: 'Plain' }))
    await page.getByRole('button', { name: /^Account/ }).click()
    await buttonNamed(page, 'Disconnect').click()
    await page.reload()
    await openDialog(page)
    await dialogOf(page)
      .getByRole('list', { name: 'Recent' })
      .getByRole('button', { name: 'Plain' })
      .click()
    await expect.poll(() => used(page)).toHaveLength(1)
    const [uri] = await used(page)
    await expect.poll(() => readCode(page)).toBe(uri)
    await page.context().close()
  })

  test('behavior: in Telegram the first wallets have their universal links before All wallets is opened', async () => {
    const page = await stand('phone')
    await page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.reload()
    await openDialog(page)
    const row = dialogOf(page).getByRole('link', { name: 'Trust Wallet', exact: true })
    await row.waitFor()
    expect(await row.getAttribute('href')).toMatch(
      /^https:\/\/link\.trustwallet\.com\/wc\?uri=wc%3A/,
    )
    await page.context().close()
  })
})
