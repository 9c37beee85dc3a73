import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import {
  createPublicClient,
  createTestClient,
  http,
  type PublicClient,
  type TestClient,
} from 'viem'
import {
  askSharedStart,
  startWithVault,
  type VaultStart,
} from '../../../tests/worlds/shared-start.ts'

/** A page with the shop. */
export interface Shop {
  readonly page: Page
  readonly dialog: Locator
  /** Errors and warnings of the page's console. */
  readonly complaints: string[]
}

export interface Accounts {
  readonly shown: `0x${string}`
  readonly smart: `0x${string}`
  readonly own: `0x${string}`
}

/** Everything that `npm start` starts, with the vault, and a visitor's browser. */
export interface EmbeddedWorld {
  /**
   * Returns what the world's own `npm start` has printed; empty when the world uses the shared `npm
   * start`.
   */
  output(): string
  readonly context: BrowserContext
  /** Folder of the browser's profile. */
  readonly profile: string
  /** Ports, in the order of `runStart`. */
  readonly ports: readonly number[]
  /** Opens the shop at a site of its own: any name below `localhost`. */
  openShop(site?: string): Promise<Shop>
  /** The code in the newest of `count` mails to an address. */
  codeFor(address: string, count: number): Promise<string>
  typeCode(page: Page, heading: string, code: string): Promise<void>
  /**
   * Logs in by email up to the first code.
   * @param mails number of mails to that address, including this one
   */
  signUp(page: Page, address: string, mails?: number): Promise<void>
  /** The vault's window that this press opens. */
  opened(press: Locator): Promise<Page>
  /** The address that the page shows, on the EVM chain. */
  addressOf(page: Page): Promise<`0x${string}`>
  /**
   * The accounts on the EVM chain: the shown one, the contract's and the key's own; `0x` when there
   * is none.
   */
  accountsOf(page: Page): Promise<Accounts>
  readonly chain: PublicClient
  readonly tester: TestClient
  /**
   * Opens another visitor's browser with its own profile, as another device. It is closed with the
   * world.
   */
  openDevice(): Promise<BrowserContext>
  stop(): Promise<void>
}

/**
 * Opens a visitor's browser at a running `npm start`: the one that all test files of a run share,
 * or a new one with the environment variables in `more`.
 */
