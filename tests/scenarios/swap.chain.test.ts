import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connect,
  createKit,
  type Kit,
  prepareSwap,
  type SwapAsset,
  type SwapDraft,
  type SwapQuote,
  send,
  swapQuoteQuery,
  swapTokensQuery,
  watchTransaction,
} from '@latchkey/core'
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
import { evm } from '@latchkey/evm'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import { type Chain, hasCode } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import {
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

const [ada, , alan] = accounts
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const account = `eip155:31337:${ada.address}` as const
const [latch, usdc] = devnetTokens as readonly [SwapAsset, SwapAsset]
const eth: SwapAsset = { id: 'eip155:31337/slip44:60', name: 'Ether', symbol: 'ETH', decimals: 18 }
const weth: SwapAsset = {
  id: `eip155:31337/erc20:${addresses.weth}`,
  name: 'Wrapped Ether',
  symbol: 'WETH',
  decimals: 18,
}
const unit = (asset: SwapAsset, amount: number) =>
  BigInt(amount * 1000) * 10n ** BigInt(asset.decimals - 3)

const folder = mkdtempSync(join(tmpdir(), 'latchkey-swap-'))
const run = {} as {
  devnet: EvmDevnet
  gateway: RunningGateway
  control: ReturnType<typeof createTestClient>
  judge: ReturnType<typeof createPublicClient>
  kit: Kit
  wallet: MockEvmWallet
  stop: () => void
  snapshot: Hex
  /** An allowance of it is changed by way of zero only. */
  reset: SwapAsset
  /** It keeps 1.5 % of every transfer. */
  fee: SwapAsset
}

beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  const { url } = run.devnet
  const odd = await deployOddTokens(url)
  for (const one of ['reset', 'fee'] as const) {
    run[one] = {
      ...latch,
      id: `eip155:31337/erc20:${odd[one]}`,
      name: one,
      symbol: one.toUpperCase(),
    }
  }
  const router = { factory: addresses.factory, router: addresses.router, wrapped: addresses.weth }
  const config = {
    chains: [devnetChain(url)],
    tokens: devnetTokens,
    swap: { routers: [{ chain: 'eip155:31337', ...router }] },
    warnings: [{ asset: latch.id, text: 'Made of nothing' }],
    projects: [{ id: 'demo' }],
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  run.gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  run.judge = createPublicClient({ transport: http(url), pollingInterval: 20 })
  run.control = createTestClient({ transport: http(url), mode: 'anvil' })
})
afterAll(async () => {
  await run.gateway?.stop()
  await run.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  run.snapshot = await run.control.snapshot()
  await open()
})
afterEach(async () => {
  run.stop()
  await run.control.revert({ id: run.snapshot })
})

async function open(
  options: { gateway?: string; chain?: Chain; router?: string } = {},
): Promise<void> {
  const page = new EventTarget()
  run.wallet = mockEvmWallet({ accounts: [key], rpcUrl: run.devnet.url })
  run.wallet.install(page)
  const adapters = [evm({ chains: [options.chain ?? devnetChain(run.devnet.url)], page })]
  run.stop?.()
  const gateway = { url: options.gateway ?? run.gateway.url, project: 'demo' }
  run.kit = createKit({
    adapters,
    storage: null,
    gateway,
    swaps: { routers: { 'eip155:31337': [options.router ?? addresses.router] } },
  })
  run.stop = run.kit.subscribe(() => {})
  await connect(run.kit, { connector: 'announced:test.mock.wallet' })
}

const quoted = (
  pay: SwapAsset,
  receive: SwapAsset,
  amount: bigint,
  side?: 'pay' | 'receive',
): Promise<SwapQuote> => swapQuoteQuery(run.kit, { account, pay, receive, amount, side }).queryFn()
const tokenOf = ({ id }: SwapAsset) => id.slice(id.lastIndexOf(':') + 1) as Hex
const held = (asset: SwapAsset): Promise<bigint> =>
  asset.id === eth.id
    ? run.judge.getBalance({ address: ada.address })
    : run.judge.readContract({
        address: tokenOf(asset),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [ada.address],
      })
