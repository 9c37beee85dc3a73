import {
  accounts,
  addresses,
  compile,
  deployOddTokens,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  mnemonic,
  receiptOf,
  startEvmDevnet,
} from '@latchkey/devnet'
import { type ChainId, hasCode, type SwapOffer } from '@latchkey/protocol'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Config, configSchema } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { SwapPort, SwapRequest } from '../../ports/swap-port.ts'
import { rpcNodes } from '../rpc/rpc-nodes.ts'
import { probeCode } from './probe-code.gen.ts'
import { startSwaps } from './start-swaps.ts'

const chainId: ChainId = 'eip155:31337'
const lower = (address: string): Hex => address.toLowerCase() as Hex
const [latch, usdc, weth] = [addresses.latch, addresses.usdc, addresses.weth].map(lower) as [
  Hex,
  Hex,
  Hex,
]
const user = lower(accounts[0].address)
const made = {} as ReturnType<typeof connect> & {
  devnet: EvmDevnet
  swaps: SwapPort
  usual: SwapPort
  asked: string[]
  snapshot: Hex
  /** It keeps 1.5 % of every transfer. */
  fee: Hex
  config: Config
}

function connect(url: string) {
  const { name, nativeCurrency } = devnetChain(url)
  const chain = defineChain({
    id: 31_337,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  })
  const parts = { chain, transport: http(url), pollingInterval: 20 }
  return {
    reads: createPublicClient(parts),
    writes: createWalletClient({ ...parts, account: mnemonicToAccount(mnemonic) }),
    control: createTestClient({ ...parts, mode: 'anvil' }),
  }
}

async function send(to: Hex, data: Hex, value = 0n): Promise<bigint> {
  // An estimate on a block of the same second does not see what the first swap of the next one
  // writes.
  const hash = await made.writes.sendTransaction({ to, data, value, gas: 5_000_000n })
  const { status, gasUsed, effectiveGasPrice } = await receiptOf(made.devnet.url, hash)
  expect(status).toBe('success')
  return gasUsed * effectiveGasPrice
}

const held = (token: Hex | 'coin', owner: Hex = user): Promise<bigint> =>
  token === 'coin'
    ? made.reads.getBalance({ address: owner })
    : made.reads.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
      })
const approve = (token: Hex, spender: Hex, amount = maxUint256) =>
  send(
    token,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  )
const named = (token: Hex | 'coin'): string =>
  ({ [latch]: 'LATCH', [usdc]: 'USDC', [weth]: 'WETH' })[token] ?? 'ETH'

/** A pool that leads past the coin. */
async function addDirectPool(stock: { latch: bigint; usdc: bigint }): Promise<void> {
  const abi = parseAbi([
    'function addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256) returns (uint256,uint256,uint256)',
  ])
  for (const token of [latch, usdc]) {
    await approve(token, addresses.router)
  }
  const args = [latch, usdc, stock.latch, stock.usdc, 0n, 0n, user, 2n ** 40n] as const
  await send(addresses.router, encodeFunctionData({ abi, functionName: 'addLiquidity', args }))
}

/** What really left and came, asked for as a page does it. */
async function execute(ask: SwapRequest, offer: SwapOffer, slippage = 1) {
  const built = await made.swaps.build({ ...ask, user, slippage, offerId: offer.id ?? undefined })
  const spender = await made.swaps.spender(chainId, offer.id ?? undefined)
  if (ask.from !== 'coin' && spender) await approve(ask.from, spender, built.maximum)
  const before = [await held(ask.from), await held(ask.to)] as const
  const fee = await send(built.to, built.data, built.value)
  const after = [await held(ask.from), await held(ask.to)] as const
  const own = (token: Hex | 'coin') => (token === 'coin' ? fee : 0n)
  return {
    built,
    paid: before[0] - after[0] - own(ask.from),
    received: after[1] - before[1] + own(ask.to),
  }
}

