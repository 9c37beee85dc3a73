import { connect, createKit, discardTransaction, type Kit, type KitStorage } from '@latchkey/core'
import {
  type Bill,
  findPayment,
  type PaymentStatus,
  preparePayment,
  readBill,
  readPayRequest,
  sendPayment,
  watchPayment,
} from '@latchkey/core/pay'
import {
  accounts,
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import { hasCode, type PaymentOrder } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import { createPublicClient, createTestClient, erc20Abi, type Hex, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  etherOption,
  merchant,
  type OrdersStandIn,
  startOrdersStandIn,
  usdcOption,
} from '../worlds/orders-stand-in.ts'

const [ada] = accounts
const account = `eip155:31337:${ada.address}` as const
const [latch, usdc] = devnetTokens as readonly (typeof devnetTokens)[number][]
const run = {} as {
  devnet: EvmDevnet
  orders: OrdersStandIn
  control: ReturnType<typeof createTestClient>
  judge: ReturnType<typeof createPublicClient>
  kit: Kit
  wallet: MockEvmWallet
  stops: (() => void)[]
  snapshot: Hex
  stored: Map<string, string>
}

beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  run.orders = await startOrdersStandIn(run.devnet.url)
  const transport = http(run.devnet.url, { retryCount: 0 })
  run.control = createTestClient({ mode: 'anvil', transport })
  run.judge = createPublicClient({ transport })
})
afterAll(async () => {
  await run.orders?.stop()
  await run.devnet?.stop()
})
beforeEach(async () => {
  run.snapshot = await run.control.snapshot()
  run.stops = []
  run.stored = new Map()
  run.orders.reports.length = 0
  await open()
})
afterEach(async () => {
  close()
  await run.control.revert({ id: run.snapshot })
})

/** Opens a page: a kit with the test's storage and a connected wallet. */
async function open(): Promise<void> {
  const target = new EventTarget() as Window
  vi.stubGlobal('CustomEvent', CustomEvent)
  run.wallet = mockEvmWallet({ chain: 'eip155:31337', rpcUrl: run.devnet.url })
  run.stops.push(run.wallet.install(target as never) as unknown as () => void)
  const storage: KitStorage = {
    getItem: (key) => run.stored.get(key) ?? null,
    setItem: (key, value) => void run.stored.set(key, value),
    removeItem: (key) => void run.stored.delete(key),
  }
  run.kit = createKit({
    adapters: [evm({ chains: [devnetChain(run.devnet.url)], page: target })],
    gateway: { url: run.orders.url, project: 'demo' },
    storage,
    enableReconnect: false,
  })
  run.stops.push(run.kit.subscribe(() => {}))
  const [connector] = Object.keys(run.kit.getState().connectors)
  await connect(run.kit, { connector: connector ?? '' })
}
function close(): void {
  for (const stop of run.stops) {
    if (typeof stop === 'function') stop()
  }
  run.stops = []
  vi.unstubAllGlobals()
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )
const read = (order: PaymentOrder) => readBill(run.kit, { request: { order: order.id } })
const optionOf = (bill: Bill, index = 0) => {
  const option = bill.options[index]
  if (!option) throw new Error('no such option')
  return option
}
async function prepare(bill: Bill, index = 0) {
  const option = optionOf(bill, index)
  const draft = await preparePayment(run.kit, { bill, option, account })
  return { bill, option, id: draft.transaction.id, estimate: draft.estimate }
}
const payNow = async (bill: Bill, index = 0) => sendPayment(run.kit, await prepare(bill, index))
const asked = () =>
  run.wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
const received = () =>
  run.judge.readContract({
    abi: erc20Abi,
    address: addresses.usdc,
    functionName: 'balanceOf',
    args: [merchant],
  })
/** Follows a payment; the returned function returns the newest status. */
function follow(bill: Bill): () => PaymentStatus {
  const seen: PaymentStatus[] = []
  run.stops.push(watchPayment(run.kit, { bill, onChange: (status) => void seen.push(status) }))
  return () => {
    const last = seen.at(-1)
    if (!last) throw new Error('nothing was told')
    return last
  }
}

