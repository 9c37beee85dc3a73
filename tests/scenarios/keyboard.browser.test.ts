import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measurePaint } from '../helpers/paint.ts'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { ViewCase } from '../helpers/view-case.ts'
import { viewCases } from '../helpers/view-cases.ts'
import { raise, type Theatre } from '../worlds/stage.ts'
import { startViewWorld, type ViewWorld } from '../worlds/view-world.ts'

const held: { theatre?: Theatre; world?: ViewWorld } = {}
beforeAll(async () => {
  ;[held.theatre, held.world] = await Promise.all([raise(), startViewWorld()])
})
afterAll(async () => {
  await held.theatre?.stop()
  await held.world?.stop()
})

const [connect] = viewCases.Connect
async function stand(
  viewCase: ViewCase = connect,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { theatre, world } = held
  if (!theatre || !world) throw new Error('no theatre')
  const { page } = await theatre.open(world.setupOf(viewCase), {
    reducedMotion: 'reduce',
    ...options,
  })
  page.setDefaultTimeout(stepTimeout)
  return page
}
/** Where the focus is: in the dialog, in the page behind it, or in neither, and on what. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const deep = document.querySelector('latchkey-modal')?.shadowRoot?.activeElement
    if (deep)
      return {
        place: deep.closest('dialog[open]') ? 'dialog' : 'toast',
        name: nameOf(deep),
        tag: deep.tagName,
      }
    const active = document.activeElement ?? document.body
    return {
      place: active === document.body ? 'none' : 'page',
      name: nameOf(active),
      tag: active.tagName,
    }

    function nameOf(element: Element): string {
      return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    }
  })
/** Tab until the named control has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let i = 0; i < 40; i += 1) {
    const at = await focus(page)
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return
    seen.push(at.name)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}; it met ${[...new Set(seen)].join(', ')}`)
}
async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
/** Presses a key that many times and tells where the focus has been. */
async function round(
  page: Page,
  key: string,
  times: number,
): Promise<{ places: Set<string>; buttons: Set<string> }> {
  const places = new Set<string>()
  const buttons = new Set<string>()
  for (let i = 0; i < times; i += 1) {
    await page.keyboard.press(key)
    const { place, name, tag } = await focus(page)
    places.add(place)
    if (tag === 'BUTTON') buttons.add(name)
  }
  return { places, buttons }
}
const headingHasFocus = async (page: Page, name: string) => {
  await page.getByRole('dialog').getByRole('heading', { name, exact: true }).waitFor()
  expect(await focus(page)).toEqual({ place: 'dialog', name, tag: 'H2' })
}

describe('keyboard', () => {
  test('behavior: on Send what is typed goes into Amount, wherever no field has the focus; a recipient keeps its own', async () => {
    const page = await stand(viewCases.Send[0])
    await viewCases.Send[0].reach(page)
    const dialog = page.getByRole('dialog')
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await headingHasFocus(page, 'Send')
    await page.keyboard.type('1.25')
    expect(await amount.inputValue()).toBe('1.25')
    await amount.fill('')
    await dialog.getByRole('button', { name: 'Max' }).focus()
    await page.keyboard.type('7')
    expect(await amount.inputValue()).toBe('7')
    // Letters and keys of commands are nobody's amount.
    await dialog.getByRole('button', { name: 'Max' }).focus()
    await page.keyboard.press('a')
    await page.keyboard.press('Control+5')
    expect((await focus(page)).name).toBe('Max')
    const recipient = dialog.getByRole('textbox', { name: 'Recipient' })
    await recipient.focus()
    await page.keyboard.type('0x12')
    expect([await amount.inputValue(), await recipient.inputValue()]).toEqual(['7', '0x12'])
    // What cannot be an address is said when the field is left, without taking the focus back.
    expect(await recipient.getAttribute('aria-invalid')).toBe('false')
    await page.keyboard.press('Tab')
    await expect.poll(() => recipient.getAttribute('aria-invalid')).toBe('true')
    await dialog
      .getByText('Not a valid address or name')
      .or(dialog.getByText('Not a valid address'))
      .first()
      .waitFor()
    expect((await focus(page)).name).toBe('Review')
    // Nor an address whose capitals say that it is another one (EIP-55).
    await recipient.fill('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    expect(await recipient.getAttribute('aria-invalid')).toBe('false')
    await recipient.press('Tab')
    await dialog.getByText('a character of it is wrong').waitFor()
    expect((await focus(page)).name).toBe('Review')
    await recipient.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
    await recipient.press('Tab')
    expect(await dialog.getByText('a character of it is wrong').count()).toBe(0)
    await page.context().close()
  })

  test('behavior: the focus goes in, stays in both ways round, and comes back', async () => {
    const page = await stand()
    await press(page, 'Connect wallet')
    await headingHasFocus(page, 'Connect a wallet')
    const controls = await page.getByRole('dialog').getByRole('button').count()
    for (const key of ['Tab', 'Shift+Tab']) {
      const { places, buttons } = await round(page, key, controls * 2 + 4)
      // `none` is the browser's own bar, where a native dialog lets the focus pass.
      expect(
        [...places].filter((place) => place !== 'none'),
        key,
      ).toEqual(['dialog'])
      expect(buttons.size, key).toBe(controls)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focus(page)).toEqual({ place: 'page', name: 'Connect wallet', tag: 'BUTTON' })
    await page.context().close()
  })

  test('behavior: a dialog that lets the focus out would be noticed', async () => {
    const page = await stand()
    await connect.reach(page)
    await page.evaluate(() => {
      const root = document.querySelector('latchkey-modal')?.shadowRoot
      const dialog = root?.querySelector('dialog')
      root?.addEventListener('close', (event) => event.stopImmediatePropagation(), true)
      dialog?.close()
      dialog?.show()
    })
    expect([...(await round(page, 'Tab', 30)).places]).toContain('page')
    await page.context().close()
  })

  test('behavior: connect, account and send are done by keys alone, each new view begins at its heading', async () => {
    const page = await stand()
    await press(page, 'Connect wallet')
    await headingHasFocus(page, 'Connect a wallet')
    await press(page, 'Foxglove')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .waitFor()
    await press(page, /^Account/)
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).waitFor()
    expect(await focus(page)).toMatchObject({ place: 'dialog', tag: 'H2' })
    await press(page, 'Send')
    await headingHasFocus(page, 'Send')
    await press(page, 'Token ETH')
    await headingHasFocus(page, 'Choose a token')
    await press(page, 'Back')
    await headingHasFocus(page, 'Send')
    // A press that cannot act leads to the field at fault.
    await press(page, 'Review')
    expect(await focus(page)).toMatchObject({ place: 'dialog', tag: 'INPUT' })
    await page.keyboard.type('0.25')
    await press(page, 'Review')
    expect(await focus(page)).toMatchObject({ place: 'dialog', tag: 'INPUT' })
    await page.keyboard.type('grace.eth')
    await page.keyboard.press('Enter')
    await headingHasFocus(page, 'Review send')
    await press(page, 'Confirm')
    await page.getByRole('dialog').getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    expect(await focus(page)).toMatchObject({ place: 'dialog', tag: 'H2' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focus(page)).toMatchObject({
      place: 'page',
      name: expect.stringMatching(/^Account/),
    })
    await page.context().close()
  })
})

const small = [
  ['200 % zoom', { viewport: { width: 500, height: 400 }, deviceScaleFactor: 2 }],
  ['a window of 320 × 256', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 1 }],
] as const
const shown = [
  ['Connect', connect, 'All wallets'],
  ['Account', viewCases.Account[0], 'Disconnect'],
  ['Send', viewCases.Send[0], 'Review'],
  ['SendReview', viewCases.SendReview[0], 'Confirm'],
  ['Pay', viewCases.Pay[0], 'Pay now'],
] as const

