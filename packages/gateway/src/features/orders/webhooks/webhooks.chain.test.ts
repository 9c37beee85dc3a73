import { type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { verifyOrderEvent } from '@latchkey/protocol/webhook'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderEvents, orderWebhooks } from '../../../data/order-schema.ts'
import type { Database } from '../../../data/sql.ts'
import { isForeignAddress } from '../../../server/hosts/public-fetch.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import {
  coin,
  merchant,
  type OrderWorld,
  type Payers,
  payersOf,
  type Receiver,
  startOrderWorld,
  startReceiver,
} from '../../../test/order-world.ts'

const amount = 10n ** 15n

describeDatabases('webhooks of orders', (open) => {
  const made = {} as { database: Database; devnet: EvmDevnet; payers: Payers }
  const running: { stop(): Promise<void> }[] = []
  const clock = { offsetMs: 0 }
  const begin = async (
    more: { webhookUrl?: string; isAllowed?: (address: string) => boolean } = {},
  ): Promise<{ world: OrderWorld; receiver: Receiver }> => {
    const receiver = await startReceiver()
    const world = await startOrderWorld({
      database: made.database,
      devnet: made.devnet,
      webhookUrl: receiver.url,
      clock,
      ...more,
    })
    running.push(world, receiver)
    return { world, receiver }
  }
  const paid = async (world: OrderWorld): Promise<string> => {
    const { id } = await world.create({
      accepts: [{ asset: coin, to: merchant, amount: `${amount}` }],
    })
    await made.payers.send(1, { to: merchant, data: `0x${id}`, value: amount })
    await world.until(id, 'sent')
    return id
  }
  const rowsOf = async (id: string) =>
    (await made.database.db.select().from(orderEvents)).filter(({ orderId }) => orderId === id)

  beforeAll(async () => {
    made.database = await open()
    made.devnet = await startEvmDevnet()
    made.payers = payersOf(made.devnet)
  }, 120_000)
  afterEach(async () => {
    for (const one of running.splice(0)) {
      await one.stop()
    }
    await made.database.db.delete(orderEvents)
  })
  afterAll(() => made.devnet?.stop())

  test('default: a call is signed, and the published function says that it is genuine', async () => {
    const { world, receiver } = await begin()
    const id = await paid(world)
    await expect.poll(() => receiver.statesOf(id)).toEqual(['sent'])
    const call = receiver.calls.find(({ event }) => event.order.id === id)
    const signature = String(call?.headers['latchkey-signature'])
    const genuine = {
      body: call?.body ?? '',
      signature,
      secret: world.webhookSecret,
      now: Date.now() + clock.offsetMs,
    }
    expect(await verifyOrderEvent(genuine)).toMatchObject({ order: { id, state: 'sent' } })
    expect(await verifyOrderEvent({ ...genuine, secret: 'lkw_other' })).toBeUndefined()
    expect(call?.headers['latchkey-event']).toBe(call?.event.id)
    await expect
      .poll(async () => (await rowsOf(id))[0])
      .toMatchObject({ dueAt: null, lastResult: '200' })
  })

  test('behavior: a call that is not taken is repeated after growing pauses, with the same id and body', async () => {
    const { world, receiver } = await begin()
    receiver.answer = (response) => void response.writeHead(500).end()
    const id = await paid(world)
    const pauses: number[] = []
    for (let tries = 1; tries <= 3; tries += 1) {
      await expect.poll(() => receiver.calls.length).toBe(tries)
      await expect.poll(async () => (await rowsOf(id))[0]?.lastResult).toBe('500')
      await expect.poll(async () => (await rowsOf(id))[0]?.tries).toBe(tries)
      const [row] = await rowsOf(id)
      pauses.push((row?.dueAt?.getTime() ?? 0) - (Date.now() + clock.offsetMs))
      if (tries === 3) receiver.answer = (response) => void response.end()
      clock.offsetMs += pauses.at(-1) as number
    }
    await expect.poll(async () => (await rowsOf(id))[0]?.dueAt).toBeNull()
    expect(pauses[1]).toBeGreaterThan((pauses[0] as number) * 1.5)
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1)
    expect(receiver.calls.length).toBe(4)
    const signatures = receiver.calls.map(({ headers }) => headers['latchkey-signature'])
    expect(new Set(signatures).size).toBeGreaterThan(1)
  })

  test('behavior: a receiver that never answers holds up neither the watcher nor other events', async () => {
    const { world, receiver } = await begin()
    const { id: first } = await world.create({
      accepts: [{ asset: coin, to: merchant, amount: `${amount}` }],
    })
    receiver.answer = (response, { event }) => {
      if (event.order.id !== first) response.end()
    }
    await made.payers.send(1, { to: merchant, data: `0x${first}`, value: amount })
    await expect.poll(() => receiver.statesOf(first)).toEqual(['sent'])
    const second = await paid(world)
    await expect.poll(() => receiver.statesOf(second)).toEqual(['sent'])
    await expect
      .poll(async () => (await rowsOf(first))[0]?.lastResult, { timeout: 20_000 })
      .not.toBeNull()
    expect((await rowsOf(first))[0]?.deliveredAt).toBeNull()
  }, 60_000)

  test('behavior: an event whose webhook was removed is dropped, and does not count as delivered', async () => {
    const { world, receiver } = await begin()
    receiver.answer = (response) => void response.writeHead(500).end()
    const id = await paid(world)
    await expect.poll(async () => (await rowsOf(id))[0]?.lastResult).toBe('500')
    await made.database.db.delete(orderWebhooks)
    clock.offsetMs += ((await rowsOf(id))[0]?.dueAt?.getTime() ?? 0) - (Date.now() + clock.offsetMs)
    await expect
      .poll(async () => (await rowsOf(id))[0])
      .toMatchObject({ dueAt: null, deliveredAt: null, lastResult: 'no webhook' })
    const metrics = await world.renderMetrics()
    // Orders of earlier tests expire meanwhile, and their events are dropped too.
    expect(metrics).toMatch(/latchkey_order_events_total\{outcome="dropped"\} [1-9]/)
    expect(metrics).toContain('latchkey_order_events_total{outcome="delivered"} 0')
    expect(receiver.statesOf(id)).toEqual(['sent'])
  })

  test('behavior: a redirect is not followed and not taken as delivered', async () => {
    const { world, receiver } = await begin()
    const elsewhere = await startReceiver()
    running.push(elsewhere)
    receiver.answer = (response) => void response.writeHead(307, { location: elsewhere.url }).end()
    const id = await paid(world)
    await expect.poll(async () => (await rowsOf(id))[0]?.lastResult).toBe('307')
    expect((await rowsOf(id))[0]).toMatchObject({ deliveredAt: null })
    expect(elsewhere.calls).toEqual([])
  })

  test('error: a private address is not called unless the operator allows it', async () => {
    const { world, receiver } = await begin({ isAllowed: isForeignAddress })
    const id = await paid(world)
    await expect
      .poll(async () => (await rowsOf(id))[0]?.lastResult)
      .toBe('The address is not on the public internet')
    expect(receiver.calls).toEqual([])
    expect(world.logged.join()).toContain('an order event was not taken')
    expect(world.logged.join()).not.toContain(world.webhookSecret)
  })

  test('behavior: of two replicas one tells each event', async () => {
    const receiver = await startReceiver()
    running.push(receiver)
    const [first, second] = [
      await begin({ webhookUrl: receiver.url }),
      await begin({ webhookUrl: receiver.url }),
    ]
    const ids: string[] = []
    for (let at = 0; at < 6; at += 1) {
      ids.push(await paid((at % 2 ? first : second).world))
    }
    await made.payers.mine(3)
    for (const id of ids) {
      await first.world.until(id, 'settled')
      await expect.poll(() => receiver.statesOf(id)).toEqual(['sent', 'settled'])
    }
    const events = receiver.calls.map(({ event }) => event.id)
    expect(new Set(events).size).toBe(events.length)
  })
})