describe('readBill', () => {
  test('default: an order with what the chain says of its assets', async () => {
    const bill = await read(run.orders.make({ reference: 'A-1' }))
    expect(bill).toMatchObject({
      title: 'Two tickets for the boat',
      reference: 'A-1',
      options: [
        { to: merchant, amount: 19_900_000n, asset: { decimals: 6, symbol: 'USDC' } },
        { to: merchant, amount: 7_700_000_000_000_000n, asset: { symbol: 'ETH' } },
      ],
    })
  })

  test.each<readonly [string, object]>([
    ['an amount that is a number', { amount: 19_900_000 }],
    ['a negative amount', { amount: '-19900000' }],
    ['nothing', { amount: '0' }],
    ['an amount with a fraction', { amount: '1.5' }],
    ['an amount in hex', { amount: '0x12' }],
    ['more than 256 bits', { amount: `${2n ** 256n}` }],
    ['more digits than a number has', { amount: '9'.repeat(79) }],
    ['a receiver with a wrong checksum', { to: '0x90F79bf6eB2c4f870365E785982E1f101E93b906' }],
    ['a receiver that is no address', { to: '0x12' }],
    ['a receiver that nobody has the key of', { to: `0x${'0'.repeat(40)}` }],
    ['an asset of another chain than it says', { chain: 'eip155:1' }],
    ['an asset that is none', { asset: 'eip155:31337/erc721:0x12' }],
    ['other decimal places than the token has', { decimals: 18 }],
    ['no symbol but invisible characters', { symbol: '\u202e\u2066' }],
  ])('error: an order with %s is refused as a whole', async (_, change) => {
    const order = run.orders.make()
    run.orders.change(order.id, { accepts: [etherOption, { ...usdcOption, ...change }] })
    expect(await codeOf(read(order))).toBe('gateway-answer-invalid')
  })

  test.each<readonly [string, object]>([
    ['another id', { id: 'b'.repeat(32) }],
    ['no state that exists', { state: 'paid' }],
    ['no way to pay', { accepts: [] }],
    ['too many ways to pay', { accepts: Array(21).fill(usdcOption) }],
    ['a time that is none', { expiresAt: 'soon' }],
  ])('error: an answer with %s', async (_, change) => {
    const order = run.orders.make()
    run.orders.change(order.id, change)
    expect(await codeOf(read(order))).toBe('gateway-answer-invalid')
  })

  test('error: an order of other chains, and none at all', async () => {
    const elsewhere = { ...usdcOption, chain: 'eip155:1', asset: `eip155:1/erc20:${merchant}` }
    const order = run.orders.make({ accepts: [elsewhere as typeof usdcOption] })
    expect(await codeOf(read(order))).toBe('chain-unsupported')
    expect(await codeOf(readBill(run.kit, { request: { order: 'c'.repeat(32) } }))).toBe(
      'order-not-found',
    )
  })

  test('behavior: ways on chains that the kit does not have are left out', async () => {
    const elsewhere = { ...usdcOption, chain: 'eip155:1', asset: `eip155:1/erc20:${merchant}` }
    const order = run.orders.make({ accepts: [elsewhere as typeof usdcOption, usdcOption] })
    expect((await read(order)).options).toHaveLength(1)
  })

  test('behavior: texts are one line without characters that turn or hide others', async () => {
    const title = 'Two\u202e tickets\nfor\u2066 free\u200b'
    const order = run.orders.make()
    run.orders.change(order.id, { title, reference: 'A\u202e1' })
    expect(await read(order)).toMatchObject({ title: 'Two tickets for free', reference: 'A1' })
  })
})

