import type { Browser, Page } from 'playwright-core'
import type { Example } from './examples.ts'

/**
 * Opens a served example in a new browser profile with wallets in it, and does what a visitor does.
 * Where an example names the other hosts that it may ask, no other host is asked for real.
 * @param wallets the script of `buildPageWallets`; an example's own takes its place
 * @returns what went wrong: on the page, in its console, or with its requests
 */
export async function clickExample(
  browser: Browser,
  wallets: string,
  origin: string,
  { visit, wallet = wallets, otherHosts }: Pick<Example, 'visit' | 'wallet' | 'otherHosts'>,
): Promise<readonly string[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const faults: string[] = []
  const isOurs = otherHosts !== 'any'
  if (otherHosts)
    await context.route(
      ({ protocol, host }) => /^https?:$/.test(protocol) && host !== new URL(origin).host,
      async (route) => {
        const { host } = new URL(route.request().url())
        if (isOurs && !otherHosts.includes(host)) faults.push(`asks another host: ${host}`)
        await route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } })
      },
    )
  if (isOurs) noteComplaints(page, faults)
  try {
    await page.addInitScript(wallet)
    await page.goto(origin)
    await visit(page)
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  } finally {
    await context.close()
  }
  return faults
}

/** Notes what the page throws, what it writes as an error, and requests that fail. */
function noteComplaints(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => void faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // Frameworks warn of a page that differs from what the server wrote.
    if (message.type() === 'error' || /hydration/i.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
  })
}
