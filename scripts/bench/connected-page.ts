import type { Browser } from 'playwright-core'
import { openPage } from './open-page.ts'
import { type Bytes, quiet, sum, watchLoads } from './page-bytes.ts'

/** A wallet that approves everything, announced by EIP-6963; it counts its requests. */
export const benchWallet: string = `(() => {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const key = 'bench-wallet'
  window.benchAsked = []
  const provider = {
    async request({ method }) {
      window.benchAsked.push(method)
      if (method === 'eth_requestAccounts') { localStorage.setItem(key, '1'); return [account] }
      if (method === 'eth_accounts') return localStorage.getItem(key) ? [account] : []
      if (method === 'eth_chainId') return '0x1'
      throw Object.assign(new Error('unknown method'), { code: 4200 })
    },
    on() {},
    removeListener() {},
  }
  const info = Object.freeze({ uuid: crypto.randomUUID(), name: 'Bench wallet', rdns: 'example.bench', icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
})()`

declare global {
  interface Window {
    benchAsked: string[]
  }
}

export interface Connected {
  /** All JavaScript of a reloaded page with a resumed session and a closed dialog. */
  readonly loaded: Bytes
  /** Requests to servers and to the wallet in the measured minute. */
  readonly requestsPerMinute: number
  readonly askedPerMinute: number
}

/** Connects, reloads, and watches the idle page for `watchMs`. */
export async function connectedPage(
  browser: Browser,
  folder: string,
  watchMs: number,
): Promise<Connected> {
  const { page, origin, close } = await openPage(browser, folder, { before: benchWallet })
  try {
    await page.goto(origin)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: 'Bench wallet' }).click()
    const account = page.getByRole('button', { name: /^Account / })
    await account.waitFor()
    const watch = watchLoads(page, origin)
    await page.reload()
    await account.waitFor()
    await quiet(page, 5000)
    await watch.settle()
    const loaded = sum(watch.loads)
    const before = { requests: watch.loads.length + watch.otherHosts.length, asked: await asked() }
    await page.waitForTimeout(watchMs)
    await watch.settle()
    const perMinute = 60_000 / watchMs
    return {
      loaded,
      requestsPerMinute:
        (watch.loads.length + watch.otherHosts.length - before.requests) * perMinute,
      askedPerMinute: ((await asked()) - before.asked) * perMinute,
    }
  } finally {
    await close()
  }

  function asked(): Promise<number> {
    return page.evaluate(() => window.benchAsked.length)
  }
}