async function quote(ask: SwapRequest): Promise<SwapOffer> {
  const [offer] = await made.swaps.quotes(ask)
  if (!offer) throw new Error('no offer')
  return offer
}

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  const asked: string[] = []
  const routers = [
    {
      chain: chainId,
      factory: addresses.factory,
      router: addresses.router,
      wrapped: addresses.weth,
      between: [addresses.usdc, addresses.latch],
    },
  ]
  const config = configSchema.parse({
    chains: [devnetChain(devnet.url)],
    tokens: devnetTokens,
    swap: { routers },
  })
  const nodes = rpcNodes(config, (url, init) => {
    asked.push(String(init.body))
    return fetch(url, init)
  })
  const swaps = startSwaps({
    config,
    nodes,
    log: { error: (fields) => asked.push(JSON.stringify(fields)) },
  })
  const { fee } = await deployOddTokens(devnet.url)
  Object.assign(made, { devnet, asked, swaps, usual: swaps, config, fee, ...connect(devnet.url) })
})
afterAll(() => made.devnet?.stop())
beforeEach(async () => {
  made.snapshot = await made.control.snapshot()
})
afterEach(async () => {
  made.swaps = made.usual
  await made.control.revert({ id: made.snapshot })
})

const cases: readonly (readonly [
  from: Hex | 'coin',
  to: Hex | 'coin',
  amount: bigint,
  side: 'pay' | 'receive',
])[] = [
  ['coin', usdc, parseEther('1.234567890123456789'), 'pay'],
  ['coin', usdc, 1_234_567_891n, 'receive'],
  [usdc, 'coin', 1_234_567_891n, 'pay'],
  [usdc, 'coin', parseEther('0.987654321'), 'receive'],
  [latch, usdc, 333_333_333_333_333_333_333n, 'pay'],
  [latch, usdc, 100_000_001n, 'receive'],
  [usdc, latch, 100_000_001n, 'pay'],
  [usdc, latch, 77_777_777_777_777_777_777n, 'receive'],
  ['coin', latch, 1n, 'pay'],
  ['coin', latch, 1n, 'receive'],
  ['coin', weth, parseEther('2'), 'pay'],
  ['coin', weth, parseEther('2'), 'receive'],
]

