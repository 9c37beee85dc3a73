import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'
import type { Setup } from '../../../tests/worlds/stage/setup.ts'
import { raise, type Theatre } from '../../../tests/worlds/stage.ts'

const chains = [
  {
    id: 'eip155:31337',
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
] as const
const wallets = [
  { name: 'Foxglove', rdns: 'test.foxglove' },
  { name: 'Harbor', rdns: 'test.harbor' },
]
const held: { theatre?: Theatre; page?: Page; complaints?: string[] } = {}

async function open(
  setup: Partial<Setup> = {},
  options: Parameters<Theatre['open']>[1] = {},
): Promise<Page> {
  if (!held.theatre) throw new Error('no theatre')
  const { page, complaints } = await held.theatre.open(
    { chains, wallets, ...setup },
    { reducedMotion: 'no-preference', ...options },
  )
  page.setDefaultTimeout(stepTimeout)
  Object.assign(held, { page, complaints })
  return page
}
const onPage = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const headingNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('heading', { level: 2, name, exact: true })
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const inner = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
    return `${inner?.tagName} ${inner?.getAttribute('aria-label') ?? inner?.textContent?.trim()}`
  })
const behave = (page: Page, behavior: 'approve' | 'reject' | 'hang'): Promise<void> =>
  page.evaluate((how) => {
    for (const wallet of window.stage.wallets) {
      wallet.behave(how, 'eth_requestAccounts')
    }
  }, behavior)
/** Waits until the dialog has come to rest: nothing of it moves or fades any more. */
const rested = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const ending = (root?.getAnimations() ?? []).filter(
      ({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    )
    return Promise.all(ending.map(({ finished }) => finished)).then(() => {})
  })
/** Waits until the page has drawn what was done so far, and what that led to. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
      }),
  )
/** Not before a click there can be meant: until then it is the second one of a double click. */
async function clickBackdrop(page: Page): Promise<void> {
  await page.waitForTimeout(500)
  await page.mouse.click(5, 5)
}
const statuses = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.values(window.stage.kit.getState().connections).map(({ status }) => status),
  )

beforeAll(async () => {
  held.theatre = await raise()
})
afterEach(async () => {
  await held.page?.context().close()
  expect(held.complaints).toEqual([])
})
afterAll(() => held.theatre?.stop())

