import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { configSchema } from '../../../base/config/schema.ts'
import { seedProjects } from '../../../data/database-projects.ts'
import { orderOptions, orderPayments, orders } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { type MadeOperator, makeOperator } from '../../../test/make-operator.ts'
import { findProjectOfSecret } from '../../orders/create/project-secrets.ts'
import { makeOrderId } from '../../orders/state/order-id.ts'

const merchant = `0x${'cd'.repeat(20)}` as const
const token = `0x${'ab'.repeat(20)}` as const
const hashOf = (at: number) => `0x${at.toString(16).padStart(64, '0')}` as const

describeDatabases('orders of the operator', (open) => {
  const made = {} as { db: Sql; operator: MadeOperator; ids: Record<string, string> }
  const startedAt = Date.UTC(2026, 0, 2)

  /** Writes an order to the database in the form in which the gateway's watcher leaves it. */
  async function insertOrder(
    at: number,
    more: Partial<typeof orders.$inferInsert>,
    paid?: { readonly amount: bigint; readonly isConfirmed: boolean; readonly isLate?: boolean },
  ): Promise<string> {
    const id = makeOrderId()
    const createdAt = new Date(startedAt + at * 60_000)
    const expiresAt = new Date(createdAt.getTime() + 900_000)
    await made.db.insert(orders).values({
      id,
      projectId: 'shop',
      requestHash: '0x00',
      state: 'open',
      createdAt,
      expiresAt,
      ...more,
    })
    await made.db.insert(orderOptions).values({
      orderId: id,
      position: 0,
      chain: 'eip155:31337',
      asset: `eip155:31337/erc20:${token}`,
      token,
      receiver: merchant,
      receiverText: merchant,
      amount: 19_900_000n,
      symbol: '=USD',
      decimals: 6,
      madeAfterBlock: 1,
    })
    if (paid)
      await made.db.insert(orderPayments).values({
        chain: 'eip155:31337',
        hash: hashOf(at),
        orderId: id,
        position: 0,
        payer: merchant,
        amount: paid.amount,
        block: 2,
        blockHash: hashOf(2),
        minedAt: paid.isLate ? new Date(expiresAt.getTime() + 1_000) : createdAt,
        seenAt: createdAt,
        needed: 3,
        isConfirmed: paid.isConfirmed,
      })
    return id
  }
  const base = '/operator/v1/projects/shop'
  const ask = (path: string, init?: Parameters<MadeOperator['ask']>[1]) =>
    made.operator.ask(`${base}${path}`, init)

  beforeAll(async () => {
    made.db = (await open()).db
    await seedProjects(made.db, configSchema.parse({ projects: [{ id: 'shop' }] }).projects)
    made.operator = makeOperator(made.db, {
      orders: configSchema.parse({ orders: {} }).orders,
    })
    const price = 19_900_000n
    made.ids = {
      open: await insertOrder(1, { reference: '=HYPERLINK("https://evil.example")', title: '+1' }),
      under: await insertOrder(
        2,
        { state: 'underpaid', reference: 'A-2' },
        { amount: price - 1n, isConfirmed: true },
      ),
      fresh: await insertOrder(
        3,
        { state: 'underpaid', reference: 'A-3' },
        { amount: 5n, isConfirmed: false },
      ),
      late: await insertOrder(
        4,
        { state: 'late' },
        { amount: price, isConfirmed: true, isLate: true },
      ),
      settled: await insertOrder(
        5,
        { state: 'settled', settledAt: new Date(startedAt), title: 'Two\r\ntickets, "good" ones' },
        { amount: price, isConfirmed: true },
      ),
    }
  })

  test('default: lists orders, the newest first, by state, by a part of the reference, by a hash', async () => {
    const all = await ask('/orders')
    expect(all.json).toMatchObject({ total: 5, next: null, isEnabled: true })
    const idsOf = (json: unknown) =>
      (json as { orders: { id: string }[] }).orders.map(({ id }) => id)
    const { open: first, under, fresh, late, settled } = made.ids
    expect(idsOf(all.json)).toEqual([settled, late, fresh, under, first])
    expect(idsOf((await ask('/orders?state=underpaid')).json)).toEqual([fresh, under])
    expect(idsOf((await ask('/orders?search=a-2')).json)).toEqual([under])
    expect(idsOf((await ask(`/orders?search=${hashOf(4)}`)).json)).toEqual([late])
    expect(idsOf((await ask(`/orders?search=${late}`)).json)).toEqual([late])
    const page = await ask('/orders?limit=2')
    const { next } = page.json as { next: string }
    expect(idsOf((await ask(`/orders?limit=3&cursor=${next}`)).json)).toEqual([fresh, under, first])
  })

  test('error: a malformed question, an order of another project', async () => {
    expect((await ask('/orders?state=paid')).status).toBe(400)
    expect((await ask('/orders?cursor=abc')).status).toBe(400)
    expect((await ask(`/orders/${'0'.repeat(32)}`)).status).toBe(404)
    expect((await ask('/orders/x')).status).toBe(404)
  })

  test('behavior: CSV has every order, and no field that a spreadsheet would compute', async () => {
    const { body, headers } = await ask('/orders.csv')
    expect(headers.get('content-disposition')).toContain('orders-shop.csv')
    const text = await new Response(body).text()
    const rows = parse(text, { columns: true, record_delimiter: '\r\n' }) as Record<
      string,
      string
    >[]
    expect(rows).toHaveLength(5)
    for (const value of rows.flatMap((row) => Object.values(row))) {
      expect(value).not.toMatch(/^[=+\-@\t\r]/)
    }
    expect(rows[0]).toMatchObject({
      state: 'settled',
      title: 'Two\r\ntickets, "good" ones',
      symbol: "'=USD",
      asked: '19.9',
      paid: '19.9',
      transactions: hashOf(5),
    })
    expect(rows.at(-1)).toMatchObject({
      reference: `'=HYPERLINK("https://evil.example")`,
      title: "'+1",
      paid: '',
    })
  })

  test('behavior: the operator accepts a late order, and one that is underpaid once it is confirmed', async () => {
    const post = (id: string | undefined) => ask(`/orders/${id}/accept`, { method: 'POST' })
    expect((await post(made.ids.fresh)).json).toMatchObject({
      reasons: [{ description: 'A payment has too few confirmations yet' }],
    })
    expect((await post(made.ids.open)).status).toBe(400)
    expect((await post(made.ids.late)).status).toBe(204)
    const { json } = await ask(`/orders/${made.ids.late}`)
    expect(json).toMatchObject({ order: { state: 'settled' }, payments: [{ isConfirmed: true }] })
    expect((await post(made.ids.late)).status).toBe(400)
  })

  test('behavior: a refund is noted once, for an order that was paid', async () => {
    const post = (id: string | undefined, body: object) =>
      ask(`/orders/${id}/refund`, { method: 'POST', body })
    expect((await post(made.ids.open, { note: 'x' })).status).toBe(400)
    expect((await post(made.ids.under, { note: ' ' })).status).toBe(400)
    expect((await post(made.ids.under, { note: 'two\nlines' })).status).toBe(400)
    const hash = `0x${'AB'.repeat(32)}`
    expect((await post(made.ids.under, { note: 'Sent back by hand', hash })).status).toBe(204)
    expect((await ask(`/orders/${made.ids.under}`)).json).toMatchObject({
      order: {
        state: 'refunded',
        refund: { note: 'Sent back by hand', hash: hash.toLowerCase() },
      },
    })
    expect((await post(made.ids.under, { note: 'again' })).status).toBe(400)
  })

  test('behavior: a secret is told once, stored as a hash, and revoked at once', async () => {
    const { json, status } = await ask('/secrets', { method: 'POST', body: { label: 'Server' } })
    expect(status).toBe(201)
    const { id, secret } = json as { id: string; secret: string }
    expect(await findProjectOfSecret(made.db, secret)).toBe('shop')
    const listed = await ask('/secrets')
    expect(listed.json).toMatchObject({ secrets: [{ id, label: 'Server', revokedAt: null }] })
    expect(JSON.stringify(listed.json)).not.toContain(secret)
    const dump = JSON.stringify((await made.db.execute('select * from project_secrets')) as object)
    expect(dump).not.toContain(secret)
    expect((await ask(`/secrets/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await findProjectOfSecret(made.db, secret)).toBeUndefined()
    expect((await ask('/secrets/none', { method: 'DELETE' })).status).toBe(404)
  })

  test('behavior: a webhook has a secret that is told once and stored encrypted', async () => {
    const put = (body: object) => ask('/webhook', { method: 'PUT', body })
    expect((await put({ url: 'http://shop.example/x' })).status).toBe(400)
    expect((await put({ url: 'javascript:alert(1)' })).status).toBe(400)
    const first = (await put({ url: 'https://shop.example/x' })).json as { secret: string }
    expect(first.secret).toMatch(/^lkw_/)
    expect((await put({ url: 'https://shop.example/y' })).json).not.toHaveProperty('secret')
    const next = (await put({ url: 'https://shop.example/y', isSecretNew: true })).json
    expect((next as { secret: string }).secret).not.toBe(first.secret)
    expect((await ask('/webhook')).json).toMatchObject({ url: 'https://shop.example/y' })
    const dump = JSON.stringify((await made.db.execute('select * from order_webhooks')) as object)
    expect(dump).not.toContain((next as { secret: string }).secret)
    expect((await ask('/webhook', { method: 'DELETE' })).status).toBe(204)
    expect((await ask('/webhook')).json).toEqual({ url: null, changedAt: null })
  })

  test('error: a key that may only read decides nothing', async () => {
    const { json } = await made.operator.ask('/operator/v1/keys', {
      method: 'POST',
      body: { label: 'reader', scope: 'read' },
    })
    const { token: reading } = json as { token: string }
    const asReader = (path: string, method = 'GET') =>
      ask(path, { method, token: reading, ...(method === 'GET' ? {} : { body: {} }) })
    expect((await asReader('/orders')).status).toBe(200)
    for (const [path, method] of [
      [`/orders/${made.ids.settled}/refund`, 'POST'],
      [`/orders/${made.ids.settled}/accept`, 'POST'],
      ['/secrets', 'GET'],
      ['/secrets', 'POST'],
      ['/webhook', 'GET'],
      ['/webhook', 'PUT'],
    ] as const) {
      expect({ path, status: (await asReader(path, method)).status }).toEqual({ path, status: 403 })
    }
  })
})
