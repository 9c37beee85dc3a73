import { type ChildProcess, spawn } from 'node:child_process'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { ensureBrowser } from '../../../../scripts/browser.mjs'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/**
 * A Chromium with a real profile, which partitions storage by site; a test driver's default launch
 * turns that off.
 */
export async function openChromium(profile: string): Promise<{
  readonly browser: Browser
  readonly context: BrowserContext
  close(): Promise<void>
}> {
  const process = spawn(
    await ensureBrowser(),
    [
      '--headless=new',
      ...flags,
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const browser = await chromium.connectOverCDP(await endpointOf(process))
  const [context = await browser.newContext()] = browser.contexts()
  return {
    browser,
    context,
    async close() {
      await browser.close()
      process.kill()
      await new Promise((resolve) => process.once('exit', resolve))
    },
  }
}

function endpointOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let told = ''
    stderr?.on('data', (part) => {
      told += part
      const [, address] = /DevTools listening on (ws:\S+)/.exec(told) ?? []
      if (address) resolve(address)
    })
  })
}