const allowed = (asset: SwapAsset) =>
  run.judge.readContract({
    address: tokenOf(asset),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [ada.address, addresses.router],
  })
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error) => (hasCode(error) ? error.code : error),
  )

/** Sends what was prepared, and tells what the chain says of it afterwards. */
async function execute({ reset, approval, swap, simulation }: SwapDraft) {
  for (const first of [reset, approval]) {
    if (!first) continue
    await send(run.kit, { id: first.id })
    expect((await watchTransaction(run.kit, { id: first.id })).status).toBe('confirmed')
  }
  await send(run.kit, { id: swap.id, simulation })
  return watchTransaction(run.kit, { id: swap.id })
}

/** Somebody else's trade: `eth` coins of it for LATCH. */
async function movePrice(coins: number): Promise<void> {
  const abi = parseAbi([
    'function swapExactETHForTokens(uint256,address[],address,uint256) payable',
  ])
  const path = [addresses.weth, addresses.latch] as const
  const args = [0n, path, alan.address, 2n ** 40n] as const
  await run.control.impersonateAccount({ address: alan.address })
  const data = encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args })
  const value = `0x${parseEther(`${coins}`).toString(16)}`
  // What the node estimates in the second of the last block is too little in the next.
  const params = [{ from: alan.address, to: addresses.router, data, value, gas: '0x7a120' }]
  const hash = await run.control.request({ method: 'eth_sendTransaction', params } as never)
  expect((await receiptOf(run.devnet.url, hash)).status).toBe('success')
}

