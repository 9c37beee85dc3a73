import type { Browser } from 'playwright-core'
import type { Example } from './examples.ts'

/**
 * Opens a served example in a new browser profile with wallets in it, and does what a visitor does.
 * @param wallets the script of `buildPageWallets`
 * @returns what went wrong: on the page, in its console, or with its requests
 */
export async function clickExample(
  browser: Browser,
  wallets: string,
  origin: string,
  visit: Example['visit'],
): Promise<readonly string[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => void faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // Frameworks warn of a page that differs from what the server wrote.
    if (message.type() === 'error' || /hydration/i.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
  })
  try {
    await page.addInitScript(wallets)
    await page.goto(origin)
    await visit(page)
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  } finally {
    await context.close()
  }
  return faults
}