export async function startEmbeddedWorld(
  more?: Readonly<Record<string, string>>,
): Promise<EmbeddedWorld> {
  const shared = process.env.LATCHKEY_SHARED_START
  const world = shared && !more ? await joinWorld(shared) : await startWithVault(more)
  const { ports } = world
  const port = (index: number): number => ports[index] ?? 0
  const browsers: Browser[] = []
  const openDevice = async (): Promise<BrowserContext> => {
    const browser = await openBrowser()
    browsers.push(browser)
    return browser.context
  }
  const stop = async (): Promise<void> => {
    // When one of them fails to stop, the others are still stopped.
    const ends = await Promise.allSettled([
      world.stop(),
      ...browsers.map((browser) => browser.close()),
    ])
    for (const end of ends) {
      if (end.status === 'rejected') throw end.reason
    }
  }
  try {
    const context = await openDevice()
    await world.untilReady()
    return {
      output: world.output,
      context,
      ports,
      openDevice,
      stop,
      opened,
      addressOf,
      accountsOf,
      typeCode,
      profile: browsers[0]?.folder ?? '',
      openShop: (site = 'localhost') => openShop(context, `http://${site}:${port(0)}/`),
      codeFor: (address, count) => codeFor(port(8), address, count),
      async signUp(page, address, mails = 1) {
        await page.getByRole('button', { name: 'Connect wallet' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: 'Email' }).fill(address)
        await dialog.getByRole('button', { name: 'Continue with email' }).click()
        await typeCode(page, 'Confirm your email', await codeFor(port(8), address, mails))
      },
      chain: createPublicClient({ transport: http(`http://127.0.0.1:${port(3)}`) }),
      tester: createTestClient({ mode: 'anvil', transport: http(`http://127.0.0.1:${port(3)}`) }),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The `npm start` that all test files of a run share; it ends with the run. */
async function joinWorld(address: string): Promise<VaultStart> {
  const ports = await askSharedStart(address)
  return { ports, output: () => '', untilReady: async () => {}, stop: async () => {} }
}

/** Opens the shop in a page of a device's browser. */
export async function openShop(context: BrowserContext, address: string): Promise<Shop> {
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(address)
  return { page, dialog: page.getByRole('dialog'), complaints }
}

/** Collects errors and warnings of a page's console from now on. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return complaints
}

interface Browser {
  readonly context: BrowserContext
  readonly folder: string
  close(): Promise<void>
}

/**
 * Animations cost processor time at sixty frames per second; `demo.browser.test.ts` turns them on.
 */
const calm = '--force-prefers-reduced-motion'

/**
 * A browser like a visitor's: a frame's storage is partitioned by the page around it, which a
 * driver's own launch turns off.
 */
async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-profile-'))
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
  ]
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    calm,
  ]
  const more = ['--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank']
  const child: ChildProcess = spawn(
    process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
    [...flags, ...quiet, ...more],
    // Temporary files are written to its profile, so that they are deleted with it.
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TMPDIR: folder } },
  )
  const gone = new Promise<void>((done) => child.once('close', () => done()))
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    // Until the browser has ended it writes into the folder.
    if (child.pid !== undefined) await gone
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const address = await new Promise<string>((done, fail) => {
      const said = { text: '' }
      child.stderr?.on('data', (part: Buffer) => {
        said.text += part.toString()
        const [, found] = /DevTools listening on (ws:\S+)/.exec(said.text) ?? []
        if (found) done(found)
      })
      child.once('error', fail)
      child.once('exit', () => fail(new Error(said.text)))
    })
    const browser = await chromium.connectOverCDP(address)
    const [context] = browser.contexts()
    if (!context) throw new Error('no context')
    if (process.env.VITEST) {
      const { watchPage } = await import('../../../tests/helpers/watched-pages.ts')
      context.on('page', (page) => watchPage(page, complaintsOf(page)))
    }
    return {
      context,
      folder,
      close: async () => {
        await browser.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function codeFor(port: number, address: string, count: number): Promise<string> {
  for (;;) {
    const answer = await fetch(
      `http://localhost:${port}/api/messages?to=${encodeURIComponent(address)}`,
    )
    const mails = (await answer.json()) as { text: string }[]
    // Notices are mailed in between; they contain no code.
    const codes = mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
    if (codes[0] !== undefined && codes.length >= count) return codes[0]
    await new Promise((done) => setTimeout(done, 50))
  }
}

async function typeCode(page: Page, heading: string, code: string): Promise<void> {
  await page.getByRole('dialog').getByRole('heading', { name: heading, exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Digit 1' }).fill(code)
}

async function opened(press: Locator): Promise<Page> {
  const opening = press.page().context().waitForEvent('page')
  await press.click()
  return opening
}

/** Stored receivers beside the accounts contain addresses too. */
const addressOf = async (page: Page): Promise<`0x${string}`> => (await accountsOf(page)).shown

/** Reads the accounts from the page's stored session. */
async function accountsOf(page: Page): Promise<Accounts> {
  await page
    .getByRole('button', { name: /^Account/ })
    .first()
    .waitFor()
  const text = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.v1.connections'))
    return key ? localStorage.getItem(key) : null
  })
  const kept: readonly {
    readonly sessions: readonly {
      readonly namespace: string
      readonly accounts: readonly { readonly account: string; readonly type: string }[]
      readonly selected: string
    }[]
  }[] = JSON.parse(text ?? '[]')
  const session = kept
    .flatMap(({ sessions }) => sessions)
    .find(({ namespace }) => namespace === 'eip155')
  const bare = (id: string | undefined) => (id?.split(':')[2] ?? '0x') as `0x${string}`
  const of = (kind: string) => bare(session?.accounts.find(({ type }) => type === kind)?.account)
  return { shown: bare(session?.selected), smart: of('smartAccount'), own: of('eoa') }
}