describe('readPayRequest', () => {
  const terms = { asset: usdc as typeof latch & object, to: merchant, amount: 5n }

  test('default: what the page asks for, as plain data', async () => {
    const request = await readPayRequest(run.kit, {
      terms: { ...terms, title: 'A\u202e hat' } as never,
    })
    expect(request).toMatchObject({ amount: '5', to: merchant, title: 'A hat', needed: 3 })
  })

  test.each<readonly [string, object, string]>([
    ['an amount that is a number', { amount: 5 }, 'amount-invalid'],
    ['an amount below zero', { amount: -5n }, 'amount-invalid'],
    ['a receiver that is none', { to: 'grace' }, 'receiver-invalid'],
    ['a receiver elsewhere', { to: `eip155:1:${merchant}` }, 'receiver-chain-mismatch'],
    ['a token that nobody knows', { asset: `eip155:31337/erc20:${merchant}` }, 'token-required'],
    ['a chain that the kit lacks', { asset: 'eip155:5/slip44:60' }, 'chain-unsupported'],
    ['a reference that is too long', { reference: 'x'.repeat(129) }, 'config-invalid'],
    ['no confirmation', { confirmations: 0 }, 'config-invalid'],
  ])('error: %s', (_, change, code) => {
    const call = async () => readPayRequest(run.kit, { terms: { ...terms, ...change } as never })
    return expect(codeOf(call())).resolves.toBe(code)
  })

  test('default: a price in money becomes an amount of each asset that has a price', async () => {
    const request = await readPayRequest(run.kit, {
      terms: { to: merchant, currency: 'usd', amount: '19.90', title: 'A hat' },
      tokens: devnetTokens,
    })
    expect(await readBill(run.kit, { request })).toMatchObject({
      price: { amount: '19.90', currency: 'USD' },
      title: 'A hat',
      options: [
        { amount: 19_900_000n, asset: { symbol: 'USDC' } },
        { amount: 7_960_000_000_000_000n, asset: { symbol: 'ETH' } },
      ],
    })
  })

  test('behavior: an amount is rounded up, so that nobody gets less than was asked', async () => {
    const request = await readPayRequest(run.kit, {
      terms: { to: merchant, currency: 'USD', amount: '0.0000015' },
      tokens: devnetTokens,
    })
    expect((await readBill(run.kit, { request })).options[0]?.amount).toBe(2n)
  })

  test('error: money that is none, and money without a price of anything', async () => {
    const terms = { to: merchant, currency: 'USD', amount: '19.90', assets: [latch as never] }
    const request = await readPayRequest(run.kit, { terms })
    expect(await codeOf(readBill(run.kit, { request }))).toBe('read-unavailable')
    for (const amount of ['1,5', '0', '-1', '1e5', 5]) {
      const call = readPayRequest(run.kit, { terms: { ...terms, amount } as never })
      expect(await codeOf(call)).toBe('amount-invalid')
    }
  })
})