describe('swap', () => {
  test.each([
    ['ETH → LATCH', eth, latch, unit(eth, 1)],
    ['LATCH → ETH', latch, eth, unit(latch, 500)],
    ['USDC → LATCH', usdc, latch, unit(usdc, 100)],
    ['one base unit of ETH → LATCH', eth, latch, 1n],
  ])('default: %s', async (_, pay, receive, amount) => {
    const quote = await quoted(pay, receive, amount)
    expect(quote.pay.amount).toBe(amount)
    const draft = await prepareSwap(run.kit, { quote })
    expect(draft.approval === undefined).toBe(pay === eth)
    expect(draft.notes).toEqual(['warned-token'])
    const promise = draft.swap.receives
    expect(draft.simulation.changes?.[receive.id]).toBe(quote.receive.amount)
    expect(draft.simulation.changes?.[pay.id]).toBe(-amount)

    const before = [await held(pay), await held(receive)] as const
    const { status, fee = 0n } = await execute(draft)
    expect(status).toBe('confirmed')
    // The fee of the approval is beside the swap's.
    const paidFees = pay === eth || receive === eth ? await feesPaid() : 0n
    const [left, came] = [before[0] - (await held(pay)), (await held(receive)) - before[1]]
    expect(pay === eth ? left - paidFees : left).toBe(amount)
    // Nothing moved in between: not within a hundredth of a percent, but to the unit.
    expect(receive === eth ? came + paidFees : came).toBe(quote.receive.amount)
    expect(came + paidFees).toBeGreaterThanOrEqual(promise?.minimum ?? maxUint256)
    expect(fee).toBeLessThanOrEqual(draft.swap.fee ?? 0n)
    if (pay !== eth) expect(await allowed(pay)).toBe(0n)
  })

  async function feesPaid(): Promise<bigint> {
    const all = Object.values(run.kit.getState().transactions)
    return all.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n)
  }

  test.each([
    ['USDC → LATCH', usdc, latch, unit(latch, 200)],
    ['LATCH → ETH', latch, eth, unit(eth, 0.25)],
    ['ETH → USDC', eth, usdc, unit(usdc, 300)],
  ])('parameters: side, what is to arrive was named: %s', async (_, pay, receive, amount) => {
    const quote = await quoted(pay, receive, amount, 'receive')
    // The price moves by half a percent before the review: more must be paid, exactly as much
    // arrives.
    await movePrice(pay === latch ? 1 : 2.5)
    const draft = await prepareSwap(run.kit, { quote })
    const isWorse = receive === latch
    // Never more than what was shown, and where the price became better less.
    const shown = quote.pay.amount + quote.pay.amount / 100n
    const { maximum = 0n, receives } = draft.swap
    expect(receives?.minimum).toBe(amount)
    expect(pay === latch ? maximum < shown : maximum === shown).toBe(true)
    if (pay !== eth) expect(draft.approval?.amount).toBe(maximum)
    const before = [await held(pay), await held(receive)] as const
    expect((await execute(draft)).status).toBe('confirmed')
    const fees = await feesPaid()
    const left = before[0] - (await held(pay)) - (pay === eth ? fees : 0n)
    const came = (await held(receive)) - before[1] + (receive === eth ? fees : 0n)
    expect(came).toBe(amount)
    expect(left).toBeLessThanOrEqual(maximum)
    expect(left > quote.pay.amount).toBe(isWorse)
    // What was not spent stayed: of the token, and as an allowance of it.
    if (pay !== eth) expect(await allowed(pay)).toBe(maximum - left)
  })

  test('parameters: approval, without end: the next swap needs none', async () => {
    const draft = await prepareSwap(run.kit, {
      quote: await quoted(usdc, eth, unit(usdc, 1)),
      approval: 'unlimited',
    })
    expect(draft.notes).toEqual(['unlimited-approval'])
    expect((await execute(draft)).status).toBe('confirmed')
    // The token of the devnet takes nothing off what has no end.
    expect(await allowed(usdc)).toBe(maxUint256)
    const next = await prepareSwap(run.kit, { quote: await quoted(usdc, eth, unit(usdc, 2)) })
    expect([next.approval, next.notes]).toEqual([undefined, []])
    expect((await execute(next)).status).toBe('confirmed')
  })

  test('behavior: coins are wrapped and unwrapped one for one', async () => {
    const amount = unit(eth, 2)
    expect(
      (await execute(await prepareSwap(run.kit, { quote: await quoted(eth, weth, amount) })))
        .status,
    ).toBe('confirmed')
    expect(await held(weth)).toBe(amount)
    const draft = await prepareSwap(run.kit, { quote: await quoted(weth, eth, amount) })
    expect([draft.approval, draft.simulation.changes?.[eth.id]]).toEqual([undefined, amount])
    expect((await execute(draft)).status).toBe('confirmed')
    expect(await held(weth)).toBe(0n)
  })

  test('behavior: the list of tokens is the operator’s, with his warnings', async () => {
    const tokens = await swapTokensQuery(run.kit, { chain: 'eip155:31337' }).queryFn()
    expect(tokens.map(({ symbol }) => symbol)).toEqual(
      expect.arrayContaining(['ETH', 'LATCH', 'USDC']),
    )
    expect(tokens.find(({ symbol }) => symbol === 'LATCH')?.warning).toBe('Made of nothing')
  })

  test('behavior: a price that moved beyond the promise between offer and review is not drafted', async () => {
    const quote = await quoted(eth, latch, unit(eth, 1))
    await movePrice(20)
    expect(await failure(prepareSwap(run.kit, { quote }))).toBe('swap-simulation-failed')
    expect(run.kit.getState().transactions).toEqual({})
    expect(
      await prepareSwap(run.kit, { quote: await quoted(eth, latch, unit(eth, 1)) }),
    ).toBeDefined()
  })

  test('behavior: a price that moved a little is kept to the promise that was shown', async () => {
    const quote = await quoted(eth, latch, unit(eth, 1))
    await movePrice(2)
    const draft = await prepareSwap(run.kit, { quote })
    const arrives = draft.simulation.changes?.[latch.id] ?? 0n
    expect(arrives).toBeLessThan(quote.receive.amount)
    expect(draft.swap.receives?.minimum).toBe(quote.receive.amount - quote.receive.amount / 100n)
    expect((await execute(draft)).status).toBe('confirmed')
  })

  test.each([
    ['ETH → LATCH', eth, latch, unit(eth, 1), 'pay'],
    ['what arrives', usdc, latch, unit(latch, 200), 'receive'],
  ] as const)(
    'behavior: a price that moves between review and press: the wallet is not asked, and a new offer is to be had: %s',
    async (_, pay, receive, amount, side) => {
      const { approval, swap, simulation } = await prepareSwap(run.kit, {
        quote: await quoted(pay, receive, amount, side),
      })
      if (approval) {
        await send(run.kit, { id: approval.id })
        await watchTransaction(run.kit, { id: approval.id })
      }
      const asked = () =>
        run.wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
      const before = [asked(), await held(pay), await held(receive)] as const
      await movePrice(20)
      expect(await failure(send(run.kit, { id: swap.id, simulation }))).toBe('swap-quote-expired')
      expect([asked(), await held(pay), await held(receive)]).toEqual(before)
      expect(run.kit.getState().transactions[swap.id]).toMatchObject({ status: 'draft' })
      const next = await prepareSwap(run.kit, { quote: await quoted(pay, receive, amount, side) })
      expect((await execute(next)).status).toBe('confirmed')
      expect((await held(receive)) - before[2]).toBe(next.quote.receive.amount)
    },
  )

  test('behavior: a price that moves while the wallet asks stops the swap on the chain, and nothing but the fee is lost', async () => {
    const { swap, simulation } = await prepareSwap(run.kit, {
      quote: await quoted(eth, latch, unit(eth, 1)),
    })
    const before = [await held(eth), await held(latch)] as const
    run.wallet.behave('hang', 'eth_sendTransaction')
    const sent = send(run.kit, { id: swap.id, simulation })
    await vi.waitFor(() => expect(run.wallet.requests.at(-1)?.method).toBe('eth_sendTransaction'))
    await movePrice(20)
    await run.wallet.release('approve')
    await sent
    const { status, error, fee = 0n } = await watchTransaction(run.kit, { id: swap.id })
    expect([status, error]).toEqual(['failed', { code: 'execution-reverted' }])
    expect(fee).toBeGreaterThan(0n)
    expect([await held(eth), await held(latch)]).toEqual([before[0] - fee, before[1]])
  })

  test('behavior: a pool without the liquidity says so', async () => {
    expect(await failure(quoted(usdc, latch, unit(latch, 10_000_000), 'receive'))).toBe(
      'swap-liquidity-missing',
    )
  })

  test('behavior: more than is held, and coins for the fee that are not there', async () => {
    const [tokens, coins] = [await held(usdc), await held(eth)]
    expect(
      await failure(prepareSwap(run.kit, { quote: await quoted(usdc, eth, tokens + 1n) })),
    ).toBe('insufficient-funds')
    const quote = await quoted(eth, usdc, unit(eth, 9))
    await run.control.setBalance({ address: ada.address, value: unit(eth, 9) })
    expect(await failure(prepareSwap(run.kit, { quote }))).toBe('insufficient-fee-funds')
    expect(coins).toBeGreaterThan(unit(eth, 9))
  })

  test('behavior: chains the gateway knows nothing of have no swaps', async () => {
    await open({ chain: { ...devnetChain(run.devnet.url), id: 'eip155:31338' } })
    const asset = (one: SwapAsset): SwapAsset => ({
      ...one,
      id: one.id.replace('31337', '31338') as SwapAsset['id'],
    })
    const ask = {
      account: `eip155:31338:${ada.address}`,
      pay: asset(eth),
      receive: asset(usdc),
      amount: 1n,
    } as const
    expect(await failure(swapQuoteQuery(run.kit, ask).queryFn())).toBe('swap-chain-unsupported')
    expect(await swapTokensQuery(run.kit, { chain: 'eip155:31338' }).queryFn()).toEqual([])
  })
})