describe('dialog', () => {
  test('default', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    expect(await focused(page)).toBe('H2 Connect a wallet')
    expect(await onPage(page, 'Connect wallet').getAttribute('aria-expanded')).toBe('true')
    await buttonNamed(page, 'Foxglove').click()
    await dialogOf(page).waitFor({ state: 'hidden' })
    await onPage(page, /^Account 0xf39F…2266$/).waitFor()
    expect(await focused(page)).toMatch(/^BUTTON Account/)
    expect(await page.evaluate(() => window.stage.modal.getState())).toEqual({
      open: false,
      loading: false,
      view: 'Connect',
      isLoadFailed: false,
    })
  })

  test('behavior: by keyboard alone; Tab stays inside, Escape returns to the button', async () => {
    const page = await open()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await headingNamed(page, 'Connect a wallet').waitFor()
    for (let i = 0; i < 14; i++) {
      await page.keyboard.press('Tab')
      expect(await focused(page)).not.toMatch(/^(BUTTON|A) (Connect wallet|Network|A link)/)
    }
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('BUTTON Connect wallet')
  })

  test('behavior: the focus goes to a button of the page when what opened it has gone', async () => {
    const page = await open()
    await page.evaluate(async () => {
      const opener = document.body.appendChild(document.createElement('button'))
      opener.focus()
      await window.stage.modal.open()
      opener.remove()
      window.stage.modal.close()
    })
    await dialogOf(page).waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('BUTTON Connect wallet')
  })

  test('behavior: declined says so, and the next try connects', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await behave(page, 'reject')
    await buttonNamed(page, 'Harbor').click()
    await headingNamed(page, 'Harbor').waitFor()
    expect(await focused(page)).toBe('H2 Harbor')
    await dialogOf(page).getByRole('status').getByText('Declined', { exact: true }).waitFor()
    await behave(page, 'approve')
    await buttonNamed(page, 'Try again').click()
    await onPage(page, /^Account/).waitFor()
  })

  for (const way of ['Back', 'Close', 'Escape', 'backdrop'] as const) {
    test(`behavior: ${way} takes a waiting attempt back, and its late answer is nobody’s`, async () => {
      const page = await open()
      await onPage(page, 'Connect wallet').click()
      await behave(page, 'hang')
      await buttonNamed(page, 'Harbor').click()
      await dialogOf(page).getByRole('status').getByText('Continue in Harbor').waitFor()
      await onPage(page, 'Connecting…').waitFor({ state: 'attached' })
      if (way === 'Escape') await page.keyboard.press('Escape')
      else if (way === 'backdrop') await clickBackdrop(page)
      else await buttonNamed(page, way).click()
      if (way === 'Back') await headingNamed(page, 'Connect a wallet').waitFor()
      else await dialogOf(page).waitFor({ state: 'hidden' })
      expect(await statuses(page)).not.toContain('connecting')
      // The answer is given, and the page has drawn what it made of it.
      await page.evaluate(async () => {
        await Promise.all(window.stage.wallets.map((wallet) => wallet.release('approve')))
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      })
      expect(await statuses(page)).not.toContain('connected')
      // Nothing is left behind: the next attempt works.
      await behave(page, 'approve')
      if (way !== 'Back') await onPage(page, 'Connect wallet').click()
      await buttonNamed(page, 'Harbor').click()
      await onPage(page, /^Account/).waitFor()
    })
  }

  test.each([0, 60, 300])(
    'behavior: a double click of %i ms opens it and closes nothing',
    async (delay) => {
      const page = await open()
      const {
        x = 0,
        y = 0,
        width = 0,
        height = 0,
      } = (await onPage(page, 'Connect wallet').boundingBox()) ?? {}
      const place = [x + width / 2, y + height / 2] as const
      await page.mouse.click(...place)
      if (delay) await page.waitForTimeout(delay)
      await page.mouse.click(...place, { clickCount: 2 })
      await headingNamed(page, 'Connect a wallet').waitFor()
      expect(await page.evaluate(() => window.stage.modal.getState().open)).toBe(true)
      // Where the button was, under the backdrop, a click closes later on.
      await page.waitForTimeout(500)
      await page.mouse.click(...place)
      await dialogOf(page).waitFor({ state: 'hidden' })
    },
  )

  test('behavior: a press that begins within it and ends on the backdrop closes nothing', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    const box = await headingNamed(page, 'Connect a wallet').boundingBox()
    await page.waitForTimeout(500)
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    expect(await page.evaluate(() => window.stage.modal.getState().open)).toBe(true)
  })

  test('behavior: drawn and laid out before any click, it is never seen', async () => {
    const watch = (): void => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = (): void => {
        const drawn = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
        if (drawn) seen.push(getComputedStyle(drawn).display)
        requestAnimationFrame(look)
      }
      look()
    }
    const page = await open({}, { prepare: (bare) => bare.addInitScript(`(${String(watch)})()`) })
    const frames = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    await page.waitForFunction(() =>
      document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('h3'),
    )
    // More than the sheet takes to leave.
    const { length } = await frames()
    await page.waitForFunction(
      (most) => (window as unknown as { seen: string[] }).seen.length > most,
      length + 20,
    )
    expect(new Set(await frames())).toEqual(new Set(['none']))
  })

  test('behavior: opened again while it still fades, it stands at the height of what it shows at once', async () => {
    const page = await open()
    const heights = await page.evaluate(async () => {
      const { modal } = window.stage
      const root = () => document.querySelector('latchkey-modal')?.shadowRoot
      const frame = () => new Promise(requestAnimationFrame)
      const measure = () => {
        const [outer, inner] = ['.frame', '.view'].map(
          (one) => root()?.querySelector<HTMLElement>(one)?.offsetHeight,
        )
        return { heading: root()?.querySelector('h2')?.textContent, outer, inner }
      }
      await modal.open({ view: 'WhatIsAWallet' })
      await Promise.all(document.getAnimations().map(({ finished }) => finished))
      const before = measure()
      modal.close()
      await frame()
      await modal.open({ view: 'Networks' })
      await frame()
      await frame()
      return [before, measure()]
    })
    const [before, after] = heights
    expect(after?.heading).toBe('Networks')
    expect(after?.inner).not.toBe(before?.outer)
    expect(after?.outer).toBe(after?.inner)
  })

  test('behavior: prefetched and drawn before any click; switched off, nothing is', async () => {
    const drawn = (page: Page) =>
      page.evaluate(
        () => document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')?.open,
      )
    const page = await open()
    await page.waitForFunction(() =>
      document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('h3'),
    )
    expect(await drawn(page)).toBe(false)
    await page.context().close()
    const bare = await open(
      { modal: { prefetch: false } },
      { prepare: (shown) => shown.clock.install() },
    )
    const asked: string[] = []
    bare.on('request', (request) => asked.push(request.url()))
    await bare.clock.runFor(60_000)
    expect(asked).toEqual([])
    expect(await drawn(bare)).toBeUndefined()
    await onPage(bare, 'Connect wallet').click()
    await headingNamed(bare, 'Connect a wallet').waitFor()
  })

  test('behavior: code that did not come can be asked for again', async () => {
    const page = await open({ modal: { prefetch: false } })
    // A lost line, not an HTTP error: some Chromium versions never ask again for a module after that.
    await page.route(/start-shell/, (route) => route.abort())
    await onPage(page, 'Connect wallet').click()
    await page.waitForFunction(() => window.stage.modal.getState().isLoadFailed)
    await page.unroute(/start-shell/)
    await onPage(page, 'Not loaded. Try again').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    expect(held.complaints?.splice(0).join()).toContain('ERR_FAILED')
  })

  test('behavior: the page does not scroll below it, does not move, and scrolls again', async () => {
    const page = await open()
    await page.evaluate(() => {
      document.body.style.minHeight = '4000px'
    })
    const place = () => onPage(page, 'Connect wallet').boundingBox()
    const before = await place()
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    expect(await place()).toEqual(before)
    await page.mouse.move(5, 5)
    const turned = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('wheel', () => resolve(), { once: true, capture: true, passive: true })
        }),
    )
    await drawn(page)
    await page.mouse.wheel(0, 500)
    await turned
    await drawn(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await page.evaluate(() => document.body.getAttribute('style'))).toBe(
      'min-height: 4000px;',
    )
    await buttonNamed(page, 'Close').click()
    await dialogOf(page).waitFor({ state: 'hidden' })
    await page.mouse.wheel(0, 500)
    await page.waitForFunction(() => scrollY > 0)
  })

  test('behavior: toasts are spoken and shown in the dialog, and on the page when it is closed', async () => {
    const page = await open()
    const show = (variant: 'success' | 'error', text: string) =>
      page.evaluate((toast) => void window.stage.modal.toast(toast), {
        variant,
        text,
        autoClose: false,
      })
    const isOnTop = () =>
      page.evaluate(() => {
        const root = document.querySelector('latchkey-modal')?.shadowRoot
        const toast = root?.querySelector('dialog .toast')
        const { x, y, width, height } = toast?.getBoundingClientRect() ?? new DOMRect()
        return toast?.contains(root?.elementFromPoint(x + width / 2, y + height / 2) ?? null)
      })
    await show('success', 'On the page')
    await page.getByRole('status').getByText('On the page').waitFor({ state: 'attached' })
    await onPage(page, 'Connect wallet').click()
    await dialogOf(page).getByRole('status').getByText('On the page').waitFor({ state: 'attached' })
    // A toast is drawn first and raised then.
    await expect.poll(isOnTop).toBe(true)
    await show('error', 'In the dialog')
    await dialogOf(page)
      .getByRole('alert')
      .getByText('In the dialog')
      .waitFor({ state: 'attached' })
    await expect.poll(isOnTop).toBe(true)
  })

  test('behavior: a page that removes it loses the lock, and it opens again, modal', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    await page.evaluate(() => document.querySelector('latchkey-modal')?.remove())
    await page.waitForFunction(() => !window.stage.modal.getState().open)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
      'visible',
    )
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    expect(
      await page.evaluate(() =>
        document
          .querySelector('latchkey-modal')
          ?.shadowRoot?.querySelector('dialog')
          ?.matches(':modal'),
      ),
    ).toBe(true)
  })

  test('behavior: a popover of the page opened later does not stay above it', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    await rested(page)
    const box = await dialogOf(page).boundingBox()
    if (!box) throw new Error('no box')
    // Inside of the rounded corners; it is paint that must not change: what is inert is not hit
    // anyway.
    const clip = { x: box.x, y: box.y + 30, width: box.width, height: box.height - 60 }
    const before = await page.screenshot({ clip })
    await page.evaluate(() => {
      const popover = Object.assign(document.createElement('div'), {
        popover: 'manual',
        textContent: 'above',
      })
      popover.style.cssText = 'inset:0;width:100%;height:100%;background:red'
      document.body.append(popover)
      popover.showPopover()
    })
    await expect.poll(async () => (await page.screenshot({ clip })).equals(before)).toBe(true)
    expect(await page.evaluate(() => window.stage.modal.getState().open)).toBe(true)
    await buttonNamed(page, 'Foxglove').click()
    await onPage(page, /^Account/).waitFor()
  })

  test('behavior: raised above a popover of the page, it keeps the focus where it was', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'All wallets').click()
    await dialogOf(page).getByRole('searchbox', { name: 'Search wallets' }).fill('rain')
    expect(await focused(page)).toBe('INPUT Search wallets')
    // What keeps it on top comes once it has been painted.
    const raised = () =>
      page.evaluate(async () => {
        const dialog = document
          .querySelector('latchkey-modal')
          ?.shadowRoot?.querySelector('dialog') as HTMLDialogElement
        let count = 0
        const { close } = dialog
        dialog.close = () => {
          count++
          close.call(dialog)
        }
        const popover = Object.assign(document.createElement('div'), {
          popover: 'manual',
          textContent: 'above',
        })
        document.body.append(popover)
        popover.showPopover()
        await new Promise((resolve) =>
          popover.addEventListener('toggle', () => setTimeout(resolve), { once: true }),
        )
        popover.remove()
        delete (dialog as Partial<HTMLDialogElement>).close
        return count
      })
    await expect.poll(raised).toBe(1)
    expect(await focused(page)).toBe('INPUT Search wallets')
    await page.keyboard.type('bow')
    expect(await dialogOf(page).getByRole('searchbox').inputValue()).toBe('rainbow')
  })

  test('behavior: who just types in All wallets searches, and arrows walk the grid', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'All wallets').click()
    await headingNamed(page, 'All wallets').waitFor()
    expect(await focused(page)).toBe('H2 All wallets')
    await page.keyboard.type('wal')
    expect(await focused(page)).toBe('INPUT Search wallets')
    expect(await dialogOf(page).getByRole('searchbox').inputValue()).toBe('wal')
    const cells = dialogOf(page).getByRole('list', { name: 'Wallets' }).getByRole('button')
    await expect.poll(() => cells.count()).toBeGreaterThan(5)
    await cells.first().focus()
    const names = await cells.evaluateAll((all) =>
      all.map((one) => `BUTTON ${one.getAttribute('aria-label')}`),
    )
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toBe(names[1])
    await page.keyboard.press('ArrowDown')
    const below = names.indexOf(await focused(page))
    expect(below).toBeGreaterThan(2)
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe(names[1])
  })

  test('behavior: a dialog of the page opened later stays above it, with a popover of its own', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    await rested(page)
    await page.evaluate(() => {
      const wallet = document.createElement('dialog')
      const hint = Object.assign(document.createElement('div'), {
        popover: 'manual',
        textContent: 'hint',
      })
      hint.style.inset = '0 auto auto 0'
      const approve = Object.assign(document.createElement('button'), {
        textContent: 'Approve in the wallet',
      })
      approve.onclick = () => wallet.close()
      wallet.append(approve, hint)
      document.body.append(wallet)
      wallet.showModal()
      hint.showPopover()
    })
    await drawn(page)
    await page.getByRole('button', { name: 'Approve in the wallet' }).click({ timeout: 5_000 })
    await buttonNamed(page, 'Foxglove').click()
    await onPage(page, /^Account/).waitFor()
  })

  test('behavior: links that open a window say so, one of the terms and one that came later', async () => {
    const page = await open({ modal: { termsUrl: 'https://x.example/terms' } })
    await onPage(page, 'Connect wallet').click()
    const descriptions = () =>
      dialogOf(page)
        .getByRole('link')
        .evaluateAll((all) =>
          all.map((one) => [one.getAttribute('target'), one.getAttribute('aria-description')]),
        )
    await expect.poll(descriptions).toEqual([['_blank', 'opens in a new window']])
    await buttonNamed(page, 'All wallets').click()
    await dialogOf(page).getByRole('searchbox').fill('rainbow')
    await dialogOf(page)
      .getByRole('list', { name: 'Wallets' })
      .getByRole('button', { name: 'Rainbow' })
      .click()
    await headingNamed(page, 'Get Rainbow').waitFor()
    await expect.poll(async () => (await descriptions()).length).toBeGreaterThan(1)
    await expect
      .poll(async () => new Set((await descriptions()).map(String)))
      .toEqual(new Set(['_blank,opens in a new window']))
  })

  test('behavior: English words are marked as English, whatever numbers are written in', async () => {
    const page = await open({ modal: { lang: 'de' } })
    await onPage(page, 'Connect wallet').click()
    expect(await dialogOf(page).getAttribute('lang')).toBe('en')
  })

  test('behavior: theme and variables change it live; it has a ground of its own', async () => {
    const page = await open({ modal: { theme: { mode: 'light' } } })
    await page.evaluate(() => window.stage.modal.open({ view: 'WhatIsAWallet' }))
    const paint = () =>
      page.evaluate(() => {
        const root = document.querySelector('latchkey-modal')?.shadowRoot
        const colour = (selector: string) =>
          getComputedStyle(root?.querySelector(selector) as Element).backgroundColor
        return [colour('dialog'), colour('.primary')]
      })
    const light = await paint()
    expect(light[0]).toBe('oklch(1 0 0)')
    await page.evaluate(() =>
      window.stage.modal.setTheme({ mode: 'dark', variables: { accent: 'rgb(1, 2, 3)' } }),
    )
    await expect.poll(async () => (await paint())[1]).toBe('rgb(1, 2, 3)')
    expect((await paint())[0]).not.toBe(light[0])
  })

  test('behavior: the owner’s terms are accepted first', async () => {
    const page = await open({
      modal: { termsUrl: 'https://x.example/terms', privacyUrl: 'https://x.example/privacy' },
      kit: { features: { legalCheckbox: true } },
    })
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'Foxglove').click()
    await dialogOf(page).getByText('Accept the terms first').waitFor()
    const box = dialogOf(page).getByRole('checkbox', {
      name: 'I accept the terms and the privacy policy',
    })
    expect(
      await box.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one),
    ).toBe(true)
    expect(await page.evaluate(() => window.stage.wallets[0]?.prompts())).toBe(0)
    await box.check()
    await buttonNamed(page, 'Foxglove').click()
    await onPage(page, /^Account/).waitFor()
  })

  test('behavior: collapsed wallets stand behind one button', async () => {
    const page = await open({ kit: { features: { collapseWallets: true } } })
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'Continue with a wallet').waitFor()
    expect(await buttonNamed(page, 'Foxglove').count()).toBe(0)
    await buttonNamed(page, 'Continue with a wallet').click()
    await headingNamed(page, 'Choose a wallet').waitFor()
    await buttonNamed(page, 'Foxglove').click()
    await onPage(page, /^Account/).waitFor()
  })

  test('behavior: all wallets are searched; one that is not here leads to where it can be got', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'All wallets').click()
    const search = dialogOf(page).getByRole('searchbox', { name: 'Search wallets' })
    await search.fill('  rainb ')
    await dialogOf(page)
      .getByRole('list', { name: 'Wallets' })
      .getByRole('button', { name: 'Rainbow' })
      .click()
    await headingNamed(page, 'Get Rainbow').waitFor()
    expect(await dialogOf(page).getByRole('link').count()).toBeGreaterThan(0)
    await buttonNamed(page, 'Back').click()
    expect(await search.inputValue()).toBe('  rainb ')
    await search.fill('no such wallet')
    await dialogOf(page).getByRole('status').getByText('No wallet found').waitFor()
  })

  test.each([
    [{}, '999'],
    [{ zIndex: 7 }, '7'],
  ])(
    'parameters: options %o give stacking number %s, the dialog is 360 pixels wide',
    async (modal, zIndex) => {
      const page = await open({ modal })
      await onPage(page, 'Connect wallet').click()
      await headingNamed(page, 'Connect a wallet').waitFor()
      expect(
        await dialogOf(page).evaluate((drawn: HTMLElement) => [
          getComputedStyle(drawn).zIndex,
          drawn.offsetWidth,
        ]),
      ).toEqual([zIndex, 360])
    },
  )

  test('behavior: where the owner insists, a foreign network cannot be closed away: it shakes and says why', async () => {
    const page = await open(
      { modal: { requireSupportedChain: true } },
      { prepare: (shown) => shown.clock.install() },
    )
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'Foxglove').click()
    await onPage(page, /^Account/).waitFor()
    await page.evaluate(() => window.stage.wallets[0]?.selectChain(137))
    await headingNamed(page, 'Unsupported network').waitFor()
    await dialogOf(page).evaluate((drawn) => {
      drawn.addEventListener('animationstart', (event) => {
        const { target, animationName } = event as AnimationEvent
        if (target !== drawn) return
        const { animationDuration } = getComputedStyle(drawn)
        const noted = drawn.dataset.shakes ? `${drawn.dataset.shakes},` : ''
        drawn.dataset.shakes = `${noted}${animationName} ${animationDuration}`
      })
    })
    const shakes: string[] = []
    for (const way of ['Close', 'Escape', 'backdrop'] as const) {
      if (way === 'Close') await buttonNamed(page, 'Close').click()
      else if (way === 'Escape') await page.keyboard.press('Escape')
      else await page.mouse.click(5, 5)
      await dialogOf(page).getByRole('status').getByText('Choose a supported network').waitFor()
      expect(await page.evaluate(() => window.stage.modal.getState().open)).toBe(true)
      // On a slow machine it is over before it can be looked at, so each is noted as it starts.
      shakes.push('lk-shake 0.5s')
      await expect
        .poll(() => dialogOf(page).evaluate((drawn) => drawn.dataset.shakes))
        .toBe(shakes.join())
      // The reason goes again, so that the next way must bring its own.
      await page.clock.runFor(4_000)
      await dialogOf(page).getByText('Choose a supported network, or').waitFor({ state: 'hidden' })
    }
    await page.evaluate(() => window.stage.wallets[0]?.selectChain(31337))
    await dialogOf(page).waitFor({ state: 'hidden' })
  })

  test('behavior: by default a foreign network opens nothing', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'Foxglove').click()
    await onPage(page, /^Account/).waitFor()
    // What the account is made of comes while the wallet is asked, and the catalogue's names with
    // it.
    await page.waitForFunction(() => window.stage.isNamed('eip155:137'))
    await page.evaluate(() => window.stage.wallets[0]?.selectChain(137))
    await onPage(page, 'Network Polygon').waitFor()
    expect(await page.evaluate(() => window.stage.modal.getState().open)).toBe(false)
  })

  test('behavior: a foreign network is called by its name, and one press leads back', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'Foxglove').click()
    await onPage(page, /^Account/).waitFor()
    await page.waitForFunction(() => window.stage.isNamed('eip155:137'))
    await page.evaluate(() => window.stage.wallets[0]?.selectChain(137))
    await onPage(page, /^Account/).click()
    await dialogOf(page)
      .getByText('The wallet is on Polygon, which this page does not support.')
      .waitFor()
    expect(await dialogOf(page).textContent()).not.toContain('eip155')
    await buttonNamed(page, 'Switch to Devnet').click()
    await onPage(page, 'Network Devnet').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => window.stage.kit.getState().namespace)).toBe('eip155')
  })

  test('behavior: of two buttons on the page the one that belongs to what is shown is expanded', async () => {
    const page = await open()
    const expanded = () =>
      page
        .locator('main button.latchkey-button[aria-expanded="true"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')))
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    expect(await expanded()).toEqual(['connect'])
    await buttonNamed(page, 'Close').click()
    await onPage(page, 'Network Devnet').click()
    await headingNamed(page, 'Networks').waitFor()
    expect(await expanded()).toEqual(['network'])
  })

  test('behavior: a network the wallet does not have says so, is grey from then on, and leads to others', async () => {
    const more = { ...chains[0], id: 'eip155:11155111', name: 'Sepolia' } as const
    const page = await open({ chains: [chains[0], more] })
    await onPage(page, 'Connect wallet').click()
    await buttonNamed(page, 'Foxglove').click()
    await onPage(page, /^Account/).waitFor()
    await onPage(page, 'Network Devnet').click()
    await buttonNamed(page, 'Sepolia').click()
    await headingNamed(page, 'Switch to Sepolia').waitFor()
    await dialogOf(page).getByText('Foxglove does not have Sepolia.').waitFor()
    await buttonNamed(page, 'Choose another network').click()
    await headingNamed(page, 'Networks').waitFor()
    await dialogOf(page).getByText('Not in Foxglove').waitFor()
    expect(await buttonNamed(page, 'Sepolia').getAttribute('data-lacking')).toBe('true')
    expect(await buttonNamed(page, 'Devnet').getAttribute('data-lacking')).toBe('false')
  })

  test('behavior: a programmatic connect ends with modal-closed, or with the wallet', async () => {
    const page = await open()
    const ask = () =>
      page.evaluate(() => {
        const answer = window.stage.modal.connect().then(
          () => 'connected',
          (error: { code: string }) => error.code,
        )
        Object.assign(window, { answer })
      })
    const answer = () =>
      page.evaluate(() => (window as unknown as { answer: Promise<string> }).answer)
    await ask()
    await headingNamed(page, 'Connect a wallet').waitFor()
    await page.keyboard.press('Escape')
    expect(await answer()).toBe('modal-closed')
    await ask()
    await buttonNamed(page, 'Foxglove').click()
    expect(await answer()).toBe('connected')
  })

  test('behavior: on a phone it is a sheet that is dragged away, its targets 44 px', async () => {
    const page = await open(
      {},
      { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
    )
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    await rested(page)
    const box = await dialogOf(page).boundingBox()
    expect(box && [box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 390, 780])
    const small = await dialogOf(page).evaluate((root) =>
      [...root.querySelectorAll('button, a, input')]
        .map(
          (one) =>
            [
              one.getAttribute('aria-label') ?? one.textContent,
              one.getBoundingClientRect().height,
            ] as const,
        )
        .filter(([, height]) => height < 44),
    )
    expect(small).toEqual([])
    const y = (box?.y ?? 0) + 12
    await page.mouse.move(190, y)
    await page.mouse.down()
    for (let i = 1; i <= 10; i++) {
      await page.mouse.move(190, y + i * 16)
    }
    await page.mouse.up()
    await dialogOf(page).waitFor({ state: 'hidden' })
  })

  test('behavior: nothing is cut off at 400 % zoom', async () => {
    const page = await open({}, { viewport: { width: 320, height: 256 } })
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    const last = buttonNamed(page, 'What is a wallet?')
    await last.scrollIntoViewIfNeeded()
    await last.click()
    await headingNamed(page, 'What is a wallet?').waitFor()
    expect(await dialogOf(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  })

  test('behavior: destroyed, it leaves nothing on the page', async () => {
    const page = await open()
    await onPage(page, 'Connect wallet').click()
    await headingNamed(page, 'Connect a wallet').waitFor()
    await page.evaluate(() => window.stage.modal.destroy())
    await page.waitForFunction(() => !document.querySelector('latchkey-modal'))
    expect(await page.evaluate(() => window.stage.modal.open())).toBe(false)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
      'visible',
    )
  })
})
