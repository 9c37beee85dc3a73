import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts, mnemonic } from '@latchkey/devnet'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Worker,
} from 'playwright-core'
import { createPublicClient, createWalletClient, erc20Abi, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  deriveAccounts,
  deriveDevnetRoot,
} from '../../../packages/devnet/src/bitcoin/bitcoin-accounts.ts'
import { deriveSolanaAccounts } from '../../../packages/devnet/src/solana/solana-accounts.ts'
import { stacksAccounts } from '../../../packages/devnet/src/stacks/stacks-accounts.ts'
import { freePorts, runStart, type StartRun } from '../../../scripts/run-start.ts'
import { readCode } from '../../../tests/helpers/read-code.ts'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'
import { withEnv } from '../../../tests/helpers/with-env.ts'
import { buildExtension } from '../../companion/build-extension.mjs'
import { shopAddress, usdc } from './devnet/devnet.ts'
import { isSigned } from './test/test-proofs.ts'
import {
  type Ask,
  sendAndSee,
  type Transfer,
  type Visitor,
  visitorOf,
} from './test/test-visitor.ts'

const held: { run?: StartRun; browser?: Browser; ports: number[] } = { ports: [] }

beforeAll(async () => {
  held.ports = await freePorts(8)
  held.run = runStart(held.ports)
  held.browser = await chromium.launch({
    executablePath:
      process.env.LATCHKEY_HEADLESS || process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  await held.run.until(/^ready/m)
})
afterAll(async () => {
  await held.browser?.close()
  held.run?.child.kill('SIGTERM')
  await held.run?.ended
})

/** Errors and warnings of a page from now on. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return complaints
}

/** The demo in a fresh profile, with everything it complains about. */
async function openDemo(path = '/'): Promise<{ page: Page; complaints: string[] }> {
  if (!held.browser) throw new Error('no browser')
  const context = await held.browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  await page.goto(`http://localhost:${held.ports[0]}${path}`)
  return { page, complaints }
}

async function connectTestWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
  await page.getByRole('button', { name: /^Account / }).waitFor()
}

/** How the test wallet answers from now on. */
async function script(page: Page, answer: 'approve' | 'reject'): Promise<void> {
  await page.evaluate((wish) => {
    const { testWallet } = window as unknown as {
      testWallet: { script(part: { answer: string }): void }
    }
    testWallet.script({ answer: wish })
  }, answer)
}

describe('demo', () => {
  test('default: opens with the local chain, the drawer closed and no dialog', async () => {
    const { page, complaints } = await openDemo()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await page.getByRole('button', { name: 'Network Latchkey Devnet' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Playground' }).count()).toBe(0)
    expect(await page.getByText('test money only').first().isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Test wallet' }).waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(0)
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a stranger connects the test wallet and pays, and the chain has moved the money', async () => {
    const { page, complaints } = await openDemo('/?testWallet=approve')
    const held = await tillBalance()
    await connectTestWallet(page)
    await page.getByRole('button', { name: 'Add Harbour cup to the basket' }).click()
    await page.getByRole('button', { name: 'Pay 12 USDC' }).click()
    await page.getByText('Paid 12 USDC.').waitFor()
    expect((await tillBalance()) - held).toBe(12_000_000n)
    expect(await page.getByText('Nothing in it yet').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a declined payment says so, keeps the basket, and can be tried again', async () => {
    const { page } = await openDemo('/?testWallet=approve')
    await connectTestWallet(page)
    await page.getByRole('button', { name: 'Add Noon bowl to the basket' }).click()
    await script(page, 'reject')
    await page.getByRole('button', { name: 'Pay 18 USDC' }).click()
    await page.locator('.bad').waitFor()
    await script(page, 'approve')
    await page.getByRole('button', { name: 'Pay 18 USDC' }).click()
    await page.getByText('Paid 18 USDC.').waitFor()
    await page.context().close()
  })

  test('behavior: with too little the shop says what there is and leads to more; a receipt is put away', async () => {
    const { page, complaints } = await openDemo('/?testWallet=approve')
    await connectTestWallet(page)
    // All but five coins of the shop's money are lent to somebody else for a while.
    const [buyer = '', friend = ''] = [accounts[0]?.address, accounts[3]?.address]
    const before = await usdcOf(buyer)
    await lend(buyer, friend, before - 5_000_000n)
    try {
      await page.getByRole('button', { name: 'Add Harbour cup to the basket' }).click()
      await page.getByRole('button', { name: 'Pay 12 USDC' }).click()
      const outcome = page.locator('.outcome')
      await outcome.getByText('You have 5 USDC.').waitFor()
      await outcome.getByRole('button', { name: 'Add funds' }).click()
      await page.getByRole('dialog').getByRole('heading', { name: 'Add funds' }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    } finally {
      await lend(friend, buyer, before - 5_000_000n)
    }
    expect(await usdcOf(buyer)).toBe(before)
    await page.getByRole('button', { name: 'Pay 12 USDC' }).click()
    await page.getByText('Paid 12 USDC.').waitFor()
    await page.getByRole('button', { name: 'Close the receipt' }).click()
    await page.getByText('Paid 12 USDC.').waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: the playground changes the dialog, and nothing in it names its maker', async () => {
    const { page } = await openDemo()
    await page.getByRole('button', { name: 'Playground' }).click()
    await page.getByRole('radio', { name: 'dark' }).check({ force: true })
    await page.getByRole('checkbox', { name: 'Legal checkbox' }).check()
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').waitFor()
    expect(await dialog.evaluate((it) => getComputedStyle(it).colorScheme)).toContain('dark')
    const maker = /latchkey/i
    expect(await page.locator('footer').textContent()).toMatch(maker)
    expect(await dialog.textContent()).not.toMatch(maker)
    await page.context().close()
  })

  test.each([320, 390, 560, 600, 640, 760, 860, 1100, 1280])(
    'behavior: %i px wide, nothing is cut off sideways',
    async (width) => {
      const { page } = await openDemo('/?testWallet=approve')
      await page.setViewportSize({ width, height: 800 })
      await connectTestWallet(page)
      await page.getByRole('button', { name: 'Add Harbour cup to the basket' }).click()
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect(scrollWidth).toBe(clientWidth)
      await page.context().close()
    },
  )

  test('behavior: the playground leaves chain families out and shows values in another currency, after a reload too', async () => {
    const { page } = await openDemo('/?testWallet=approve')
    await page.getByRole('button', { name: 'Playground' }).click()
    const families = page.getByRole('group', { name: 'Chain families' })
    for (const name of ['Solana', 'Bitcoin', 'Stacks']) {
      await families.getByRole('checkbox', { name }).uncheck()
    }
    expect(await families.getByRole('checkbox', { name: 'Ethereum' }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
    await page.reload()
    await connectTestWallet(page)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: /^Account / }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).waitFor()
    expect(await dialog.getByRole('group', { name: 'Connected accounts' }).count()).toBe(0)
    await dialog.getByRole('group', { name: 'Balance' }).getByText('€').waitFor()
    await dialog.getByRole('button', { name: 'Network Latchkey Devnet' }).click()
    await dialog.getByRole('heading', { name: 'Networks' }).waitFor()
    await dialog.getByRole('button', { name: /^Sepolia/ }).waitFor()
    expect(await dialog.getByRole('button', { name: /Solana|Bitcoin|Stacks/ }).count()).toBe(0)
    await page.context().close()
  })
})

/** The fourth account of the usual test words in each family. */
const to = {
  Ethereum: accounts[3]?.address ?? '',
  Solana: deriveSolanaAccounts()[3]?.address ?? '',
  Bitcoin: deriveAccounts(deriveDevnetRoot())[3]?.payment ?? '',
  Stacks: stacksAccounts()[3]?.address ?? '',
}
/** What is sent there. */
function transfers(amount: string): Readonly<Record<string, readonly Transfer[]>> {
  const latch = { asset: 'LATCH', token: 'Latch Token', amount }
  return {
    Ethereum: [
      { asset: 'ETH', amount, to: to.Ethereum },
      { ...latch, to: to.Ethereum },
    ],
    Solana: [
      { asset: 'SOL', amount, to: to.Solana },
      { ...latch, to: to.Solana },
    ],
    Bitcoin: [{ asset: 'BTC', amount, to: to.Bitcoin }],
    Stacks: [
      { asset: 'STX', amount, to: to.Stacks },
      { ...latch, to: to.Stacks },
    ],
  }
}
const namespaces: Readonly<Record<string, string>> = {
  Ethereum: 'eip155',
  Solana: 'solana',
  Bitcoin: 'bip122',
  Stacks: 'stacks',
}

/** The chains that start when they are first asked, each answering. */
async function wake(): Promise<void> {
  const [, , , , , solana, bitcoin, stacks] = held.ports
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' })
  const headers = { 'content-type': 'application/json' }
  const answers = await Promise.all([
    fetch(`http://localhost:${solana}`, { method: 'POST', headers, body }),
    fetch(`http://localhost:${bitcoin}/blocks/tip/height`),
    fetch(`http://localhost:${stacks}/v2/info`),
  ])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
}

/** Declined, then signed: judged by somebody else's library. */
async function signAndJudge(
  visitor: Visitor,
  family: string,
  message: string,
  hasDeclined = true,
): Promise<void> {
  await visitor.show(family)
  if (hasDeclined) {
    const declined = await visitor.sign(message, 'Reject')
    await expect
      .poll(() => declined.textContent())
      .toMatch(/^(User rejected the request\.|Connection rejected)$/)
  }
  const output = await visitor.sign(message, 'Approve')
  const account = (await output.locator('span').textContent()) ?? ''
  expect(account.split(':')[0]).toBe(namespaces[family])
  expect(await isSigned(account, message, (await output.locator('code').textContent()) ?? '')).toBe(
    true,
  )
}

describe('four families by the extension', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-extension-'))
  const run = {} as { context: BrowserContext; popups: Page[]; asked: string[] }
  const backgroundWorker = async (): Promise<Worker> =>
    run.context.serviceWorkers()[0] ?? (await run.context.waitForEvent('serviceworker'))

  beforeAll(async () => {
    const [, , , evm = '', , solana = '', bitcoin = '', stacks = ''] = held.ports.map(String)
    const env = {
      LATCHKEY_EVM_PORT: evm,
      LATCHKEY_SOLANA_PORT: solana,
      LATCHKEY_BITCOIN_PORT: bitcoin,
      LATCHKEY_STACKS_PORT: stacks,
    }
    const [built] = await Promise.all([
      withEnv(env, () => buildExtension(join(folder, 'built'))),
      wake(),
    ])
    run.context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        `--disable-extensions-except=${built}`,
        `--load-extension=${built}`,
      ],
      viewport: { width: 1280, height: 900 },
    })
    run.context.setDefaultTimeout(stepTimeout)
    run.popups = []
    run.asked = []
    run.context.on('page', (page) => void run.popups.push(page))
    await scripts(['wbip-companion'])
  })
  afterAll(async () => {
    await run.context?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Waits until the browser knows these scripts: from then on pages have them. */
  const scripts = async (ids: readonly string[]): Promise<void> => {
    const worker = await backgroundWorker()
    const known = () =>
      worker.evaluate(async () =>
        (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id).sort(),
      )
    await vi.waitFor(async () => expect(await known()).toEqual(ids), { timeout: 10_000 })
  }
  /** The window that opens is answered; by which standard was asked is kept. */
  const ask: Ask = async (answer, act) => {
    const opened = run.context.waitForEvent('page')
    await act()
    const popup = await opened
    const press = popup.getByRole('button', { name: answer, exact: true })
    await press.waitFor()
    const waiting = await (await backgroundWorker()).evaluate(
      async () => (await chrome.storage.session.get('waiting')).waiting,
    )
    run.asked.push(...(waiting as { standard: string }[]).map(({ standard }) => standard))
    const closed = popup.waitForEvent('close')
    await press.click().catch((error: unknown) => {
      if (!popup.isClosed()) throw error
    })
    await closed
  }
  const visit = async (): Promise<{ page: Page; visitor: Visitor; complaints: string[] }> => {
    const page = await run.context.newPage()
    const complaints = complaintsOf(page)
    await page.goto(`http://localhost:${held.ports[0]}/`)
    return { page, visitor: visitorOf(page, ask), complaints }
  }
  /** Disconnects, and the page stands as before. */
  const leave = async ({ press, connectButton }: Visitor): Promise<void> => {
    await press('Disconnect')
    await connectButton.waitFor()
  }

  test.each([
    { choice: 'Ethereum', families: ['Ethereum'] },
    { choice: 'Solana', families: ['Solana'] },
    { choice: 'Bitcoin · Stacks', families: ['Bitcoin', 'Stacks'] },
  ])(
    'behavior: $choice: declined, connected, signed, sent, seen, found after a reload, ended',
    async ({ choice, families }) => {
      const { page, visitor, complaints } = await visit()
      const { dialog, press, connectButton, accountButton } = visitor
      await connectButton.click()
      await press('Companion (test wallet)')
      await ask('Reject', () => press(choice))
      await dialog.getByText('Declined', { exact: true }).waitFor()
      run.popups.length = 0
      await ask('Approve', () => press('Try again'))
      await accountButton.waitFor()
      await dialog.waitFor({ state: 'hidden' })
      for (const family of families) {
        await signAndJudge(visitor, family, `Good evening, ${family}`)
        await visitor.show(family)
        for (const transfer of transfers('0.5')[family] ?? []) {
          await sendAndSee(visitor, transfer)
        }
      }
      const answered = run.popups.length
      // One to connect; of each family two to sign; one a transfer.
      expect(answered).toBe(
        1 + families.flatMap((family) => [1, 2, ...(transfers('0')[family] ?? [])]).length,
      )
      await page.reload()
      await accountButton.waitFor()
      for (const family of families) {
        await visitor.show(family)
      }
      expect(run.popups.length).toBe(answered)
      await leave(visitor)
      await page.reload()
      await connectButton.waitFor()
      expect(complaints).toEqual([])
      await page.close()
    },
  )

  test('behavior: as Leather and as Xverse at once: each click asks its own, once, and opens Bitcoin and Stacks', async () => {
    const own = await run.context.newPage()
    await own.goto(new URL('window.html', (await backgroundWorker()).url()).href)
    for (const name of ['As Leather', 'As Xverse']) {
      await own.getByRole('checkbox', { name }).check()
    }
    await own.getByRole('checkbox', { name: 'As itself' }).uncheck()
    await scripts(['wbip-leather', 'wbip-xverse'])
    await own.close()
    const { page, visitor, complaints } = await visit()
    for (const [name, standard, amount] of [
      // What is ended there is ended for both: Leather knows no such request.
      ['Xverse Wallet', 'xverse', '0.125'],
      ['Leather', 'leather', '0.75'],
    ] as const) {
      run.asked.length = 0
      await visitor.connectButton.click()
      await ask('Approve', () => visitor.press(name))
      await visitor.accountButton.waitFor()
      await visitor.dialog.waitFor({ state: 'hidden' })
      expect(run.asked).toEqual([standard])
      for (const family of ['Bitcoin', 'Stacks']) {
        await signAndJudge(visitor, family, `As ${name}`, false)
        await visitor.show(family)
        const [coin] = transfers(amount)[family] ?? []
        if (coin) await sendAndSee(visitor, coin)
      }
      expect(new Set(run.asked)).toEqual(new Set([standard]))
      const answered = run.popups.length
      await page.reload()
      await visitor.accountButton.waitFor()
      await visitor.show('Stacks')
      expect(run.popups.length).toBe(answered)
      await leave(visitor)
    }
    expect(complaints).toEqual([])
    await page.close()
  })
})

describe('four families by a phone', { timeout: 240_000 }, () => {
  test('behavior: one approval elsewhere connects all; each signs, sends coin and token, sees it, declines, is found after a reload', async () => {
    await wake()
    const { page, complaints } = await openDemo()
    page.setDefaultTimeout(stepTimeout)
    const phone = await held.browser?.newContext()
    const wallet = await phone?.newPage()
    if (!wallet) throw new Error('no browser')
    wallet.setDefaultTimeout(stepTimeout)
    const answered = { count: 0 }
    const visitor = visitorOf(page, async (answer, act) => {
      await act()
      await wallet.getByRole('button', { name: answer, exact: true }).click()
      answered.count += 1
    })
    const { dialog, connectButton, accountButton, press } = visitor
    const connect = async (answer: 'Approve' | 'Reject') => {
      await dialog
        .getByRole('img', { name: 'QR code' })
        .and(page.locator('[aria-busy=false]'))
        .waitFor()
      const uri = await readCode(page)
      await wallet.goto(`http://localhost:${held.ports[2]}/wc?uri=${encodeURIComponent(uri ?? '')}`)
      await wallet.getByRole('button', { name: answer, exact: true }).click()
    }
    await connectButton.click()
    await press('QR code')
    await connect('Reject')
    await dialog.getByText('Declined', { exact: true }).waitFor()
    await press('Try again')
    await connect('Approve')
    await accountButton.waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await accountButton.click()
    const families = dialog.getByRole('group', { name: 'Connected accounts' }).getByRole('button')
    expect(await families.allTextContents()).toEqual(['Ethereum', 'Solana', 'Bitcoin', 'Stacks'])
    for (const [family, some] of Object.entries(transfers('0.25'))) {
      await signAndJudge(visitor, family, `By phone, ${family}`)
      await visitor.show(family)
      for (const [at, transfer] of some.entries()) {
        await sendAndSee(visitor, transfer, at === 0)
      }
    }
    const before = answered.count
    await page.reload()
    await accountButton.waitFor()
    await accountButton.click()
    await expect
      .poll(() => families.allTextContents())
      .toEqual(['Ethereum', 'Solana', 'Bitcoin', 'Stacks'])
    expect(await wallet.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    expect(answered.count).toBe(before)
    await press('Disconnect')
    await connectButton.waitFor()
    expect(complaints).toEqual([])
    await phone?.close()
    await page.context().close()
  })
})

/** An account's USDC, by the chain itself. */
function usdcOf(owner: string): Promise<bigint> {
  return node().readContract({
    abi: erc20Abi,
    address: usdcAddress,
    functionName: 'balanceOf',
    args: [owner as `0x${string}`],
  })
}
/** Moves USDC between accounts of the devnet. */
async function lend(from: string, to: string, amount: bigint): Promise<void> {
  const addressIndex = accounts.findIndex(({ address }) => address === from)
  const wallet = createWalletClient({
    transport: http(`http://localhost:${held.ports[3]}`),
    account: mnemonicToAccount(mnemonic, { addressIndex }),
  })
  const hash = await wallet.writeContract({
    abi: erc20Abi,
    address: usdcAddress,
    functionName: 'transfer',
    args: [to as `0x${string}`, amount],
    chain: null,
  })
  expect((await node().waitForTransactionReceipt({ hash })).status).toBe('success')
}
const usdcAddress = usdc.id.slice(usdc.id.lastIndexOf(':') + 1) as `0x${string}`
const node = () =>
  createPublicClient({ transport: http(`http://localhost:${held.ports[3]}`), pollingInterval: 50 })

/** What the shop has, asked of the chain itself: `balanceOf(till)` of the devnet's USDC. */
const tillBalance = () => usdcOf(shopAddress)
