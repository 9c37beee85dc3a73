import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialogBox } from '../../tests/helpers/pixels.ts'
import type { ViewCase } from '../../tests/helpers/view-case.ts'
import { viewCases } from '../../tests/helpers/view-cases.ts'
import { raise } from '../../tests/worlds/stage.ts'
import { createViewPages } from '../../tests/worlds/view-pages.ts'
import {
  type Form,
  forms,
  startViewWorld,
  type ThemeName,
  themes,
} from '../../tests/worlds/view-world.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'
import { photographDashboard } from './dashboard.ts'

const folder = join(import.meta.dirname, '../../docs/screenshots')
const [only] = process.argv.slice(2)
const margin = 24

/**
 * Takes screenshots of every state of every view, in both themes and form factors;
 * `npm run screenshots Send` only of those views, `… Dashboard` only of the dashboard.
 */
const [theatre, world] = await Promise.all([raise(), startViewWorld()])
const pages = createViewPages(theatre, world)
const failed: string[] = []
const pictures: Record<ThemeName, Record<Form, Picture[]>> = {
  light: { desktop: [], phone: [] },
  dark: { desktop: [], phone: [] },
}
const photograph = async (view: string, one: ViewCase, form: Form): Promise<void> => {
  const name = `${view}-${one.name.replaceAll(' ', '-')}`
  try {
    const page = await pages.show(one, forms[form])
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate((mode) => window.stage.modal.setTheme({ mode }), theme)
      await page
        .getByRole('dialog')
        .and(page.locator(`[data-theme="${theme}"]`))
        .waitFor()
      await page.waitForTimeout(250)
      const { x, y, width, height } = await dialogBox(page)
      const size = page.viewportSize() ?? { width: 0, height: 0 }
      const left = Math.max(0, x - margin)
      const top = Math.max(0, y - margin)
      const clip = {
        x: left,
        y: top,
        width: Math.min(size.width, x + width + margin) - left,
        height: Math.min(size.height, y + height + margin) - top,
      }
      const png = await page.screenshot({ clip, caret: 'hide' })
      writeFileSync(join(folder, `${theme}-${form}`, `${name}.png`), png)
      pictures[theme][form].push({ name: `${form}: ${view}, ${one.name}`, png })
    }
  } catch (error) {
    failed.push(`${form} ${name}: ${String(error).split('\n')[0]}`)
  }
}
try {
  for (const theme of themes) {
    for (const form of Object.keys(forms)) {
      const place = join(folder, `${theme}-${form}`)
      if (!only) rmSync(place, { recursive: true, force: true })
      mkdirSync(place, { recursive: true })
    }
  }
  for (const [view, cases] of Object.entries(viewCases)) {
    for (const one of cases) {
      if (only && !view.startsWith(only)) continue
      const desktop = photograph(view, one, 'desktop')
      if (one.isAlone) await desktop
      await Promise.all([desktop, photograph(view, one, 'phone')])
    }
  }
  for (const theme of themes) {
    const page = await (
      await theatre.browser.newContext({ viewport: { width: 2000, height: 1000 } })
    ).newPage()
    if (!only)
      writeFileSync(
        join(folder, `contact-${theme}.png`),
        await contactSheet(page, Object.values(pictures[theme]).flat(), theme),
      )
  }
} finally {
  await Promise.all([theatre.stop(), world.stop()])
}
if (!only || only === 'Dashboard')
  console.log(`${await photographDashboard(join(folder, 'dashboard'))} pictures of the dashboard`)
const count = Object.values(pictures).flatMap((by) => Object.values(by).flat()).length
console.log(`${count} pictures in docs/screenshots`)
for (const line of failed) {
  console.error(`not photographed: ${line}`)
}
process.exitCode = failed.length > 0 ? 1 : 0