describe('sendPayment', () => {
  test('default: pays, tells the gateway, and counts until it is settled', async () => {
    const order = run.orders.make()
    const bill = await read(order)
    const before = await received()
    const { hash } = await payNow(bill)
    const status = follow(bill)
    await vi.waitFor(
      () => expect(status()).toMatchObject({ state: 'sent', confirmations: 1 }),
      8000,
    )
    await run.control.mine({ blocks: 1 })
    await vi.waitFor(() => expect(status()).toMatchObject({ state: 'settled' }), 8000)
    expect(run.orders.reports).toEqual([{ order: order.id, chain: 'eip155:31337', hash }])
    expect((await received()) - before).toBe(19_900_000n)
    const { input } = await run.judge.getTransaction({ hash: hash as Hex })
    expect(input.slice(-32)).toBe(order.id)
  })

  test.each([
    ['', true],
    [', without locks as on a page without TLS', false],
  ])('behavior: asked twice at once it pays once%s', async (_, hasLocks) => {
    if (!hasLocks) vi.stubGlobal('navigator', {})
    // For a payment without an order nothing is read before the wallet is asked, so both calls
    // reach the wallet at the same time.
    const terms = { asset: usdc as never, to: merchant, amount: 5n, reference: 'twice' }
    const request = await readPayRequest(run.kit, { terms })
    const bill = await readBill(run.kit, { request })
    const [first, second] = [await prepare(bill), await prepare(bill)]
    const outcomes = await Promise.all([
      codeOf(sendPayment(run.kit, first)),
      codeOf(sendPayment(run.kit, second)),
    ])
    expect(outcomes.sort()).toEqual(['order-closed', 'resolved'])
    expect(asked()).toBe(1)
  })

  test('behavior: what is paid is not paid again, on a later page either', async () => {
    const order = run.orders.make()
    // The gateway does not learn of this payment, so only the browser's own storage can prevent a
    // second payment.
    run.orders.change(order.id, { state: 'open', payment: undefined })
    const bill = await read(order)
    const { id } = await payNow(bill)
    expect(await codeOf(prepare(bill))).toBe('order-closed')
    // The settled payment is no longer stored among the kit's pending transactions.
    await vi.waitFor(
      () => expect(run.kit.getState().transactions[id]?.status).toBe('confirmed'),
      8000,
    )
    close()
    await open()
    expect(run.kit.getState().transactions).toEqual({})
    expect(await codeOf(prepare(await read(order)))).toBe('order-closed')
    expect(findPayment(run.kit, order.id)).toMatchObject({ amount: 19_900_000n, to: merchant })
    expect(asked()).toBe(0)
  })

  test.each<readonly [string, object]>([
    ['another amount', { accepts: [{ ...usdcOption, amount: '19900001' }, etherOption] }],
    ['another receiver', { accepts: [{ ...usdcOption, to: ada.address }, etherOption] }],
    ['another token first', { accepts: [etherOption, usdcOption] }],
    ['another title', { title: 'Three tickets' }],
    ['another end', { expiresAt: '2099-01-01T00:00:00.000Z' }],
  ])('behavior: an order that meanwhile has %s is not signed', async (_, change) => {
    const order = run.orders.make()
    const payment = await prepare(await read(order))
    run.orders.change(order.id, change)
    expect(await codeOf(sendPayment(run.kit, payment))).toBe('order-changed')
    expect(asked()).toBe(0)
  })

  test('behavior: a draft that is not what is shown is not signed', async () => {
    const bill = await read(run.orders.make())
    const payment = await prepare(bill)
    const option = { ...payment.option, amount: payment.option.amount + 1n }
    expect(await codeOf(sendPayment(run.kit, { ...payment, option }))).toBe('order-changed')
    expect(await codeOf(sendPayment(run.kit, { ...payment, option: optionOf(bill, 1) }))).toBe(
      'order-changed',
    )
    expect(asked()).toBe(0)
  })

  test.each(['settled', 'late', 'underpaid', 'refunded', 'expired', 'sent'])(
    'behavior: an order that is %s is closed',
    async (state) => {
      const order = run.orders.make()
      const payment = await prepare(await read(order))
      run.orders.change(order.id, { state })
      expect(await codeOf(sendPayment(run.kit, payment))).toBe('order-closed')
      expect(await codeOf(prepare(await read(order)))).toBe('order-closed')
      expect(asked()).toBe(0)
    },
  )

  test('behavior: the time of the page counts too', async () => {
    const order = run.orders.make({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    run.orders.change(order.id, { state: 'open' })
    expect(await codeOf(prepare(await read(order)))).toBe('order-closed')
  })

  test('behavior: a refusal leaves the draft, and the next try pays', async () => {
    const payment = await prepare(await read(run.orders.make()))
    run.wallet.behaveOnce('reject', 'eth_sendTransaction')
    expect(await codeOf(sendPayment(run.kit, payment))).toBe('user-rejected')
    expect(findPayment(run.kit, payment.bill.id)).toBeUndefined()
    expect(await codeOf(sendPayment(run.kit, payment))).toBe('resolved')
  })

  test('behavior: what may have been sent is not paid again before the visitor says so', async () => {
    const bill = await read(run.orders.make())
    const payment = await prepare(bill)
    const controller = new AbortController()
    run.wallet.behave('hang', 'eth_sendTransaction')
    const sending = codeOf(sendPayment(run.kit, { ...payment, signal: controller.signal }))
    await vi.waitFor(() => expect(asked()).toBe(1))
    controller.abort()
    expect(await sending).toBe('aborted')
    expect(follow(bill)().state).toBe('unknown')
    expect(await codeOf(prepare(bill))).toBe('order-closed')
    discardTransaction(run.kit, { id: payment.id })
    expect(await codeOf(prepare(bill))).toBe('resolved')
  })

  test('behavior: a wallet that sends less is noticed', async () => {
    const order = run.orders.make({ accepts: [etherOption] })
    run.orders.change(order.id, { state: 'open', payment: undefined })
    const bill = await read(order)
    const hash = await run.judge.request({
      method: 'eth_sendTransaction',
      params: [{ from: ada.address, to: merchant, value: '0x5' }],
    } as never)
    run.wallet.behave({ lie: hash }, 'eth_sendTransaction')
    await payNow(bill)
    const status = follow(bill)
    await vi.waitFor(
      () => expect(status()).toMatchObject({ state: 'underpaid', isAltered: true }),
      8000,
    )
    expect(status().sent).toMatchObject({ amount: 5n, hash })
  })

  test('behavior: a payment that the chain takes back is no longer counted', async () => {
    const request = await readPayRequest(run.kit, {
      terms: { asset: usdc as never, to: merchant, amount: 5n, confirmations: 5 },
    })
    const bill = await readBill(run.kit, { request })
    const before = await run.control.snapshot()
    await payNow(bill)
    const status = follow(bill)
    await vi.waitFor(() => expect(status()).toMatchObject({ confirmations: 1 }), 8000)
    await run.control.revert({ id: before })
    await vi.waitFor(
      () => expect(status()).toMatchObject({ state: 'sent', confirmations: 0 }),
      8000,
    )
  })

  test('error: too little of it, and a chain that is not the one of the account', async () => {
    const bill = await read(
      run.orders.make({ accepts: [{ ...usdcOption, amount: `${10n ** 20n}` }] }),
    )
    expect(await codeOf(prepare(bill))).toBe('insufficient-funds')
  })
})
