import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Form, ThemeName } from '../worlds/view-world.ts'
import { measurePaint } from './paint.ts'

declare const axe: { run(context: Node, options: object): Promise<AxeResults> }

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Background colour of the dialog in each theme, sRGB. */
const grounds: Readonly<Record<ThemeName, string>> = { light: '255 255 255', dark: '22 24 28' }

/** Violations that axe finds, and checks that it could not complete. */
export async function runAxe(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile(axePath, 'utf8'))
  return page.evaluate(async () => {
    // The page behind the dialog is the same in every case.
    const found = await axe.run(document.querySelector('latchkey-modal') ?? document, {
      resultTypes: ['violations', 'incomplete'],
      // axe cannot decide the contrast of this dialog's texts; `measurePaint` measures each of
      // them. A frame of another site (the vault's) cannot be inspected from here.
      rules: { 'color-contrast': { enabled: false }, 'frame-tested': { enabled: false } },
    })
    return [
      ...found.violations.map((one) => ['axe', one] as const),
      ...found.incomplete.map((one) => ['axe is unsure', one] as const),
    ].flatMap(([word, { id, nodes }]) =>
      nodes.map(
        ({ target, any }) =>
          `${word}: ${id} at ${target.join(' ')} ${any.map((one) => one.message).join('; ')}`,
      ),
    )
  })
}

/**
 * The heading, when it is not the dialog's accessible name; read twice, because it may change
 * meanwhile, as when an account's name is loaded.
 */
async function headingThatNamesNothing(page: Page): Promise<string | undefined> {
  const read = async () =>
    (await page.getByRole('dialog').locator('#title').textContent())?.trim() ?? ''
  for (;;) {
    const name = await read()
    if (name && (await page.getByRole('dialog', { name, exact: true }).count()) === 1)
      return undefined
    if (name === (await read())) return name
  }
}

/** Checks name, focus and close buttons, as a screen reader and a keyboard use them. */
async function inspectShell(page: Page, isFirst: boolean): Promise<string[]> {
  const faults: string[] = []
  const dialog = page.getByRole('dialog')
  const unnamed = await headingThatNamesNothing(page)
  if (unnamed !== undefined) faults.push(`the dialog is not named by its heading "${unnamed}"`)
  for (const way of isFirst ? ['Close'] : ['Close', 'Back']) {
    if ((await dialog.getByRole('button', { name: way, exact: true }).count()) !== 1)
      faults.push(`no button "${way}"`)
  }
  if (isFirst && (await dialog.getByRole('button', { name: 'Back', exact: true }).count()) > 0)
    faults.push('a button "Back" that leads nowhere')
  const isInside = await page.evaluate(() => {
    const active = document.querySelector('latchkey-modal')?.shadowRoot?.activeElement
    return Boolean(active?.closest('dialog'))
  })
  if (!isInside) faults.push('the focus is outside of the dialog')
  return faults
}

export interface Expectation {
  readonly theme: ThemeName
  readonly form: Form
  /** Whether the view is the first in the history, without Back. */
  readonly isFirst: boolean
}

/**
 * Faults of the open dialog for eyes, fingers, keyboards and by name; empty without any. `runAxe`
 * checks more.
 */
export async function inspect(
  page: Page,
  { theme, form, isFirst }: Expectation,
): Promise<string[]> {
  const paint = await page.evaluate(measurePaint, form === 'phone' ? 44 : 24)
  const faults = [...paint.faults]
  if (paint.ground !== grounds[theme])
    faults.push(`the ground is ${paint.ground}, not ${grounds[theme]}`)
  if (paint.texts === 0) faults.push('no text was measured')
  return [...faults, ...(await inspectShell(page, isFirst))]
}
