import { accounts, deployOddTokens, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { PaymentOrder } from '@latchkey/protocol'
import { type Address, encodeFunctionData, multicall3Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeDatabases } from '../../test/describe-databases.ts'
import {
  assetOf,
  chain,
  coin,
  merchant,
  type OrderWorld,
  type Payers,
  payersOf,
  type Receiver,
  startOrderWorld,
  startReceiver,
  transferData,
} from '../../test/order-world.ts'

const usdc = (devnet: EvmDevnet): Address => devnet.addresses.usdc
const price = 19_900_000n

describeDatabases('orders', (open) => {
  const made = {} as { devnet: EvmDevnet; world: OrderWorld; payers: Payers; receiver: Receiver }
  beforeAll(async () => {
    made.devnet = await startEvmDevnet()
    made.payers = payersOf(made.devnet)
    made.receiver = await startReceiver()
    made.world = await startOrderWorld({
      database: await open(),
      devnet: made.devnet,
      webhookUrl: made.receiver.url,
      prices: {
        now: async (assets) =>
          new Map(
            assets
              .filter((asset) => !asset.includes('slip44'))
              .map((asset) => [asset, { price: '0.9998', at: 0, source: 'test' }]),
          ),
      },
    })
  }, 120_000)
  afterAll(async () => {
    await made.world?.stop()
    await made.receiver?.stop()
    await made.devnet?.stop()
  })

  const createUsdc = (more: object = {}): Promise<PaymentOrder> =>
    made.world.create({
      accepts: [{ asset: assetOf(usdc(made.devnet)), to: merchant, amount: `${price}` }],
      ...more,
    })
  const payUsdc = (amount: bigint, id = '', to: Address = merchant) =>
    made.payers.send(1, { to: usdc(made.devnet), data: transferData(to, amount, id) })
  /**
   * Moves the clock of the gateway and the time of the chain forward by the same number of seconds.
   */
  const passTime = async (seconds: number): Promise<void> => {
    made.world.clock.offsetMs += seconds * 1_000
    const at = Math.ceil((Date.now() + made.world.clock.offsetMs) / 1_000) + 1
    await made.payers.rpc('evm_setNextBlockTimestamp', [at])
    await made.payers.mine(1)
  }

  test('default: a payment with the id in its call data is found, sent, and settled by three blocks', async () => {
    const order = await createUsdc({ title: 'Two tickets', reference: 'A-1' })
    expect(order).toMatchObject({
      title: 'Two tickets',
      reference: 'A-1',
      accepts: [{ chain, to: merchant, amount: `${price}`, symbol: 'USDC', decimals: 6 }],
    })
    const hash = await payUsdc(price, order.id)
    const sent = await made.world.until(order.id, 'sent')
    expect(sent.payment).toMatchObject({
      hash,
      from: accounts[1].address,
      amount: `${price}`,
      needed: 3,
    })
    await made.payers.mine(2)
    const settled = await made.world.until(order.id, 'settled')
    expect(settled.payment?.confirmations).toBeGreaterThanOrEqual(3)
    expect(settled.payment?.settledAt).toBeDefined()
    await expect.poll(() => made.receiver.statesOf(order.id)).toEqual(['sent', 'settled'])
  })

  test('behavior: coin with the id as its data counts', async () => {
    const order = await made.world.create({
      accepts: [{ asset: coin, to: merchant, amount: '1000000000000000' }],
    })
    await made.payers.send(2, { to: merchant, data: `0x${order.id}`, value: 10n ** 15n })
    const { payment } = await made.world.until(order.id, 'sent')
    expect(payment).toMatchObject({ asset: coin, amount: '1000000000000000' })
  })

  test('behavior: what a page tells is looked at; a transaction pays one order only', async () => {
    const [first, second] = [await createUsdc(), await createUsdc()]
    const hash = await payUsdc(price)
    expect(await made.world.tell(first.id, hash)).toMatchObject({
      status: 202,
      json: { state: 'sent', payment: { hash } },
    })
    expect(await made.world.tell(first.id, hash)).toMatchObject({ status: 202 })
    expect(await made.world.tell(second.id, hash)).toMatchObject({ status: 409 })
    expect((await made.world.read(second.id)).state).toBe('open')
    const tagged = await payUsdc(price, first.id)
    expect(await made.world.tell(second.id, tagged)).toMatchObject({ status: 409 })
  })

  test('behavior: a transaction that is told before it is mined counts once it is', async () => {
    const order = await createUsdc()
    await made.payers.rpc('evm_setAutomine', [false])
    const hash = await payUsdc(price)
    expect(await made.world.tell(order.id, hash)).toMatchObject({
      status: 202,
      json: { state: 'open' },
    })
    await made.payers.rpc('evm_setAutomine', [true])
    await made.payers.mine(1)
    await made.world.until(order.id, 'sent')
  })

  test('error: wrong token, receiver, amount, a failed or an old transaction do not pay', async () => {
    const old = await payUsdc(price)
    const order = await createUsdc()
    const { latch } = made.devnet.addresses
    const wrong = {
      token: await made.payers.send(1, {
        to: latch,
        data: transferData(merchant, price, order.id),
      }),
      receiver: await payUsdc(price, order.id, accounts[3].address),
      untaggedAmount: await payUsdc(price + 1n),
      failed: await payUsdc(10n ** 30n, order.id).catch(() => undefined),
      old,
    }
    for (const hash of Object.values(wrong)) {
      if (hash) expect(await made.world.tell(order.id, hash)).toMatchObject({ status: 422 })
    }
    expect(await made.world.read(order.id)).not.toHaveProperty('payment')
    expect(
      await made.world.ask('POST', `/v1/orders/${order.id}/payments`, {
        chain: 'eip155:1',
        hash: old,
      }),
    ).toMatchObject({ status: 422 })
  })

  test('behavior: too little is underpaid, the rest completes it', async () => {
    const order = await createUsdc()
    await payUsdc(price - 1n, order.id)
    const under = await made.world.until(order.id, 'underpaid')
    expect(under.payment?.amount).toBe(`${price - 1n}`)
    await payUsdc(1n, order.id)
    const sent = await made.world.until(order.id, 'sent')
    expect(sent.payment?.amount).toBe(`${price}`)
    await made.payers.mine(3)
    await made.world.until(order.id, 'settled')
  })

  test('behavior: a reorganisation takes the order back to open, its transaction mined again to sent', async () => {
    const order = await createUsdc()
    const hash = await payUsdc(price, order.id)
    await made.world.until(order.id, 'sent')
    const raw = await made.payers.rpc('eth_getRawTransactionByHash', [hash])
    await made.payers.rpc('anvil_reorg', [1, []])
    const back = await made.world.until(order.id, 'open')
    expect(back.payment).toBeUndefined()
    await made.payers.rpc('anvil_dropAllTransactions')
    await made.payers.rpc('eth_sendRawTransaction', [raw])
    await made.world.until(order.id, 'sent')
    await made.payers.mine(3)
    await made.world.until(order.id, 'settled')
    await expect
      .poll(() => made.receiver.statesOf(order.id))
      .toEqual(['sent', 'open', 'sent', 'settled'])
    const ids = made.receiver.calls.map(({ event }) => event.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('behavior: a batch of a smart account counts by its Transfer event and the id inside', async () => {
    const order = await createUsdc()
    const { multicall3 } = made.devnet.addresses
    await payUsdc(price, '', multicall3)
    const inner = {
      target: usdc(made.devnet),
      allowFailure: false,
      callData: transferData(merchant, price, order.id),
    }
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [[inner]],
    })
    await made.payers.send(4, { to: multicall3, data })
    const { payment } = await made.world.until(order.id, 'sent')
    expect(payment?.from).toBe(multicall3)
  })

  test('behavior: a token that takes a fee is judged by what arrives', async () => {
    const { fee } = await deployOddTokens(made.devnet.url, { feeBps: 100n })
    const order = await made.world.create({
      accepts: [{ asset: assetOf(fee), to: merchant, amount: '9900' }],
    })
    await made.payers.send(1, { to: fee, data: transferData(merchant, 9_900n, order.id) })
    const under = await made.world.until(order.id, 'underpaid')
    expect(under.payment?.amount).toBe('9801')
    await made.payers.send(1, { to: fee, data: transferData(merchant, 100n, order.id) })
    const sent = await made.world.until(order.id, 'sent')
    expect(sent.payment?.amount).toBe('9900')
  })

  test('behavior: a transaction with the id of an order pays no other, and of two ids the last counts', async () => {
    const [first, second] = [await createUsdc(), await createUsdc()]
    const hash = await payUsdc(price, first.id + second.id)
    await made.world.until(second.id, 'sent')
    expect(await made.world.tell(first.id, hash)).toMatchObject({ status: 409 })
    // The transaction's data has the id of another order on this chain. So the transaction may pay
    // only that order, although it brings it nothing.
    const elsewhere = await made.world.create({
      accepts: [{ asset: coin, to: merchant, amount: '1' }],
    })
    const claimed = await payUsdc(price, elsewhere.id)
    expect(await made.world.tell(first.id, claimed)).toMatchObject({ status: 422 })
    expect((await made.world.read(first.id)).state).toBe('open')
  })

  test('behavior: an order with a price asks for what it is at this moment, rounded up', async () => {
    const asset = assetOf(usdc(made.devnet))
    const price = { amount: '19.90', currency: 'USD' }
    const order = await made.world.create({ price, accepts: [{ asset, to: merchant }] })
    expect(order).toMatchObject({ price, accepts: [{ amount: '19903981' }] })
    const authorization = `Bearer ${made.world.secret}`
    const ask = (body: object) => made.world.ask('POST', '/v1/orders', body, { authorization })
    expect(await ask({ price, accepts: [{ asset: coin, to: merchant }] })).toMatchObject({
      status: 503,
    })
    const unknown = { amount: '1', currency: 'XXX' }
    expect(await ask({ price: unknown, accepts: [{ asset, to: merchant }] })).toMatchObject({
      status: 422,
    })
  })

  test('behavior: an order whose time is over expires, a payment after it is late', async () => {
    const order = await createUsdc({ expiresInSeconds: 60 })
    await passTime(61)
    await made.world.until(order.id, 'expired')
    await payUsdc(price, order.id)
    const late = await made.world.until(order.id, 'late')
    expect(late.payment?.amount).toBe(`${price}`)
    await made.payers.mine(5)
    await expect
      .poll(async () => (await made.world.read(order.id)).payment?.confirmations)
      .toBeGreaterThanOrEqual(3)
    expect((await made.world.read(order.id)).state).toBe('late')
  })

  describe('the calls', () => {
    const authorization = (): Record<string, string> => ({
      authorization: `Bearer ${made.world.secret}`,
    })
    const body = (more: object = {}) => ({
      accepts: [{ asset: assetOf(usdc(made.devnet)), to: merchant, amount: '5' }],
      ...more,
    })

    test('behavior: the same reference and body answer the same order, another body is refused', async () => {
      const ask = (sent: object) => made.world.ask('POST', '/v1/orders', sent, authorization())
      const first = await ask(body({ reference: 'same' }))
      const again = await ask(body({ reference: 'same' }))
      expect(again).toMatchObject({ status: 201, json: first.json })
      expect(await ask(body({ reference: 'same', title: 'Other' }))).toMatchObject({ status: 409 })
      const racing = await Promise.all(
        Array.from({ length: 5 }, () => ask(body({ reference: 'race' }))),
      )
      expect(new Set(racing.map(({ json }) => (json as PaymentOrder).id)).size).toBe(1)
    })

    test('error: without a secret that is in force nothing is made', async () => {
      expect(await made.world.ask('POST', '/v1/orders', body())).toMatchObject({ status: 401 })
      const wrong = { authorization: `Bearer lks_${'a'.repeat(43)}` }
      expect(await made.world.ask('POST', '/v1/orders', body(), wrong)).toMatchObject({
        status: 401,
      })
    })

    test('behavior: an order is read by its id, by pages of the project alone, and never kept in a cache', async () => {
      const { id } = await createUsdc()
      const read = (origin?: string) =>
        made.world.ask('GET', `/v1/orders/${id}`, undefined, origin ? { origin } : {})
      const own = await read('https://www.shop.example')
      expect(own.status).toBe(200)
      expect(own.headers.get('cache-control')).toBe('no-store')
      expect(await read('https://evil.example')).toMatchObject({ status: 403 })
      expect(await made.world.ask('GET', `/v1/orders/${'0'.repeat(32)}`)).toMatchObject({
        status: 404,
      })
      expect(await made.world.ask('GET', '/v1/orders/x')).toMatchObject({ status: 404 })
    })

    test.each([
      ['an unknown chain', { asset: 'eip155:5/slip44:60', to: merchant, amount: '1' }],
      ['no token', { asset: `${chain}/erc20:${merchant}`, to: accounts[1].address, amount: '1' }],
      ['another standard', { asset: `${chain}/erc721:${merchant}`, to: merchant, amount: '1' }],
      ['a mistyped receiver', { asset: coin, to: merchant.replace('a', 'A'), amount: '1' }],
    ])('error: refuses %s', async (_, option) => {
      const { status } = await made.world.ask(
        'POST',
        '/v1/orders',
        { accepts: [option] },
        authorization(),
      )
      expect(status).toBe(422)
    })
  })
})