describe('unusual displays', () => {
  test.each(small)(
    'behavior: %s: nothing is cut off sideways, what is to be done can be reached',
    async (_name, options) => {
      for (const [view, viewCase, action] of shown) {
        const page = await stand(viewCase, options)
        await viewCase.reach(page)
        const { faults, texts } = await page.evaluate(measurePaint, 24)
        expect(faults, view).toEqual([])
        expect(texts, view).toBeGreaterThan(3)
        const button = page.getByRole('dialog').getByRole('button', { name: action, exact: true })
        await button.scrollIntoViewIfNeeded()
        const isWhole = await button.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const hit = (element.getRootNode() as ShadowRoot).elementFromPoint(
            (left + right) / 2,
            (top + bottom) / 2,
          )
          return (
            element.contains(hit) &&
            left >= 0 &&
            right <= innerWidth &&
            top >= 0 &&
            bottom <= innerHeight
          )
        })
        expect(isWhole, `${view}: ${action}`).toBe(true)
        await page.context().close()
      }
    },
  )

  test('behavior: with reduced motion nothing moves', async () => {
    const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
      const waiting = viewCases.ConnectingExternal[0]
      const page = await stand(waiting, { reducedMotion })
      await waiting.reach(page)
      const count = await page.evaluate(
        () => document.querySelector('latchkey-modal')?.shadowRoot?.getAnimations().length,
      )
      await page.context().close()
      return count
    }
    expect(await moving('reduce')).toBe(0)
    expect(await moving('no-preference')).toBeGreaterThan(0)
  })

  test.each(shown)(
    'behavior: forced colours, %s: buttons and fields have borders one can see',
    async (_view, viewCase) => {
      const page = await stand(viewCase, { forcedColors: 'active' })
      await viewCase.reach(page)
      const bare = await page.evaluate(() => {
        const root = document.querySelector('latchkey-modal')?.shadowRoot
        const all = [
          ...(root?.querySelectorAll<HTMLElement>('dialog button:not(.inline), dialog input') ??
            []),
        ]
        const hasEdge = (element: Element | null): boolean =>
          element !== null && Number.parseFloat(getComputedStyle(element).borderTopWidth) >= 1
        const isBare = (element: HTMLElement) =>
          !hasEdge(element) && !hasEdge(element.closest('.amount, .recipient'))
        return {
          all: all.length,
          bare: all
            .filter(isBare)
            .map((one) => `${one.className} ${one.getAttribute('aria-label') ?? one.textContent}`),
        }
      })
      expect(bare).toEqual({ all: expect.any(Number), bare: [] })
      expect(bare.all).toBeGreaterThan(2)
      await page.context().close()
    },
  )

  test('behavior: in a page written right to left, so is the dialog', async () => {
    const page = await stand(viewCases.AllWallets[0])
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await viewCases.AllWallets[0].reach(page)
    const dialog = page.getByRole('dialog')
    const middle = async (name: string) => {
      const box = await dialog.getByRole('button', { name, exact: true }).boundingBox()
      return (box?.x ?? Number.NaN) + (box?.width ?? 0) / 2
    }
    expect(await dialog.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    expect(await middle('Close')).toBeLessThan(await middle('Back'))
    expect((await page.evaluate(measurePaint, 24)).faults).toEqual([])
    await page.context().close()
  })
})