describe('swap of a token that keeps a part of each transfer', () => {
  test.each([
    ['is paid with', true],
    ['arrives', false],
  ])(
    'default: it %s: what is offered is what comes, and no less than the minimum',
    async (_, isPaid) => {
      const [pay, receive] = isPaid ? [run.fee, usdc] : [usdc, run.fee]
      const amount = unit(pay, 100)
      const quote = await quoted(pay, receive, amount)
      const draft = await prepareSwap(run.kit, { quote })
      expect(draft.simulation.changes?.[pay.id]).toBe(-amount)
      const before = [await held(pay), await held(receive)] as const
      expect((await execute(draft)).status).toBe('confirmed')
      expect(before[0] - (await held(pay))).toBe(amount)
      const came = (await held(receive)) - before[1]
      expect(came).toBe(draft.simulation.changes?.[receive.id])
      expect(came).toBeGreaterThanOrEqual(draft.swap.receives?.minimum ?? maxUint256)
      const off =
        came > quote.receive.amount ? came - quote.receive.amount : quote.receive.amount - came
      expect(off * 10_000n).toBeLessThanOrEqual(quote.receive.amount)
    },
  )

  test('behavior: one that keeps more between review and press is not swapped', async () => {
    const { swap, simulation } = await prepareSwap(run.kit, {
      quote: await quoted(eth, run.fee, unit(eth, 1)),
    })
    const data = encodeFunctionData({ abi: parseAbi(['function setFee(uint256)']), args: [400n] })
    await run.control.impersonateAccount({ address: alan.address })
    const params = [{ from: alan.address, to: tokenOf(run.fee), data }]
    const hash = await run.control.request({ method: 'eth_sendTransaction', params } as never)
    expect((await receiptOf(run.devnet.url, hash)).status).toBe('success')
    expect(await failure(send(run.kit, { id: swap.id, simulation }))).toBe('swap-quote-expired')
  })

  test('behavior: how much of it arrives nobody can name', async () => {
    expect(await failure(quoted(eth, run.fee, unit(run.fee, 5), 'receive'))).toBe(
      'swap-liquidity-missing',
    )
  })
})

