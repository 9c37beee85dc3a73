import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import type { Form, ThemeName } from '../worlds/view-world.ts'
import { measurePaint } from './paint.ts'

declare const axe: { run(context: Node, options: object): Promise<AxeResults> }

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The dialog's ground as the theme has it, sRGB. */
const grounds: Readonly<Record<ThemeName, string>> = { light: '255 255 255', dark: '22 24 28' }

/** What axe objects to, and what it could not judge. */
export async function runAxe(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile(axePath, 'utf8'))
  return page.evaluate(async () => {
    // The page behind it is the same in every case.
    const found = await axe.run(document.querySelector('latchkey-modal') ?? document, {
      resultTypes: ['violations', 'incomplete'],
      // It leaves every text of this dialog undecided; `measurePaint` measures each of them.
      // A frame of another site (the vault's) is not to be looked into from here.
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
 * The heading, where it is not the dialog's name; it may become another between two looks, as when
 * an account's name arrives.
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

/** Name, focus and the ways out, as a screen reader and a keyboard meet them. */
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
  /** There is nothing to go back to. */
  readonly isFirst: boolean
}

/**
 * What is wrong with the open dialog for eyes, fingers, keyboards and by name; empty when all is
 * well. `runAxe` knows more.
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
