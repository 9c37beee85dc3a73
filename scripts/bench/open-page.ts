import type { Browser, CDPSession, Page } from 'playwright-core'
import { listenLoopback, serveFolder } from '../serve.mjs'

/** Times that the page itself records. */
export interface Notes {
  /** Milliseconds from navigation until the first button with its handlers exists. */
  readyAt?: number
  /** Milliseconds from the input event to the first frame with the dialog. */
  openMs?: number
  readonly writes: string[]
}

declare global {
  interface Window {
    benchNotes: Notes
  }
}

export interface OpenPage {
  readonly page: Page
  readonly cdp: CDPSession
  readonly origin: string
  close(): Promise<void>
}

export interface OpenOptions {
  /**
   * Whether CPU and network are slowed as in Lighthouse: 4× CPU, Slow 4G (562.5 ms, 1.47 Mbit/s).
   */
  readonly isSlow?: boolean
  /** Script that runs in the page before its own code. */
  readonly before?: string
}

/**
 * Opens a cold browser profile with a served folder; the page is blank until `page.goto(origin)`.
 */
export async function openPage(
  browser: Browser,
  folder: string,
  options: OpenOptions = {},
): Promise<OpenPage> {
  const server = await listenLoopback(serveFolder(folder), 0)
  const opened = await openOrigin(browser, `http://127.0.0.1:${server.port}`, options)
  return {
    ...opened,
    async close() {
      await opened.close()
      await server.close()
    },
  }
}

/** As `openPage`, for a page that something else serves. */
export async function openOrigin(
  browser: Browser,
  origin: string,
  options: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  // The TypeScript loader wraps named functions in `__name`, which the page lacks.
  await page.addInitScript('window.__name = (it) => it')
  await page.addInitScript(takeNotes)
  if (options.before) await page.addInitScript(options.before)
  const cdp = await context.newCDPSession(page)
  if (options.isSlow) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 562.5,
      downloadThroughput: (1474.56 * 1024) / 8,
      uploadThroughput: (675 * 1024) / 8,
    })
  }
  return { page, cdp, origin, close: () => context.close() }
}

function takeNotes(): void {
  const notes: Notes = { writes: [] }
  window.benchNotes = notes
  const observer = new MutationObserver(() => {
    if (!document.querySelector('button')) return
    notes.readyAt = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })

  const input = { at: 0 }
  addEventListener(
    'click',
    (event) => {
      input.at = event.timeStamp
    },
    { capture: true },
  )
  const show = HTMLDialogElement.prototype.showModal
  HTMLDialogElement.prototype.showModal = function showModal() {
    show.call(this)
    // A frame callback runs before the paint, a message posted in it after the paint.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        notes.openMs = performance.now() - input.at
      }
      port2.postMessage(null)
    })
  }

  const set = Storage.prototype.setItem
  Storage.prototype.setItem = function setItem(key: string, value: string) {
    notes.writes.push(`${this === sessionStorage ? 'sessionStorage' : 'localStorage'} ${key}`)
    set.call(this, key, value)
  }
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function openDatabase(name: string, version?: number) {
    notes.writes.push(`indexedDB ${name}`)
    return version === undefined ? open.call(this, name) : open.call(this, name, version)
  }
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    set(value: string) {
      notes.writes.push('cookie')
      cookie?.set?.call(this, value)
    },
  })
}