describe('routerProvider', () => {
  for (const isDirect of [false, true]) {
    test.each(
      cases.map(([from, to, amount, side]) => ({
        from,
        to,
        amount,
        side,
        title: `${named(from)}-${named(to)}`,
      })),
    )(
      `behavior: the router executes what was offered, to the unit: $title, $side ${isDirect ? 'with' : 'without'} a pool of both tokens`,
      async ({ from, to, amount, side }) => {
        if (isDirect) await addDirectPool({ latch: 1_000n * 10n ** 18n, usdc: 1_250n * 10n ** 6n })
        const ask: SwapRequest = { chain: chainId, from, to, amount, side }
        const offer = await quote(ask)
        const { paid, received, built } = await execute(ask, offer)
        expect([offer.fromAmount, offer.toAmount]).toEqual([String(paid), String(received)])
        expect(side === 'pay' ? paid : received).toBe(amount)
        expect(received >= built.minimum && paid <= built.maximum).toBe(true)
      },
    )
  }

  test('behavior: no round through other tokens is offered for the coin against its wrapped form', async () => {
    const ask: SwapRequest = {
      chain: chainId,
      from: 'coin',
      to: weth,
      amount: 10n ** 18n,
      side: 'pay',
    }
    expect((await made.swaps.quotes(ask)).map(({ provider }) => provider)).toEqual(['Wrapped coin'])
  })

  test('behavior: a wrapped coin comes out again', async () => {
    await execute(
      { chain: chainId, from: 'coin', to: weth, amount: 5n, side: 'pay' },
      await quote({ chain: chainId, from: 'coin', to: weth, amount: 5n, side: 'pay' }),
    )
    const ask: SwapRequest = { chain: chainId, from: weth, to: 'coin', amount: 3n, side: 'receive' }
    const { paid, received, built } = await execute(ask, await quote(ask))
    expect([paid, received, built.to, await held(weth)]).toEqual([3n, 3n, weth, 2n])
  })

  test('behavior: the better of two routes is offered, by the amount', async () => {
    await addDirectPool({ latch: 100n * 10n ** 18n, usdc: 130n * 10n ** 6n })
    const small = await quote({
      chain: chainId,
      from: latch,
      to: usdc,
      amount: 10n ** 15n,
      side: 'pay',
    })
    const large = await quote({
      chain: chainId,
      from: latch,
      to: usdc,
      amount: 10n ** 21n,
      side: 'pay',
    })
    expect([small.path?.length, large.path?.length]).toEqual([2, 3])
    expect(large.path?.[1]).toBe(`${chainId}:${weth}`)
  })

  test('behavior: a quote is one node round trip, for any pair', async () => {
    for (const [from, to, amount, side] of cases.slice(0, 8)) {
      made.asked.length = 0
      await made.swaps.quotes({ chain: chainId, from, to, amount, side })
      expect(made.asked).toHaveLength(1)
    }
  })

  test('behavior: the price impact is what the pool says, fees left out', async () => {
    // 100 of 1,000 coins: 1 − 1,000 / (1,000 + 99.7) of the price is lost.
    const ask: SwapRequest = {
      chain: chainId,
      from: 'coin',
      to: usdc,
      amount: parseEther('100'),
      side: 'pay',
    }
    const offer = await quote(ask)
    expect(offer.priceImpact).toBeCloseTo((1 - 1000 / 1099.7) * 100, 3)
    expect(offer.fee).toBe(String(parseEther('0.3')))
    expect((await quote({ ...ask, amount: 10n ** 14n })).priceImpact).toBeLessThan(0.01)
  })

  test('behavior: what a pool does not hold is refused', async () => {
    const asks: SwapRequest[] = [
      { chain: chainId, from: 'coin', to: usdc, amount: 10n ** 15n, side: 'receive' },
      { chain: chainId, from: 'coin', to: usdc, amount: 1n, side: 'pay' },
      { chain: chainId, from: 'coin', to: usdc, amount: 2n ** 255n, side: 'pay' },
      { chain: chainId, from: 'coin', to: lower(addresses.nft), amount: 10n ** 18n, side: 'pay' },
      {
        chain: chainId,
        from: lower(addresses.router),
        to: usdc,
        amount: 10n ** 18n,
        side: 'receive',
      },
    ]
    for (const ask of asks) {
      const error = await made.swaps.quotes(ask).catch((reason: unknown) => reason)
      expect(hasCode(error) && [error.context.sourceCode, error.context.reason]).toEqual([
        400,
        'insufficient liquidity',
      ])
    }
  })

  const movedBy = async (share: bigint): Promise<void> => {
    const ask: SwapRequest = {
      chain: chainId,
      from: 'coin',
      to: usdc,
      amount: parseEther('1000') / share,
      side: 'pay',
    }
    await execute(ask, await quote(ask), 50)
  }

  test.each([
    ['pay', 10n ** 18n],
    ['receive', 2_000_000_000n],
  ] as const)(
    'behavior: a price that moved within the slippage keeps the promise, side %s',
    async (side, amount) => {
      const ask: SwapRequest = { chain: chainId, from: 'coin', to: usdc, amount, side }
      const offer = await quote(ask)
      await movedBy(500n)
      const { paid, received, built } = await execute(ask, offer)
      if (side === 'pay') {
        expect(built.minimum).toBe(BigInt(offer.toAmount ?? 0) - BigInt(offer.toAmount ?? 0) / 100n)
        expect(received < BigInt(offer.toAmount ?? 0) && received >= built.minimum).toBe(true)
      } else {
        expect(built.maximum).toBe(BigInt(offer.fromAmount) + BigInt(offer.fromAmount) / 100n)
        expect(paid > BigInt(offer.fromAmount) && paid <= built.maximum).toBe(true)
      }
    },
  )

  test.each([
    ['pay', 10n ** 18n],
    ['receive', 2_000_000_000n],
  ] as const)(
    'behavior: a price that moved beyond the slippage fails on the chain, side %s',
    async (side, amount) => {
      const ask: SwapRequest = { chain: chainId, from: 'coin', to: usdc, amount, side }
      const offer = await quote(ask)
      await movedBy(20n)
      const { to, data, value } = await made.swaps.build({
        ...ask,
        user,
        slippage: 1,
        offerId: offer.id ?? undefined,
      })
      await expect(made.reads.call({ account: user, to, data, value })).rejects.toThrow(
        /INSUFFICIENT_OUTPUT_AMOUNT|EXCESSIVE_INPUT_AMOUNT/,
      )
    },
  )

  test('behavior: a price that became better leaves no room for others', async () => {
    const ask: SwapRequest = {
      chain: chainId,
      from: usdc,
      to: 'coin',
      amount: 10n ** 9n,
      side: 'pay',
    }
    const offer = await quote(ask)
    await movedBy(20n)
    const now = BigInt((await quote(ask)).toAmount ?? 0)
    const built = await made.swaps.build({
      ...ask,
      user,
      slippage: 1,
      offerId: offer.id ?? undefined,
    })
    expect(now > BigInt(offer.toAmount ?? 0) && built.minimum === now - now / 100n).toBe(true)
  })

  test('behavior: twenty minutes by the clock of the chain, then it is too late', async () => {
    await made.control.increaseTime({ seconds: 86_400 })
    await made.control.mine({ blocks: 1 })
    const ask: SwapRequest = {
      chain: chainId,
      from: 'coin',
      to: usdc,
      amount: 10n ** 18n,
      side: 'pay',
    }
    const { to, data, value } = await made.swaps.build({ ...ask, user, slippage: 1 })
    await made.control.increaseTime({ seconds: 1_190 })
    await made.control.mine({ blocks: 1 })
    await made.reads.call({ account: user, to, data, value })
    await made.control.increaseTime({ seconds: 20 })
    await made.control.mine({ blocks: 1 })
    await expect(made.reads.call({ account: user, to, data, value })).rejects.toThrow('EXPIRED')
  })

  test('behavior: the allowance is what the spender of the offer may take', async () => {
    const [token, owner] = [`${chainId}:${usdc}`, `${chainId}:${user}`] as const
    await approve(usdc, addresses.router, 77n)
    expect(await made.swaps.allowance(token, owner)).toEqual({
      allowance: 77n,
      spender: lower(addresses.router),
    })
    expect(await made.swaps.allowance(`${chainId}:0x${'e'.repeat(40)}`, owner)).toEqual({
      allowance: maxUint256,
    })
    const wrapping = await quote({
      chain: chainId,
      from: weth,
      to: 'coin',
      amount: 1n,
      side: 'pay',
    })
    expect(await made.swaps.allowance(`${chainId}:${weth}`, owner, wrapping.id ?? '')).toEqual({
      allowance: maxUint256,
    })
    const error = await made.swaps
      .allowance(`${chainId}:${user}`, owner)
      .catch((reason: unknown) => reason)
    expect(hasCode(error) && error.context.field).toBe('tokenAddress')
  })

  test('behavior: the probe is what the compiler makes of its source', async () => {
    expect((await compile()).TransferProbe?.runtime).toBe(probeCode)
  })

  const setFee = (bps: bigint) =>
    send(made.fee, encodeFunctionData({ abi: parseAbi(['function setFee(uint256)']), args: [bps] }))
  /** As another gateway would: nothing kept of earlier tests. */
  const afresh = (nodes = rpcNodes(made.config)) => {
    made.swaps = startSwaps({ config: made.config, nodes, log: { error: () => undefined } })
  }
  const lossy = [
    ['coin', 'fee', parseEther('1.234567890123456789')],
    ['fee', 'coin', 2_345_678_901_234_567_891_234n],
    ['fee', 'USDC', 1_234_567_890_123_456_789_012n],
    ['USDC', 'fee', 1_234_567_891n],
  ] as const
  const tokenOf = (name: 'coin' | 'fee' | 'USDC') =>
    name === 'coin' ? name : name === 'fee' ? made.fee : usdc

  test.each(lossy.flatMap((one) => [1n, 150n, 200n, 1_000n].map((bps) => [...one, bps] as const)))(
    'behavior: of a token that keeps a part what arrives is offered: %s → %s, %s with %s in ten thousand',
    async (from, to, amount, bps) => {
      await setFee(bps)
      afresh()
      const ask: SwapRequest = {
        chain: chainId,
        from: tokenOf(from),
        to: tokenOf(to),
        amount,
        side: 'pay',
      }
      const offer = await quote(ask)
      const { paid, received, built } = await execute(ask, offer)
      const told = BigInt(offer.toAmount ?? 0)
      expect(paid).toBe(amount)
      // Within a hundredth of a percent; and never less than a unit or two, which the token's own
      // rounding takes.
      const off = told > received ? told - received : received - told
      expect(off * 10_000n).toBeLessThanOrEqual(told)
      expect(received).toBeGreaterThanOrEqual(built.minimum)
      expect(built.minimum).toBe(told - told / 100n)
    },
  )

  test('behavior: what arrives of a token that keeps a part is not promised', async () => {
    for (const [from, to] of [
      ['coin', made.fee],
      [made.fee, 'coin'],
      [usdc, made.fee],
    ] as const) {
      const ask: SwapRequest = { chain: chainId, from, to, amount: 10n ** 15n, side: 'receive' }
      const error = await made.swaps.quotes(ask).catch((reason: unknown) => reason)
      expect(hasCode(error) && error.context.reason).toBe('insufficient liquidity')
    }
    await setFee(0n)
    afresh()
    const ask: SwapRequest = {
      chain: chainId,
      from: 'coin',
      to: made.fee,
      amount: 10n ** 15n,
      side: 'receive',
    }
    expect((await execute(ask, await quote(ask))).received).toBe(10n ** 15n)
  })

  test('behavior: a token that keeps more than before brings the minimum, or nothing happens', async () => {
    afresh()
    const ask: SwapRequest = {
      chain: chainId,
      from: 'coin',
      to: made.fee,
      amount: 10n ** 18n,
      side: 'pay',
    }
    const offer = await quote(ask)
    await setFee(200n)
    const { received, built } = await execute(ask, offer)
    expect(received < BigInt(offer.toAmount ?? 0) && received >= built.minimum).toBe(true)
    await setFee(400n)
    const { to, data, value } = await made.swaps.build({
      ...ask,
      user,
      slippage: 1,
      offerId: offer.id ?? undefined,
    })
    await expect(made.reads.call({ account: user, to, data, value })).rejects.toThrow(
      'INSUFFICIENT_OUTPUT_AMOUNT',
    )
  })

  test('behavior: a node that takes no such question offers all the same', async () => {
    const nodes = rpcNodes(made.config)
    afresh({
      async ask(chain, calls, signal) {
        const isOdd = calls.some(({ params = '[]' }) => JSON.parse(params).length > 2)
        if (isOdd) throw refusal(503, 'chainId', 'No node answers at the moment')
        return nodes.ask(chain, calls, signal)
      },
    })
    const ask: SwapRequest = {
      chain: chainId,
      from: usdc,
      to: latch,
      amount: 10n ** 8n,
      side: 'pay',
    }
    const offer = await quote(ask)
    expect((await execute(ask, offer)).received).toBe(BigInt(offer.toAmount ?? 0))
  })

  test('behavior: with a node that pretends nothing the minimum arrives all the same, or nothing happens', async () => {
    const nodes = rpcNodes(made.config)
    afresh({
      ask: (chain, calls, signal) => {
        const plain = calls.map(({ method, params = '[]' }) => ({
          method,
          params: JSON.stringify(
            JSON.parse(params).slice(0, method === 'eth_call' ? 2 : undefined),
          ),
        }))
        return nodes.ask(chain, plain, signal)
      },
    })
    const ask: SwapRequest = {
      chain: chainId,
      from: 'coin',
      to: made.fee,
      amount: 10n ** 18n,
      side: 'pay',
    }
    const offer = await quote(ask)
    const { to, data, value } = await made.swaps.build({
      ...ask,
      user,
      slippage: 1,
      offerId: offer.id ?? undefined,
    })
    await expect(made.reads.call({ account: user, to, data, value })).rejects.toThrow(
      'INSUFFICIENT_OUTPUT_AMOUNT',
    )
    const { received, built } = await execute(ask, offer, 2)
    expect(received).toBeGreaterThanOrEqual(built.minimum)
  })
})