describe('swap of a token whose allowance changes by way of zero only', () => {
  const amount = 100n * 10n ** 18n
  const allow = async (asset: SwapAsset, value: bigint): Promise<void> => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [addresses.router, value],
    })
    await run.control.impersonateAccount({ address: ada.address })
    const params = [{ from: ada.address, to: tokenOf(asset), data }]
    const hash = await run.control.request({ method: 'eth_sendTransaction', params } as never)
    expect((await receiptOf(run.devnet.url, hash)).status).toBe('success')
  }

  test.each([
    ['exact', amount, 0n],
    // This token takes nothing off what has no end.
    ['unlimited', maxUint256, maxUint256],
  ] as const)(
    'parameters: approval, %s: the older one is taken back first',
    async (approval, given, rest) => {
      await allow(run.reset, amount - 1n)
      const quote = await quoted(run.reset, eth, amount)
      const draft = await prepareSwap(run.kit, { quote, approval })
      expect([draft.reset?.amount, draft.approval?.amount]).toEqual([0n, given])
      expect(draft.simulation.changes?.[eth.id]).toBe(quote.receive.amount)
      const before = await held(run.reset)
      const { status, fee = 0n } = await execute(draft)
      expect(status).toBe('confirmed')
      expect(fee).toBeLessThanOrEqual(draft.swap.fee ?? 0n)
      for (const { id, fee: most = 0n } of [draft.reset, draft.approval].flatMap(
        (one) => one ?? [],
      )) {
        expect(run.kit.getState().transactions[id]?.fee).toBeLessThanOrEqual(most)
      }
      expect(before - (await held(run.reset))).toBe(amount)
      expect(await allowed(run.reset)).toBe(rest)
    },
  )

  test('behavior: without an older one nothing is taken back, nor where a token does not mind', async () => {
    const fresh = await prepareSwap(run.kit, { quote: await quoted(run.reset, eth, amount) })
    expect([fresh.reset, fresh.approval?.amount]).toEqual([undefined, amount])
    await allow(latch, amount - 1n)
    expect(
      await prepareSwap(run.kit, { quote: await quoted(latch, eth, amount) }),
    ).not.toHaveProperty('reset')
    await allow(run.reset, amount)
    const enough = await prepareSwap(run.kit, { quote: await quoted(run.reset, eth, amount) })
    expect([enough.reset, enough.approval]).toEqual([undefined, undefined])
    expect((await execute(enough)).status).toBe('confirmed')
  })

  test('behavior: the approval is not asked for while the older one stands', async () => {
    await allow(run.reset, 1n)
    const { approval } = await prepareSwap(run.kit, { quote: await quoted(run.reset, eth, amount) })
    expect(await failure(send(run.kit, { id: approval?.id ?? '' }))).toBe('swap-simulation-failed')
    expect(await allowed(run.reset)).toBe(1n)
  })
})

