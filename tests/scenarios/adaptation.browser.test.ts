import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutOff, forcedFaults, turnFaults } from '../helpers/adaptation.ts'
import { viewCases } from '../helpers/view-cases.ts'
import { raise, type Theatre } from '../worlds/stage.ts'
import { createViewPages, type ViewPages } from '../worlds/view-pages.ts'
import { type Form, forms, startViewWorld, type ViewWorld } from '../worlds/view-world.ts'

const held: { theatre?: Theatre; world?: ViewWorld; pages?: ViewPages } = {}
beforeAll(async () => {
  const [theatre, world] = await Promise.all([raise(), startViewWorld()])
  Object.assign(held, { theatre, world, pages: createViewPages(theatre, world) })
})
afterAll(async () => {
  await held.theatre?.stop()
  await held.world?.stop()
})

/** 320 CSS px: the narrowest phone, and a window of 640 px at 200 %. */
const narrow = {
  reducedMotion: 'reduce',
  viewport: { width: 320, height: 360 },
  deviceScaleFactor: 2,
} as const

describe('unusual displays', () => {
  test('behavior: a page from right to left has a dialog from right to left', async () => {
    if (!held.pages) throw new Error('no theatre')
    const page = await held.pages.show(viewCases.AllWallets[0], narrow, (one) =>
      one.evaluate(() => {
        document.documentElement.dir = 'rtl'
      }),
    )
    expect([...(await cutOff(page)), ...(await turnFaults(page, false))]).toEqual([])
  })

  test('behavior: what is planted is found', async () => {
    if (!held.pages) throw new Error('no theatre')
    const page = await held.pages.show(viewCases.AllWallets[0], narrow)
    await page.evaluate(() => {
      const planted = document.createElement('div')
      planted.innerHTML =
        '<p style="inline-size:400px">Wide</p><button style="border:1px none;block-size:44px">Bare</button>'
      document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.view')?.prepend(planted)
    })
    expect((await cutOff(page)).join()).toContain('sticks out sideways: p. "Wide"')
    expect(await forcedFaults(page)).toEqual(['no edge:  Bare'])
    expect(await turnFaults(page, false)).toEqual(['not turned round', 'Back stands left of Close'])
  })
})

/**
 * Where every button of the dialog stands: left, top, width and height in whole pixels, by its
 * name.
 */
const places = (page: Page): Promise<Record<string, readonly number[]>> =>
  page.getByRole('dialog').evaluate((dialog) =>
    Object.fromEntries(
      [...dialog.querySelectorAll('button, a')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [
          one.getAttribute('aria-label') ?? one.textContent,
          [x, y, width, height].map(Math.round),
        ]
      }),
    ),
  )

describe('what arrives late', () => {
  test.each(Object.keys(forms) as Form[])(
    'behavior: on a %s no button of Account moves for it',
    async (form) => {
      if (!held.theatre || !held.world) throw new Error('no theatre')
      const { origin } = held.theatre
      const gate: { open: () => void; isOpened?: Promise<void> } = { open: () => {} }
      gate.isOpened = new Promise((resolve) => {
        gate.open = resolve
      })
      const setup = held.world.setupOf(viewCases.Swap[0])
      const { page } = await held.theatre.open(setup, {
        ...forms[form],
        prepare: (one) =>
          one.route(
            (url) => url.origin !== origin,
            async (route) => {
              await gate.isOpened
              await route.continue().catch(() => {})
            },
          ),
      })
      const dialog = page.getByRole('dialog')
      await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
      await dialog.getByRole('button', { name: 'Foxglove' }).first().click()
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Account/ })
        .click()
      await dialog.getByRole('button', { name: 'Disconnect' }).waitFor()
      const before = await places(page)
      expect(Object.keys(before)).toEqual(
        expect.arrayContaining(['Send', 'Swap', 'Tokens', 'Activity', 'Close', 'Disconnect']),
      )
      gate.open()
      await dialog.getByRole('list', { name: 'Token list' }).getByRole('listitem').nth(2).waitFor()
      await dialog.getByRole('heading', { name: 'ada.eth' }).waitFor()
      expect(await places(page)).toMatchObject(before)
      await dialog.getByRole('tab', { name: 'Activity' }).click()
      await dialog.getByRole('button', { name: 'All transactions' }).waitFor()
      expect(await places(page)).toMatchObject(before)
      await page.context().close()
    },
  )
})
