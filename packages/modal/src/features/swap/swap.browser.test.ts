import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  accounts,
  addresses,
  deployOddTokens,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  receiptOf,
  startEvmDevnet,
} from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import type { Asset } from '@latchkey/protocol'
import type { Page, Route } from 'playwright-core'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stepTimeout } from '../../../../../tests/helpers/step-timeout.ts'
import { raise, strictPolicy, type Theatre } from '../../../../../tests/worlds/stage.ts'

const [ada, grace] = [accounts[0].address, accounts[1].address]
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])

describe('swap', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-swap-'))
  let devnet: EvmDevnet
  /** Its allowance is changed by way of zero only. */
  let odd: `0x${string}`
  let tokens: readonly Asset[]
  let gateway: RunningGateway
  let theatre: Theatre
  let page: Page
  let complaints: string[]
  let snapshot: `0x${string}`
  const rpc = () => ({ transport: http(devnet.url, { retryCount: 0 }), pollingInterval: 50 })
  const chain = () => createPublicClient(rpc())
  const tester = () => createTestClient({ ...rpc(), mode: 'anvil' })

  beforeAll(async () => {
    ;[devnet, theatre] = await Promise.all([startEvmDevnet(), raise()])
    odd = (await deployOddTokens(devnet.url)).reset
    const id = `eip155:31337/erc20:${odd}` as const
    tokens = [...devnetTokens, { id, name: 'Reset Token', symbol: 'RESET', decimals: 18 }]
    const config = {
      chains: [devnetChain(devnet.url)],
      tokens,
      projects: [{ id: 'demo' }],
      swap: {
        routers: [
          {
            chain: 'eip155:31337',
            name: 'Devnet pools',
            factory: addresses.factory,
            router: addresses.router,
            wrapped: addresses.weth,
          },
        ],
      },
      prices: { dollars: [`eip155:31337/erc20:${addresses.usdc}`] },
      warnings: [
        { asset: `eip155:31337/erc20:${addresses.latch}`, text: 'Its maker can take it back.' },
      ],
    }
    writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
    gateway = await startGateway({
      dataDir: folder,
      port: 0,
      env: { LATCHKEY_GATEWAY_LOG: 'silent' },
    })
    // A violation would be among the complaints.
    theatre.policy = strictPolicy(gateway.url, devnet.url)
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), gateway?.stop(), devnet?.stop()])
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    snapshot = await tester().snapshot()
  })
  afterEach(async () => {
    await page?.context().close()
    await tester().revert({ id: snapshot })
    // A browser reports every refusal of a server by itself.
    expect(complaints.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([])
  })

  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })
  const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })
  const heading = (name: string) => dialog().getByRole('heading', { name, exact: true }).waitFor()
  const text = (what: string | RegExp) => dialog().getByText(what).first()
  const openAccount = () =>
    page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .click()
  async function open(): Promise<void> {
    const opened = await theatre.open({
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      modal: { tokens },
      kit: {
        gateway: { url: gateway.url, project: 'demo' },
        swaps: { routers: { 'eip155:31337': [addresses.router] } },
      },
    })
    page = opened.page
    complaints = opened.complaints
    page.setDefaultTimeout(stepTimeout)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await button('Foxglove').first().click()
    await openAccount()
    await button('Swap').click()
    await heading('Swap')
    await text('available').waitFor()
  }
  async function choose(side: string, token: string): Promise<void> {
    await button(side).click()
    await heading('Choose a token')
    await dialog()
      .getByRole('list', { name: 'Tokens' })
      .getByRole('button', { name: token, exact: true })
      .click()
    await heading('Swap')
  }
  const usd = 'USD Coin (devnet)'
  /** Coin for dollars, with an offer. */
  async function sell(amount: string): Promise<void> {
    await open()
    await choose('Choose token to receive', usd)
    await field('You pay').fill(amount)
    await text(/^1 ETH = /).waitFor()
  }
  /** Dollars for the coin, with an offer. */
  async function buy(amount: string): Promise<void> {
    await open()
    await choose('Pay token ETH', usd)
    await choose('Choose token to receive', 'Ether')
    await field('You pay').fill(amount)
    await text(/^1 USDC = /).waitFor()
  }
  async function review(): Promise<string> {
    await button('Review').click()
    await heading('Review swap')
    return dialog().innerText()
  }
  const asked = () =>
    page.evaluate(
      () =>
        window.stage.wallets[0]?.requests.filter(({ method }) => method === 'eth_sendTransaction')
          .length,
    )
  const behave = (how: 'approve' | 'reject' | 'hang') =>
    page.evaluate(
      (behavior) => window.stage.wallets[0]?.behave(behavior, 'eth_sendTransaction'),
      how,
    )
  const coins = () => chain().getBalance({ address: ada })
  const read = (token: `0x${string}`, functionName: 'balanceOf' | 'allowance') =>
    chain().readContract(
      functionName === 'balanceOf'
        ? { abi: erc20Abi, address: token, functionName, args: [ada] }
        : { abi: erc20Abi, address: token, functionName, args: [ada, addresses.router] },
    )
  /** The least that the review promises, in base units. */
  const promised = (shown: string, decimals: number): bigint =>
    parseUnits(
      (/At least you receive\s+([\d.,]+)/.exec(shown)?.[1] ?? '').replaceAll(',', ''),
      decimals,
    )
  /** What the last view says has come, in base units. */
  const received = async (decimals: number): Promise<bigint> =>
    parseUnits(
      (/You received\s+([\d.,]+)/.exec(await dialog().innerText())?.[1] ?? '').replaceAll(',', ''),
      decimals,
    )
  /** Somebody else sells the coin: it is worth less afterwards. */
  async function movePrice(amount: string, isMined = true): Promise<void> {
    const wallet = createWalletClient({ ...rpc(), account: grace })
    const hash = await wallet.writeContract({
      abi: routerAbi,
      address: addresses.router,
      functionName: 'swapExactETHForTokens',
      args: [0n, [addresses.weth, addresses.usdc], grace, 10n ** 11n],
      value: parseEther(amount),
      chain: null,
      // What the node estimates in the second of the pool's last block is too little in the next.
      gas: 500_000n,
    })
    if (isMined) expect((await receiptOf(devnet.url, hash)).status).toBe('success')
  }

  /** A swap that waits for its block. */
  async function submit(meanwhile?: () => Promise<unknown>): Promise<`0x${string}`> {
    await sell('1')
    await review()
    await tester().setAutomine(false)
    await meanwhile?.()
    await button('Swap now').click()
    await heading('Swapping')
    const hash = await page.evaluate(
      () =>
        Object.values(window.stage.kit.getState().transactions).find(
          ({ status }) => status === 'submitted',
        )?.hash,
    )
    return hash as `0x${string}`
  }

  /** The page's clock is put forward; no timer ends sooner for it. */
  const later = (byMs: number) =>
    page.evaluate((ms) => {
      const now = Date.now
      Date.now = () => now() + ms
    }, byMs)

  it('default: the coin for a token, in one prompt', async () => {
    await sell('1.5')
    const shown = await review()
    for (const part of ['1.5 ETH', 'Devnet pools', 'Latchkey Devnet', '0.0045 ETH', '1%']) {
      expect(shown).toContain(part)
    }
    expect(shown).toMatch(/At most [<0-9.]+ ETH/)
    expect(await asked()).toBe(0)
    const [coinsBefore, usdcBefore] = [await coins(), await read(addresses.usdc, 'balanceOf')]
    await button('Swap now').click()
    await heading('Swapped')
    expect(await asked()).toBe(1)
    const arrived = (await read(addresses.usdc, 'balanceOf')) - usdcBefore
    const offered = parseUnits((/([\d,.]+) USDC/.exec(shown)?.[1] ?? '').replaceAll(',', ''), 6)
    expect(arrived).toBe(offered)
    expect(arrived).toBeGreaterThanOrEqual(promised(shown, 6))
    expect(await received(6)).toBe(arrived)
    const left = coinsBefore - (await coins())
    expect(left).toBeGreaterThan(parseEther('1.5'))
    expect(left).toBeLessThan(parseEther('1.501'))
  })

  it('behavior: what arrives has its worth beside it, though the account holds nothing of it', async () => {
    const all = await read(addresses.usdc, 'balanceOf')
    const hash = await createWalletClient({ ...rpc(), account: ada }).writeContract({
      abi: erc20Abi,
      address: addresses.usdc,
      functionName: 'transfer',
      args: [grace, all],
      chain: null,
    })
    expect((await receiptOf(devnet.url, hash)).status).toBe('success')
    await sell('1.5')
    const asked: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/v1/fungible/price') && asked.push(request.url()),
    )
    const amount = (shown: string | undefined): number => Number(shown?.replaceAll(',', ''))
    // A dollar each: the figure in dollars is the amount, to the cent.
    const dollars = async (): Promise<number> =>
      amount(/You receive[\s\S]*?\$([\d,.]+)/.exec(await dialog().innerText())?.[1])
    await text(/^\$[\d,.]+/).waitFor()
    expect(await dollars()).toBeCloseTo(amount(await field('You receive').inputValue()), 1)
    await review()
    const worth = dialog().locator('.side-worth').last()
    expect(amount(/\$([\d,.]+)/.exec(await worth.innerText())?.[1])).toBeGreaterThan(1_000)
    // Fresh for fifteen seconds: the review shows what the form was told.
    expect(asked).toEqual([])
  })

  it('behavior: a token is paid with after an approval of exactly that much', async () => {
    await buy('1000')
    const shown = await review()
    expect(shown).toContain('Exact, 1,000 USDC')
    const before = await coins()
    await button('Approve USDC').click()
    await text('USDC is approved.').waitFor()
    expect(await read(addresses.usdc, 'allowance')).toBe(parseUnits('1000', 6))
    expect(await asked()).toBe(1)
    const middle = await coins()
    expect(middle).toBeLessThan(before)
    await button('Swap now').click()
    await heading('Swapped')
    expect(await asked()).toBe(2)
    expect(await read(addresses.usdc, 'allowance')).toBe(0n)
    const [receipt] = await receipts(1)
    const paidFee = receipt ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
    const arrived = (await coins()) - middle + paidFee
    expect(arrived).toBeGreaterThanOrEqual(promised(shown, 18))
    expect(await received(18)).toBe(arrived)
  })
  async function receipts(count: number) {
    const hashes = await page.evaluate(() =>
      Object.values(window.stage.kit.getState().transactions)
        .sort((a, b) => b.createdAt - a.createdAt)
        .filter(({ purpose, hash }) => purpose === 'swap' && hash)
        .map(({ hash }) => hash),
    )
    return Promise.all(
      hashes
        .slice(0, count)
        .map((hash) => chain().getTransactionReceipt({ hash: hash as `0x${string}` })),
    )
  }

  it('behavior: an approval without end only if chosen and warned of; the next swap needs none', async () => {
    await buy('100')
    await review()
    await button(/^Approval /).click()
    await dialog().getByRole('radio', { name: 'Unlimited' }).check()
    await text('You allow this contract to take all you have').waitFor()
    await button('Approve USDC').click()
    await text('USDC is approved.').waitFor()
    expect(await read(addresses.usdc, 'allowance')).toBe(2n ** 256n - 1n)
    await button('Edit').click()
    await heading('Swap')
    const shown = await review()
    expect(shown).not.toContain('Approval')
    const before = await coins()
    await button('Swap now').click()
    await heading('Swapped')
    expect((await coins()) - before).toBeGreaterThan(parseEther('0.0390'))
    expect(await asked()).toBe(2)
  })

  it('behavior: what arrives may be named instead, over two pools; a token that is warned of says why', async () => {
    await open()
    await choose('Pay token ETH', usd)
    await choose('Choose token to receive', 'Latch Token')
    await field('You receive').fill('120')
    await text(/^1 USDC = /).waitFor()
    expect(await field('You pay').inputValue()).toMatch(/^15\d\.\d+$/)
    await button('Reverse').click()
    await button('Pay token LATCH').waitFor()
    expect(await field('You pay').inputValue()).toBe('120')
    await button('Reverse').click()
    await text(/^1 USDC = /).waitFor()
    const shown = await review()
    expect(shown).toContain('LATCH: Its maker can take it back.')
    const most = parseUnits(
      (/At most you pay\s+([\d.,]+)/.exec(shown)?.[1] ?? '').replaceAll(',', ''),
      6,
    )
    expect(promised(shown, 18)).toBe(parseUnits('120', 18))
    const before = await read(addresses.latch, 'balanceOf')
    const paidBefore = await read(addresses.usdc, 'balanceOf')
    await button('Approve USDC').click()
    await text('USDC is approved.').waitFor()
    expect(await read(addresses.usdc, 'allowance')).toBe(most)
    await button('Swap now').click()
    await heading('Swapped')
    const arrived = (await read(addresses.latch, 'balanceOf')) - before
    expect(arrived).toBe(parseUnits('120', 18))
    expect(await received(18)).toBe(arrived)
    expect(paidBefore - (await read(addresses.usdc, 'balanceOf'))).toBeLessThanOrEqual(most)
  })

  it('behavior: where a token wants it an older approval is taken back first, in a prompt of its own', async () => {
    const wallet = createWalletClient({ ...rpc(), account: ada })
    const old = {
      abi: erc20Abi,
      address: odd,
      functionName: 'approve',
      args: [addresses.router, 1n],
      chain: null,
    } as const
    await receiptOf(devnet.url, await wallet.writeContract(old))
    await open()
    await choose('Pay token ETH', 'Reset Token')
    await choose('Choose token to receive', 'Ether')
    await field('You pay').fill('20')
    await text(/^1 RESET = /).waitFor()
    await review()
    await text('RESET needs its old approval removed').waitFor()
    await button('Remove old RESET approval').click()
    await text('The old RESET approval is removed.').waitFor()
    expect(await read(odd, 'allowance')).toBe(0n)
    await button('Approve RESET').click()
    await text('RESET is approved.').waitFor()
    expect(await read(odd, 'allowance')).toBe(parseUnits('20', 18))
    await button('Swap now').click()
    await heading('Swapped')
    expect(await asked()).toBe(3)
    expect(await read(odd, 'balanceOf')).toBe(parseUnits('9980', 18))
  })

  it('behavior: a price that moves too far on the way stops the swap on the chain; only the fee leaves', async () => {
    try {
      const before = await read(addresses.usdc, 'balanceOf')
      const had = await coins()
      await submit(() => movePrice('60', false))
      await tester().mine({ blocks: 1 })
      await heading('Not swapped')
      await text('Only the fee was spent').waitFor()
      expect(await read(addresses.usdc, 'balanceOf')).toBe(before)
      const [receipt] = await receipts(1)
      expect(receipt?.status).toBe('reverted')
      expect(had - (await coins())).toBe(
        (receipt?.gasUsed ?? 0n) * (receipt?.effectiveGasPrice ?? 0n),
      )
    } finally {
      await tester().setAutomine(true)
    }
  })

  it.each([
    ['past its life', () => later(11_000)],
    ['that is no longer true', async () => undefined],
  ])(
    'behavior: an offer %s is renewed, and a worse one shown before the wallet is asked',
    async (_, wait) => {
      await sell('1')
      const first = promised(await review(), 6)
      await movePrice('60')
      await wait()
      await button('Swap now').click()
      await text('The price moved').waitFor()
      expect(await asked()).toBe(0)
      const second = promised(await dialog().innerText(), 6)
      expect(second).toBeLessThan(first)
      const before = await read(addresses.usdc, 'balanceOf')
      await button('Swap now').click()
      await heading('Swapped')
      expect((await read(addresses.usdc, 'balanceOf')) - before).toBeGreaterThanOrEqual(second)
      expect(await asked()).toBe(1)
    },
  )

  it('behavior: a great loss is stopped until it is accepted', async () => {
    await sell('400')
    await text(/^Price impact/).waitFor()
    await review()
    await button('Swap now').click()
    await text('Tick the box first').waitFor()
    expect(
      await dialog()
        .getByRole('checkbox')
        .evaluate((box) => box.matches(':focus')),
    ).toBe(true)
    expect(await asked()).toBe(0)
    await dialog().getByRole('checkbox').check()
    await button('Swap now').click()
    await heading('Swapped')
  })

  it('behavior: the slippage chosen is the one that is sent', async () => {
    await sell('1')
    const usual = promised(await review(), 6)
    await button(/^Slippage /).click()
    await field('Other slippage in percent').fill('60')
    await page.keyboard.press('Enter')
    await text('Enter a number from 0.05 to 50').waitFor()
    await field('Other slippage in percent').fill('0.05')
    await page.keyboard.press('Enter')
    await button('Slippage 0.05%').waitFor()
    await expect.poll(async () => promised(await dialog().innerText(), 6)).toBeGreaterThan(usual)
    await field('Other slippage in percent').fill('12')
    await page.keyboard.press('Enter')
    await text('With so much slippage').waitFor()
    await expect.poll(async () => promised(await dialog().innerText(), 6)).toBeLessThan(usual)
  })

  /** Changes what the gateway says of one path. */
  const lie = (path: string, change: (body: string) => string) =>
    page.route(`**/v1/convert/${path}**`, async (route: Route) => {
      // A page that closes meanwhile takes its answers with it.
      const response = await route.fetch().catch(() => null)
      const body = await response?.text().catch(() => null)
      if (response && body != null) await route.fulfill({ response, body: change(body) })
    })

  it.each([
    [
      'a call that would fail',
      (body: string) => body.replace(/"data":"0x[\da-f]{8}/, '"data":"0xdeadbeef'),
      'This swap would fail.',
    ],
    [
      'a call that pays somebody else',
      (body: string) => body.replaceAll(ada.slice(2).toLowerCase(), grace.slice(2).toLowerCase()),
      /would bring less than it promises|The server could not answer/,
    ],
    [
      'a minimum below the promise',
      (body: string) => body.replace(/"amount":"\d+"/, '"amount":"1"'),
      'would bring less than it promises',
    ],
  ])('behavior: %s is not offered to the wallet', async (_, change, words) => {
    await sell('1')
    await lie('build-transaction', change)
    const before = await coins()
    await button('Review').click()
    await dialog().getByRole('alert').getByText(words).waitFor()
    expect(await asked()).toBe(0)
    expect(await coins()).toBe(before)
    expect(
      await page.evaluate(() => Object.keys(window.stage.kit.getState().transactions)),
    ).toEqual([])
  })

  it('behavior: providers that are down, slow or lying leave no wrong number', async () => {
    await open()
    await choose('Choose token to receive', usd)
    const quotes = '**/v1/convert/quotes**'
    await page.route(quotes, (route) => route.fulfill({ status: 503, json: { reasons: [] } }))
    await field('You pay').fill('1')
    await button('Try again').waitFor({ timeout: 20_000 })
    expect(await field('You receive').inputValue()).toBe('')
    await page.unroute(quotes)
    await button('Try again').click()
    await expect.poll(() => field('You receive').inputValue()).toMatch(/^2,4\d\d\./)
    const old = await field('You receive').inputValue()
    // One way to write numbers: with groups, but in a field that somebody is in.
    await field('You receive').focus()
    expect(await field('You receive').inputValue()).toBe(old.replaceAll(',', ''))
    await field('You pay').focus()
    expect(await field('You receive').inputValue()).toBe(old)

    let answer = (): void => {}
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(quotes, async (route) => {
      await isAsked
      await route.continue()
    })
    await field('You pay').fill('2')
    await dialog().locator('.amount[data-follows="old"]').waitFor()
    expect(await field('You receive').inputValue()).toBe(old)
    answer()
    await expect.poll(() => field('You receive').inputValue()).toMatch(/^4,9\d\d\./)
    await page.unroute(quotes)

    await lie('quotes', (body) => body.replace(/"fromAmount":"\d+"/, '"fromAmount":"1"'))
    await field('You pay').fill('3')
    await button('Try again').waitFor()
    expect(await field('You receive').inputValue()).toBe('')
    await page.unroute('**/v1/convert/quotes**')
    await field('You pay').fill('')
    await field('You receive').fill('999999999999')
    await text('Insufficient liquidity').waitFor()
    expect(await field('You pay').inputValue()).toBe('')
  })

  it('behavior: the offer is renewed every ten seconds, by nobody who does not look', async () => {
    await open()
    await page.clock.install()
    await choose('Choose token to receive', usd)
    await field('You pay').fill('1')
    await text(/^1 ETH = /).waitFor()
    let asks = 0
    page.on('request', (request) => {
      if (request.url().includes('/v1/convert/quotes')) asks += 1
    })
    await page.clock.fastForward(10_000)
    await expect.poll(() => asks).toBe(1)
    await dialog().locator('.amount[data-follows="now"]').waitFor()
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => 'hidden',
      })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.clock.fastForward(11_000)
    await page.clock.fastForward(11_000)
    await chain().getBlockNumber()
    expect(asks).toBe(1)
  })

  it('behavior: who declines keeps everything, and may try again', async () => {
    await sell('1')
    await review()
    await behave('reject')
    const before = await coins()
    await button('Swap now').click()
    await text('Declined. Nothing was swapped.').waitFor()
    expect(await coins()).toBe(before)
    await behave('approve')
    await button('Swap now').click()
    await heading('Swapped')
  })

  it('behavior: a wallet that does not answer need not be waited for, and the swap can be begun anew', async () => {
    await sell('1')
    await review()
    await behave('hang')
    const before = await coins()
    expect(await button('Stop waiting').count()).toBe(0)
    await button('Swap now').click()
    await text('Continue in Foxglove').waitFor()
    expect(await button('Edit').count()).toBe(0)
    await button('Stop waiting').click()
    await heading('Swap')
    expect(await field('You pay').inputValue()).toBe('1')
    expect(await coins()).toBe(before)
    await page.evaluate(() => window.stage.wallets[0]?.release('reject'))
    await behave('approve')
    await review()
    await button('Swap now').click()
    await heading('Swapped')
  })

  it('behavior: Max keeps what this swap costs, and says it', async () => {
    await tester().setBalance({ address: ada, value: parseEther('1') })
    await open()
    // Before anybody knows for what, it keeps more than it needs.
    await button('Max').click()
    await text('kept for the fee').waitFor()
    const rough = parseEther(await field('You pay').inputValue())
    await choose('Choose token to receive', usd)
    await button('Max').click()
    await expect
      .poll(async () => parseEther(await field('You pay').inputValue()))
      .toBeGreaterThan(rough)
    const all = parseEther(await field('You pay').inputValue())
    const [, kept = ''] = /([\d.]+) ETH kept for the fee/.exec(await dialog().innerText()) ?? []
    expect(parseEther('1') - all - parseEther(kept)).toBeLessThan(10n ** 12n)
    await text(/^1 ETH = /).waitFor()
    await review()
    await button('Swap now').click()
    await heading('Swapped')
    const [receipt] = await receipts(1)
    const fee = (receipt?.gasUsed ?? 0n) * (receipt?.effectiveGasPrice ?? 0n)
    expect(await coins()).toBe(parseEther('1') - all - fee)
    // The limit is a fifth over the peak, the price half over the base fee, the margin a quarter
    // over both.
    expect(parseEther('1') - all).toBeLessThan(fee * 4n)
  })

  it('behavior: Max before the token is chosen is counted again at the review', async () => {
    await tester().setBalance({ address: ada, value: parseEther('1') })
    await open()
    await button('Max').click()
    await text('kept for the fee').waitFor()
    const rough = await field('You pay').inputValue()
    await choose('Choose token to receive', usd)
    expect(await field('You pay').inputValue()).toBe(rough)
    await text(/^1 ETH = /).waitFor()
    await review()
    await button('Edit').click()
    await heading('Swap')
    expect(parseEther(await field('You pay').inputValue())).toBeGreaterThan(parseEther(rough))
  })

  it('behavior: a swap on its way outlives a reload, and is told by the chain', async () => {
    await sell('1')
    await review()
    await tester().setAutomine(false)
    try {
      await button('Swap now').click()
      await heading('Swapping')
      await page.reload()
      await openAccount()
      const row = button(/^Swapping 1 ETH for 2,4\d\d\.\d+ USDC/)
      await dialog().getByRole('tab', { name: 'Activity' }).click()
      await row.click()
      await heading('Swapping')
      await tester().mine({ blocks: 1 })
      await heading('Swapped')
    } finally {
      await tester().setAutomine(true)
    }
  })

  it('behavior: a swap on its way settles after a reload that nobody followed, and is told without a click', async () => {
    await sell('1')
    await review()
    await tester().setAutomine(false)
    try {
      await button('Swap now').click()
      await heading('Swapping')
      await page.reload()
      await tester().mine({ blocks: 1 })
      await page.getByRole('status').getByText('Swapped', { exact: true }).waitFor()
      const [swap] = await page.evaluate(() =>
        Object.values(window.stage.kit.getState().transactions),
      )
      expect(swap).toMatchObject({ purpose: 'swap', status: 'confirmed' })
    } finally {
      await tester().setAutomine(true)
    }
  })

  it('behavior: another transaction in its place is said, and shown', async () => {
    try {
      const hash = await submit()
      const before = await read(addresses.usdc, 'balanceOf')
      const { nonce, maxFeePerGas = 0n } = await chain().getTransaction({ hash })
      const other = await createWalletClient({ ...rpc(), account: ada }).sendTransaction({
        to: grace,
        value: 1n,
        nonce,
        chain: null,
        gas: 21_000n,
        maxFeePerGas: maxFeePerGas * 2n,
        maxPriorityFeePerGas: maxFeePerGas * 2n,
      })
      await tester().mine({ blocks: 1 })
      await heading('Replaced')
      await text('Look at it before you swap again').waitFor()
      const [swap] = await page.evaluate(() =>
        Object.values(window.stage.kit.getState().transactions),
      )
      expect(swap).toMatchObject({ status: 'replaced', replacedBy: other })
      expect(await read(addresses.usdc, 'balanceOf')).toBe(before)
    } finally {
      await tester().setAutomine(true)
    }
  })

  it('behavior: a swap that the network forgot is said to be none', async () => {
    try {
      await tester().dropTransaction({ hash: await submit() })
      // A relay may hold one back for minutes.
      await later(11 * 60_000)
      await heading('Dropped')
      await text('Nothing has left your account').waitFor()
      await button('Swap again').click()
      await heading('Swap')
      await button('Receive token USDC').waitFor()
    } finally {
      await tester().setAutomine(true)
    }
  })

  it('behavior: of a page that died while the wallet was asked nobody knows more', async () => {
    await buy('10')
    await review()
    await behave('hang')
    await button('Approve USDC').click()
    await text('Continue in Foxglove').waitFor()
    await page.keyboard.press('Escape')
    await text('Answer in Foxglove first').waitFor()
    await page.reload()
    await openAccount()
    await button(/^Approving USDC/).click()
    await heading('Unknown')
    expect(await read(addresses.usdc, 'allowance')).toBe(0n)
  })

  it('behavior: a transfer of a token that is warned of says why too', async () => {
    await open()
    await button('Back').click()
    await button('Send').click()
    await button('Token ETH').click()
    await dialog()
      .getByRole('list', { name: 'Tokens' })
      .getByRole('button', { name: /^Latch Token/ })
      .click()
    await field('Amount').fill('5')
    await field('Recipient').fill(grace)
    await button('Review').click()
    await heading('Review send')
    await text('LATCH: Its maker can take it back.').waitFor()
  })

  it('behavior: a chain without swaps names those that have them, and leads back to the swap', async () => {
    const opened = await theatre.open({
      chains: [
        { ...devnetChain(devnet.url), id: 'eip155:5', name: 'Nowhere' },
        devnetChain(devnet.url),
        // Swaps are known of it elsewhere, and this gateway has none.
        { ...devnetChain(devnet.url), id: 'eip155:137', name: 'Not served' },
        { ...devnetChain(devnet.url), id: 'eip155:6', name: 'Neither' },
      ],
      rpcUrl: devnet.url,
      kit: { gateway: { url: gateway.url, project: 'demo' } },
    })
    ;({ page, complaints } = opened)
    page.setDefaultTimeout(stepTimeout)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await button('Foxglove').first().click()
    await openAccount()
    await button('Swap').click()
    await heading('Unsupported network')
    const list = dialog().getByRole('list', { name: 'Supported networks' })
    await button('Latchkey Devnet').waitFor()
    await expect.poll(() => list.getAttribute('aria-busy')).toBe('false')
    const names = await list.getByRole('button').allInnerTexts()
    expect(names.map((name) => name.trim())).toEqual(['Latchkey Devnet'])
    await button('Latchkey Devnet').click()
    await heading('Swap')
    await button('Pay token ETH').waitFor()
    await button('Back').click()
    await button('Disconnect').waitFor()
    // The same when the wallet is switched by itself.
    await page.evaluate(() => window.stage.wallets[0]?.selectChain('eip155:5'))
    await button('Network Nowhere').waitFor()
    await button('Swap').click()
    await heading('Unsupported network')
    await page.evaluate(() => window.stage.wallets[0]?.selectChain('eip155:31337'))
    await heading('Swap')
    await button('Pay token ETH').waitFor()
  })
})
