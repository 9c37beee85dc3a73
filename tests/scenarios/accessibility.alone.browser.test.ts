import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspect, runAxe } from '../helpers/accessibility.ts'
import { adaptationFaults } from '../helpers/adaptation.ts'
import type { ViewCase } from '../helpers/view-case.ts'
import { viewCases } from '../helpers/view-cases.ts'
import { raise, type Theatre } from '../worlds/stage.ts'
import { createViewPages, type ViewPages } from '../worlds/view-pages.ts'
import { type Form, forms, startViewWorld, themes, type ViewWorld } from '../worlds/view-world.ts'

const held: { theatre?: Theatre; world?: ViewWorld; pages?: ViewPages } = {}
beforeAll(async () => {
  const [theatre, world] = await Promise.all([raise(), startViewWorld()])
  Object.assign(held, { theatre, world, pages: createViewPages(theatre, world) })
})
afterAll(async () => {
  await held.theatre?.stop()
  await held.world?.stop()
})

async function show(viewCase: ViewCase, form: Form): Promise<Page> {
  if (!held.pages) throw new Error('no theatre')
  return await held.pages.show(viewCase, forms[form])
}
async function inspectBoth(viewCase: ViewCase, form: Form, isAdapted: boolean): Promise<string[]> {
  const page = await show(viewCase, form)
  const faults: string[] = []
  for (const theme of themes) {
    await page.evaluate((mode) => window.stage.modal.setTheme({ mode }), theme)
    await page
      .getByRole('dialog')
      .and(page.locator(`[data-theme="${theme}"]`))
      .waitFor()
    const found = await inspect(page, { theme, form, isFirst: viewCase.isFirst ?? false })
    faults.push(...found.map((fault) => `${form}, ${theme}: ${fault}`))
  }
  // It looks at no colour, so that one theme is enough.
  faults.push(...(await runAxe(page)).map((fault) => `${form}: ${fault}`))
  faults.push(...(await makerNames(page)).map((name) => `${form}: names its maker: ${name}`))
  if (isAdapted) faults.push(...(await adaptationFaults(page, viewCase.isFirst ?? false)))
  return faults
}

/**
 * What is drawn or read out that names who made the dialog; what the page calls its own is left
 * out.
 */
function makerNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const dialog = root?.querySelector('dialog')
    const spoken = ['aria-label', 'aria-description', 'alt', 'title', 'placeholder', 'value']
    const texts = [dialog?.innerText ?? '']
    for (const element of dialog?.querySelectorAll('*') ?? []) {
      texts.push(...spoken.map((name) => element.getAttribute(name) ?? ''))
    }
    return texts
      .flatMap((text) => text.split('\n'))
      .map((text) => text.replace(/Latchkey Devnet|[\w-]*\.latchkey\.eth/g, ''))
      .filter((text) => /latchkey|powered/i.test(text))
  })
}

/**
 * A view's first state is looked at on both forms, and in the narrowest window, with forced colours
 * and turned round; each further one on the one or the other in turn; `npm run soak` looks at all
 * on both.
 */
const isWhole = process.env.LATCHKEY_MATRIX === 'full'
const all = Object.entries(viewCases).flatMap(([view, cases]) =>
  cases.map((one, i) => {
    const on: readonly Form[] =
      isWhole || i === 0 ? ['desktop', 'phone'] : [i % 2 === 0 ? 'desktop' : 'phone']
    return [view, one.name, on.join(' and '), one, on, i === 0] as const
  }),
)

describe('accessibility of every view', () => {
  test.each(all)(
    'behavior: %s, %s, %s: names, ways out, contrast, targets, axe',
    async (...row) => {
      const [, , , viewCase, on, isAdapted] = row
      const first = inspectBoth(viewCase, on[0] ?? 'desktop', isAdapted)
      if (viewCase.isAlone) await first
      const found = await Promise.all([
        first,
        ...on.slice(1).map((form) => inspectBoth(viewCase, form, false)),
      ])
      expect(found.flat()).toEqual([])
    },
  )

  test('behavior: a maker’s name that is planted is found', async () => {
    const page = await show(viewCases.Connect[0], 'desktop')
    expect(await makerNames(page)).toEqual([])
    await page.evaluate(() => {
      const dialog = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
      dialog?.append('Powered by nobody')
      dialog?.setAttribute('data-x', 'Latchkey')
      dialog?.querySelector('button')?.setAttribute('title', 'Latchkey')
    })
    expect(await makerNames(page)).toEqual(['Powered by nobody', 'Latchkey'])
  })

  test('behavior: what is planted is found', async () => {
    const page = await show(viewCases.Connect[0], 'phone')
    const found = async () =>
      [
        ...(await inspect(page, { theme: 'light', form: 'phone', isFirst: true })),
        ...(await runAxe(page)),
      ].join('\n')
    expect(await found()).toBe('')
    const plant = (style: string, markup: string) =>
      page.evaluate(
        ([css, html]) => {
          const root = document.querySelector('latchkey-modal')?.shadowRoot
          root?.querySelector('.planted')?.remove()
          const dialog = root?.querySelector('dialog')
          if (!dialog || css === undefined || html === undefined) throw new Error('no dialog')
          dialog.style.cssText = css
          const planted = document.createElement('div')
          planted.className = 'planted'
          planted.innerHTML = html
          root?.querySelector('.view')?.prepend(planted)
        },
        [style, markup],
      )
    await plant('background: transparent', '')
    expect(await found()).toContain('the dialog is transparent')
    await plant('background: #eee', '')
    expect(await found()).toContain('the ground is 238 238 238')
    await plant('', '<button style="display:block;inline-size:90px;block-size:44px"></button>')
    expect(await found()).toContain('axe: button-name')
    await plant('', '<p style="color:#8a8a8a">Too pale to read</p>')
    expect(await found()).toMatch(/^contrast 3\.\d+ of p\. "Too pale to read"/m)
    await plant('', '<p style="opacity:0.5">Half there</p>')
    expect(await found()).toMatch(/contrast \d\.\d+ of p\. "Half there"/)
    await plant('', '<button style="display:block;block-size:30px">Small</button>')
    expect(await found()).toContain('target 30 px high: button. "Small"')
    await plant('', '<p style="inline-size:500px">Wide</p>')
    expect(await found()).toContain('sticks out sideways: p. "Wide"')
    await plant('', '')
    await page.evaluate(() => {
      const root = document.querySelector('latchkey-modal')?.shadowRoot
      root?.querySelector('dialog')?.setAttribute('aria-labelledby', 'nothing')
      root?.querySelector('.close')?.setAttribute('aria-label', 'Shut')
      ;(root?.activeElement as HTMLElement | null)?.blur()
    })
    const shell = await found()
    expect(shell).toContain('the dialog is not named by its heading "Connect a wallet"')
    expect(shell).toContain('no button "Close"')
    expect(shell).toContain('the focus is outside of the dialog')
  })
})
