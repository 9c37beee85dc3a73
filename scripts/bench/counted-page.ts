import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startProcess } from '../../packages/gateway/src/test/start-process.ts'
import { benchWallet } from './connected-page.ts'
import { openPage } from './open-page.ts'

export interface Counted {
  /** Requests in the minute after connecting, including the analytics events of connecting. */
  readonly first: number
  /** Requests in the minute after that. */
  readonly later: number
}

/**
 * Connects a page with analytics to a real gateway, and watches it idle for two minutes of its own
 * clock.
 */
export async function countedPage(browser: Browser, folder: string): Promise<Counted> {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const gateway = await startProcess(data)
  const { page, origin, close } = await openPage(browser, folder, { before: benchWallet })
  try {
    await page.clock.install()
    const asked: string[] = []
    page.on(
      'request',
      (request) => void (request.url().startsWith('data:') || asked.push(request.url())),
    )
    await page.goto(`${origin}/?gateway=${encodeURIComponent(gateway.url)}`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: 'Bench wallet' }).click()
    await page.getByRole('button', { name: /^Account / }).waitFor()
    const minute = async (): Promise<number> => {
      const before = asked.length
      for (let seconds = 0; seconds < 60; seconds += 5) {
        await page.clock.runFor(5_000)
        // Answers take real time.
        await page.waitForTimeout(200)
      }
      return asked.slice(before).filter((url) => !url.startsWith(origin)).length
    }
    const first = await minute()
    if (!asked.some((url) => url.startsWith(`${gateway.url}/batch`)))
      throw new Error('the page has counted nothing')
    return { first, later: await minute() }
  } finally {
    await close()
    await gateway.kill()
    rmSync(data, { recursive: true, force: true })
  }
}