describe('swap with a gateway that lies', () => {
  const held = {} as {
    server: Server
    lie: (path: string, answer: unknown) => unknown
    /** What it makes of a question before it asks it. */
    twist: (path: string, body: string) => string
    asked: string[]
  }
  beforeAll(async () => {
    held.server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) {
        chunks.push(chunk as Buffer)
      }
      const body = Buffer.concat(chunks).toString()
      const path = incoming.url?.split('?')[0] ?? ''
      held.asked.push(path)
      const url = `${run.gateway.url}${incoming.url}`
      const init = body ? { method: 'POST', body: held.twist(path, body) } : {}
      const response = await fetch(url, init)
      const text = await response.text()
      const told = response.ok ? held.lie(path, JSON.parse(text)) : JSON.parse(text)
      outgoing
        .writeHead(response.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(told))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => held.server.once('listening', resolve))
  })
  afterAll(() => new Promise((resolve) => held.server.close(resolve)))
  beforeEach(async () => {
    held.lie = (_, answer) => answer
    held.twist = (_, body) => body
    held.asked = []
    await open({ gateway: gatewayUrl() })
  })
  const gatewayUrl = () => `http://127.0.0.1:${(held.server.address() as AddressInfo).port}`
  const change = (path: string, more: (tx: Record<string, string>) => object) => {
    held.lie = (asked, answer) => {
      const { tx } = answer as { tx?: Record<string, string> }
      return asked.endsWith(path) && tx ? { tx: { ...tx, ...more(tx) } } : answer
    }
  }
  const router = addresses.router.slice(2).toLowerCase()
  const other = alan.address.slice(2).toLowerCase()
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [alan.address, amount] })
  const prepare = async (pay: SwapAsset, receive: SwapAsset, amount: bigint) =>
    failure(prepareSwap(run.kit, { quote: await quoted(pay, receive, amount) }))

  test('default: what it passes on unchanged works', async () => {
    expect(await prepare(usdc, eth, unit(usdc, 5))).toBe('none')
  })

  test('behavior: what would arrive goes to somebody else', async () => {
    const own = ada.address.slice(2).toLowerCase()
    change('build-transaction', ({ data = '' }) => ({ data: data.replace(own, other) }))
    expect(await prepare(eth, usdc, unit(eth, 1))).toBe('swap-short')
    expect(await prepare(usdc, eth, unit(usdc, 5))).toBe('swap-short')
  })

  test('behavior: the call pays somebody instead of swapping', async () => {
    change('build-transaction', () => ({
      to: account.replace(ada.address, alan.address),
      data: '0x',
    }))
    expect(await prepare(eth, usdc, unit(eth, 1))).toBe('swap-short')
    change('build-transaction', () => ({
      to: `eip155:31337:${addresses.usdc}`,
      data: transfer(unit(usdc, 5)),
    }))
    expect(await prepare(usdc, eth, unit(usdc, 5))).toBe('swap-short')
  })

  test('behavior: the call takes another token that is held', async () => {
    change('build-transaction', () => ({
      to: `eip155:31337:${addresses.latch}`,
      data: transfer(1n),
      value: '0',
    }))
    expect(await prepare(eth, usdc, unit(eth, 1))).toBe('swap-short')
  })

  test('behavior: more of the coin leaves than was offered', async () => {
    change('build-transaction', ({ value = '0' }) => ({ value: `${BigInt(value) + 1n}` }))
    expect(await prepare(eth, usdc, unit(eth, 1))).toBe('swap-short')
    expect(await prepare(usdc, eth, unit(usdc, 5))).toBe('swap-short')
  })

  test('behavior: the leave is for somebody else, for more, or for another token', async () => {
    change('build-approve', ({ data = '' }) => ({ data: data.replace(router, other) }))
    expect(await prepare(usdc, eth, unit(usdc, 5))).toBe('gateway-answer-invalid')
    change('build-approve', ({ data = '' }) => ({ data: `${data.slice(0, 74)}${'f'.repeat(64)}` }))
    expect(await prepare(usdc, eth, unit(usdc, 5))).toBe('gateway-answer-invalid')
    change('build-approve', () => ({ from: `eip155:31337:${addresses.latch}` }))
    expect(await prepare(usdc, eth, unit(usdc, 5))).toBe('gateway-answer-invalid')
  })

  test('behavior: an offer that is too good is found out', async () => {
    held.lie = (asked, answer) => {
      const { quotes } = answer as { quotes?: readonly { toAmount: string }[] }
      if (!asked.endsWith('quotes') || !quotes) return answer
      return {
        quotes: quotes.map((offer) => ({
          ...offer,
          id: null,
          toAmount: `${BigInt(offer.toAmount) * 2n}`,
        })),
      }
    }
    expect(await prepare(eth, usdc, unit(eth, 1))).toBe('swap-short')
    const quotes = held.lie
    held.lie = (asked, answer) => {
      const { tx } = answer as { tx?: object }
      return asked.endsWith('build-transaction')
        ? { tx: { ...tx, amount: '9'.repeat(30) } }
        : quotes(asked, answer)
    }
    expect(await prepare(eth, usdc, unit(eth, 1))).toBe('swap-short')
  })

  /**
   * Gives a call that wraps the coin instead of swapping it, and answers what a node is asked of it
   * with what the honest call would do.
   */
  const deceive = () => {
    const deposit = '0xd0e30db0'
    const honest = {} as { to: string; data: string }
    change('build-transaction', ({ to = '', data = '' }) => {
      Object.assign(honest, { to: to.slice(to.lastIndexOf(':') + 1), data })
      return { to: `eip155:31337:${addresses.weth}`, data: deposit }
    })
    held.twist = (_, body) =>
      JSON.stringify(
        JSON.parse(body, (_, value: { data?: unknown; input?: unknown } | null) => {
          const key = (['data', 'input'] as const).find((one) => value?.[one] === deposit)
          return key ? { ...value, to: honest.to, [key]: honest.data } : value
        }),
      )
  }

  test('behavior: the owner’s node tries the swap, whatever the gateway’s own nodes would say', async () => {
    await open({ gateway: gatewayUrl(), router: addresses.weth })
    deceive()
    expect(await prepare(eth, usdc, unit(eth, 1))).toBe('swap-short')
    expect(held.asked.some((path) => path.endsWith('build-transaction'))).toBe(true)
    expect(held.asked.filter((path) => /^\/v1\/?$/.test(path))).toEqual([])
  })

  test('behavior: without a node of the owner’s its own trial is all there is, and the visitor is told', async () => {
    const chain = { ...devnetChain(run.devnet.url), rpcUrls: [] }
    await open({ gateway: gatewayUrl(), router: addresses.weth, chain })
    deceive()
    const draft = await prepareSwap(run.kit, { quote: await quoted(eth, usdc, unit(eth, 1)) })
    expect(draft.swap.call).toMatchObject({ to: addresses.weth, data: '0xd0e30db0' })
    expect(draft.notes).toEqual(['gateway-trial'])
    expect(held.asked.filter((path) => /^\/v1\/?$/.test(path))).not.toEqual([])
  })

  test('behavior: a list that lies about decimals turns no amount into another', async () => {
    expect(await prepare({ ...usdc, decimals: 18 }, eth, unit(usdc, 5))).toBe(
      'gateway-answer-invalid',
    )
  })
})

