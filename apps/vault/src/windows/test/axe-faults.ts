import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

declare const axe: { run(context: Document, options: object): Promise<AxeResults> }

/** Accessibility violations that axe finds. */
export async function axeFaults(page: Page): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(source)
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id: rule, nodes }) =>
      nodes.map(
        ({ target, any }) =>
          `${rule} at ${target.join(' ')}: ${any.map(({ message }) => message).join('; ')}`,
      ),
    )
  })
}