describe('swap with a node that simulates nothing', () => {
  const held = {} as { server: Server }
  beforeAll(async () => {
    held.server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) {
        chunks.push(chunk as Buffer)
      }
      const body = Buffer.concat(chunks).toString()
      type Question = { readonly id: number; readonly method: string }
      const answerTo = async (question: Question): Promise<unknown> => {
        const { id, method } = question
        const error = {
          code: -32601,
          message: `the method ${method} does not exist/is not available`,
        }
        if (method === 'eth_simulateV1') return { jsonrpc: '2.0', id, error }
        const headers = { 'content-type': 'application/json' }
        return (
          await fetch(run.devnet.url, { method: 'POST', headers, body: JSON.stringify(question) })
        ).json()
      }
      const asked = JSON.parse(body) as Question | readonly Question[]
      const answers = Array.isArray(asked)
        ? Promise.all(asked.map(answerTo))
        : answerTo(asked as Question)
      const answer = JSON.stringify(await answers)
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => held.server.once('listening', resolve))
  })
  afterAll(() => new Promise((resolve) => held.server.close(resolve)))
  beforeEach(() =>
    open({ chain: devnetChain(`http://127.0.0.1:${(held.server.address() as AddressInfo).port}`) }),
  )

  test('default: it is estimated as far as possible, and says of no change', async () => {
    const draft = await prepareSwap(run.kit, { quote: await quoted(eth, usdc, unit(eth, 1)) })
    expect(draft.simulation).not.toHaveProperty('changes')
    expect(draft.swap.fee).toBeGreaterThan(0n)
    expect((await execute(draft)).status).toBe('confirmed')
  })

  test('behavior: behind an approval its price is not known, and it works all the same', async () => {
    const draft = await prepareSwap(run.kit, { quote: await quoted(usdc, eth, unit(usdc, 5)) })
    expect(draft.approval?.fee).toBeGreaterThan(0n)
    expect(draft.swap).not.toHaveProperty('fee')
    expect((await execute(draft)).status).toBe('confirmed')
  })

  test('behavior: an older approval in the way is taken back here too', async () => {
    const first = await prepareSwap(run.kit, {
      quote: await quoted(run.reset, eth, unit(eth, 0.01), 'receive'),
    })
    expect((await execute(first)).status).toBe('confirmed')
    expect(await allowed(run.reset)).toBeGreaterThan(0n)
    const draft = await prepareSwap(run.kit, {
      quote: await quoted(run.reset, eth, unit(run.reset, 5)),
    })
    expect([draft.reset?.amount, draft.approval?.amount]).toEqual([0n, unit(run.reset, 5)])
    expect((await execute(draft)).status).toBe('confirmed')
  })

  test('behavior: one that would fail is not drafted', async () => {
    const quote = await quoted(eth, latch, unit(eth, 1))
    await movePrice(20)
    expect(await failure(prepareSwap(run.kit, { quote }))).toBe('swap-simulation-failed')
  })
})
