import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { random, seed } from '../../../../../tests/helpers/seed.ts'
import { configSchema } from '../../base/config/schema.ts'
import {
  analyticsKeys,
  eventCounts,
  events,
  visitCounts,
  visits,
} from '../../data/analytics-schema.ts'
import { databaseKey } from '../../data/database-key.ts'
import { seedProjects } from '../../data/database-projects.ts'
import type { Database } from '../../data/sql.ts'
import type { TailEvent } from '../../ports/analytics-port.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { databaseSettings } from '../operator/database-settings.ts'
import { createAnalytics } from './create-analytics.ts'
import { startAnalytics } from './start-analytics.ts'
import { sweepEvents } from './sweep-events.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const shop = { id: 'shop', isAnalyticsEnabled: true }
/** To be repeated: LATCHKEY_SEED. */
const told = `seed ${seed}`
const noon = new Date('2026-05-01T12:30:00Z')

/** One event as a page sends it. */
function sent(
  event: string,
  properties: object = {},
  more: { id?: string; visit?: string; address?: string } = {},
) {
  const { id = randomUUID(), visit, address } = more
  return {
    eventId: id,
    url: 'https://shop.example/x',
    domain: 'shop.example',
    timestamp: Date.now(),
    props: {
      type: 'track',
      event,
      properties,
      ...(visit && { visit }),
      ...(address && { address }),
    },
  }
}

describeDatabases('analytics', (open) => {
  const made: { database?: Database } = {}
  const madeDb = () => (made.database as Database).db
  const listed = configSchema.parse({
    projects: [{ id: 'shop', analytics: true }, { id: 'other' }],
  }).projects
  const analytics = (keepsAddresses = false, now = () => noon) =>
    createAnalytics({
      db: madeDb(),
      keepsAddresses: () => keepsAddresses,
      key: new Uint8Array(32).fill(1),
      now,
    })
  const rows = async (text: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> => {
    const answer = (await madeDb().execute(text)) as unknown as { rows: Record<string, unknown>[] }
    return answer.rows
  }
  /** What the counts must be, from the rows alone and by SQL alone. */
  const recomputed = async () => ({
    counts: await rows(sql`
      select to_char(date_trunc('hour', at at time zone 'UTC'), 'YYYY-MM-DD HH24') as hour,
        case when event = 'CONNECT_SUCCESS' and properties->>'reconnect' = 'true' then 'RECONNECT_SUCCESS' else event end as event,
        case when event in ('SELECT_WALLET','WALLET_ASKED','CONNECT_SUCCESS','CONNECT_ERROR','USER_REJECTED','GET_WALLET','DISCONNECT_SUCCESS')
          then coalesce(properties->>'name','') else '' end as wallet,
        coalesce(properties->>'platform', properties->>'method', '') as platform, count(*)::int as count
      from events where project_id = 'shop' group by 1,2,3,4 order by 1,2,3,4`),
    visits: await rows(sql`
      with steps as (
        select visit, at, case
          when event = 'MODAL_OPEN' and coalesce(properties->>'connected','false') <> 'true' then 1
          when event = 'SELECT_WALLET' then 2
          when event in ('WALLET_ASKED','CONNECT_ERROR','USER_REJECTED') then 3
          when event = 'CONNECT_SUCCESS' and coalesce(properties->>'reconnect','false') <> 'true' then 4
          when event = 'SIWX_AUTH_SUCCESS' then 5 else 0 end as step
        from events where visit is not null and project_id = 'shop'),
      furthest as (select visit, max(step) as furthest from steps where step > 0 group by visit)
      select furthest::int, count(*)::int as count from furthest group by 1 order by 1`),
  })
  const kept = async () => ({
    counts: await rows(sql`
      select to_char(hour at time zone 'UTC', 'YYYY-MM-DD HH24') as hour, event, wallet, platform, sum(count)::int as count
      from event_counts where project_id = 'shop' group by 1,2,3,4 order by 1,2,3,4`),
    visits: await rows(sql`
      select furthest::int, sum(count)::int as count from visit_counts where project_id = 'shop'
      group by 1 having sum(count) <> 0 order by 1`),
  })

  beforeAll(async () => {
    made.database = await open()
    await seedProjects(madeDb(), listed)
  })
  beforeEach(async () => {
    for (const table of [events, eventCounts, visits, visitCounts, analyticsKeys]) {
      await madeDb().delete(table)
    }
  })

  test('default', async () => {
    const heard: TailEvent[] = []
    const one = analytics()
    one.tail('shop', (news) => heard.push(...news))
    const visit = randomUUID()
    const event = sent(
      'CONNECT_SUCCESS',
      { name: 'Foxglove', method: 'browser', device: 'phone' },
      { visit, address: ada },
    )
    expect(await one.record(shop, [event], 'shop.example')).toEqual({
      stored: 1,
      repeated: 0,
      refused: 0,
    })
    const [row] = await madeDb().select().from(events)
    expect(row).toEqual({
      projectId: 'shop',
      id: event.eventId,
      at: noon,
      type: 'track',
      event: 'CONNECT_SUCCESS',
      visit,
      accountHash: expect.stringMatching(/^0x[\da-f]{32}$/),
      address: null,
      domain: 'shop.example',
      properties: { name: 'Foxglove', method: 'browser', device: 'phone' },
    })
    expect(heard).toMatchObject([
      { id: event.eventId, event: 'CONNECT_SUCCESS', accountHash: row?.accountHash },
    ])
    expect(await madeDb().select().from(eventCounts)).toEqual([
      {
        projectId: 'shop',
        hour: new Date('2026-05-01T12:00:00Z'),
        event: 'CONNECT_SUCCESS',
        wallet: 'Foxglove',
        namespace: '',
        platform: 'browser',
        device: 'phone',
        code: '',
        count: 1,
      },
    ])
    expect(await madeDb().select().from(visitCounts)).toEqual([
      { projectId: 'shop', day: new Date('2026-05-01T00:00:00Z'), furthest: 4, count: 1 },
    ])
    expect(await one.renderMetrics()).toContain('latchkey_events_total{result="stored"} 1')
  })

  test('behavior: the same event twice, in one batch and in two, is one', async () => {
    const one = analytics()
    const event = sent('MODAL_OPEN', {}, { visit: randomUUID() })
    expect(await one.record(shop, [event, event, sent('MODAL_CLOSE')])).toEqual({
      stored: 2,
      repeated: 1,
      refused: 0,
    })
    expect(await one.record(shop, [event])).toEqual({ stored: 0, repeated: 1, refused: 0 })
    expect(await kept()).toEqual(await recomputed())
    expect((await kept()).counts.map(({ count }) => count)).toEqual([1, 1])
  })

  test('behavior: an unknown name, a broken shape and too much are refused, and take nothing from the others', async () => {
    const good = sent('MODAL_OPEN')
    const bad = [
      null,
      7,
      'x',
      [],
      {},
      sent('NO_SUCH_EVENT'),
      sent('MODAL_CREATED'),
      { ...good, eventId: 'not-a-uuid' },
      { ...good, props: { ...good.props, type: 'error' } },
      { ...good, props: { ...good.props, visit: 'me' } },
      { ...good, props: { ...good.props, address: 'x'.repeat(200) } },
      { ...good, props: { ...good.props, properties: [1] } },
      sent(
        'MODAL_OPEN',
        Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, 'word '.repeat(100)])),
      ),
    ]
    expect(await analytics().record(shop, [...bad, good])).toEqual({
      stored: 1,
      repeated: 0,
      refused: bad.length,
    })
  })

  test('behavior: an owner with analytics off keeps the initialise event only', async () => {
    const given = [sent('INITIALIZE'), sent('MODAL_OPEN')]
    expect(await analytics().record({ ...shop, isAnalyticsEnabled: false }, given)).toMatchObject({
      stored: 1,
      refused: 1,
    })
    expect((await madeDb().select().from(events)).map(({ event }) => event)).toEqual(['INITIALIZE'])
  })

  test('behavior: the page’s clock is not believed', async () => {
    const given = [0, 8.64e15, -1, 1e300, 'tomorrow', null].map((timestamp) => ({
      ...sent('MODAL_OPEN'),
      timestamp,
    }))
    await analytics().record(shop, given)
    expect((await madeDb().select().from(events)).map(({ at }) => at)).toEqual(
      given.map(() => noon),
    )
  })

  test('behavior: nothing in the database names the account', async () => {
    await analytics().record(
      shop,
      [
        sent(
          'SEND_SUCCESS',
          { hash: `0x${'ab'.repeat(32)}`, amount: '1.2345', to: `eip155:1:${ada}` },
          { address: ada },
        ),
        sent(
          'SEARCH_WALLET',
          { search: ada, [ada]: { deep: [ada.toLowerCase()] } },
          { address: ada.toLowerCase() },
        ),
        {
          ...sent('x'),
          props: {
            type: 'error',
            event: 'INTERNAL_SDK_ERROR',
            errorMessage: `no ${ada}`,
            stackTrace: `at https://a.example/?q=${ada}`,
          },
        },
      ],
      'shop.example',
    )
    const [all] = await rows(
      sql`select string_agg(e::text, ' ') as text, count(distinct account_hash)::int as accounts from events e`,
    )
    expect(all?.accounts).toBe(1)
    expect(String(all?.text)).toContain('INTERNAL_SDK_ERROR')
    expect(String(all?.text).toLowerCase()).not.toContain(ada.slice(2, 20).toLowerCase())
    expect(String(all?.text)).not.toContain('abababab')
    expect(String(all?.text)).not.toContain('1.2345')
  })

  test('parameters: keepsAddresses', async () => {
    await analytics(true).record(shop, [sent('SEND_SUCCESS', { hash: '0xabab' }, { address: ada })])
    expect(await madeDb().select().from(events)).toMatchObject([
      { address: ada, properties: { hash: '0xabab' } },
    ])
  })

  test('behavior: the key is made once, whoever asks first, and kept', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => databaseKey(madeDb(), 'account')))
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
    expect(keys[0]).toHaveLength(32)
    expect(Buffer.from(await databaseKey(madeDb(), 'account'))).toEqual(
      Buffer.from(keys[0] as Uint8Array),
    )
  })

  test('behavior: counts are what the rows say, after writers that overlap in events, visits and time', async () => {
    const names = [
      'MODAL_OPEN',
      'SELECT_WALLET',
      'WALLET_ASKED',
      'USER_REJECTED',
      'CONNECT_SUCCESS',
      'SIWX_AUTH_SUCCESS',
      'MODAL_CLOSE',
    ]
    const visitIds = Array.from({ length: 12 }, () => randomUUID())
    const next = random()
    const below = (limit: number): number => Math.floor(next() * limit)
    const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
    const all = Array.from({ length: 600 }, () =>
      sent(
        pick(names),
        {
          name: pick(['Foxglove', 'Harbor']),
          platform: pick(['browser', 'qrcode']),
          ...pick([{}, { connected: true }, { reconnect: true }]),
        },
        { visit: pick(visitIds) },
      ),
    )
    let hour = 0
    const writers = Array.from({ length: 4 }, () =>
      analytics(false, () => new Date(noon.getTime() + 3_600_000 * (hour++ % 3))),
    )
    // Each event is sent by two of them, in other orders and portions. All is drawn before the
    // first is sent: what a seed gives does not depend on who is answered first.
    const portions = writers.map((_, at) => {
      const mine = all
        .filter((_, i) => i % 2 === at % 2)
        .map((event) => ({ event, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ event }) => event)
      const cut: (typeof mine)[] = []
      while (mine.length) {
        cut.push(mine.splice(0, 1 + below(60)))
      }
      return cut
    })
    await Promise.all(
      writers.map(async (writer, at) => {
        for (const portion of portions[at] ?? []) {
          await writer.record(shop, portion)
        }
      }),
    )
    expect(await madeDb().select().from(events), told).toHaveLength(600)
    const expected = await recomputed()
    expect(await kept(), told).toEqual(expected)
    expect(expected.visits.reduce((sum, { count }) => sum + Number(count), 0)).toBeGreaterThan(5)
    expect(expected.counts.length).toBeGreaterThan(20)
  })

  test('behavior: two writers that move the same visits on at once', async () => {
    const ids = Array.from({ length: 40 }, () => randomUUID())
    const say = (event: string) =>
      analytics().record(
        shop,
        ids.map((visit) => sent(event, {}, { visit })),
      )
    await say('MODAL_OPEN')
    // Different events: no row of the counts makes one wait for the other.
    await Promise.all(
      ['SELECT_WALLET', 'WALLET_ASKED', 'CONNECT_SUCCESS', 'SIWX_AUTH_SUCCESS'].map(say),
    )
    expect((await kept()).visits).toEqual([{ furthest: 5, count: 40 }])
  })

  test('behavior: a batch of 500 is a handful of statements', async () => {
    const given = Array.from({ length: 500 }, () => sent('MODAL_OPEN', {}, { visit: randomUUID() }))
    let statements = 0
    const counted = new Proxy(madeDb(), {
      get: (target, name) =>
        name === 'transaction'
          ? (run: (tx: object) => unknown) =>
              target.transaction(
                (tx) =>
                  run(
                    new Proxy(tx, {
                      get: (inner, verb) => {
                        if (verb === 'insert' || verb === 'select') statements++
                        const value = Reflect.get(inner, verb, inner) as unknown
                        return typeof value === 'function' ? value.bind(inner) : value
                      },
                    }),
                  ) as Promise<unknown>,
              )
          : Reflect.get(target, name, target),
    })
    const one = createAnalytics({
      db: counted,
      keepsAddresses: () => false,
      key: new Uint8Array(32),
    })
    expect(await one.record(shop, given)).toMatchObject({ stored: 500 })
    expect(statements).toBeLessThanOrEqual(6)
  })

  test('behavior: what is too old is forgotten, its counts stay', async () => {
    const old = new Date(noon.getTime() - 91 * 86_400_000)
    await analytics(false, () => old).record(shop, [
      sent('MODAL_OPEN', {}, { visit: randomUUID() }),
    ])
    await analytics().record(shop, [sent('MODAL_OPEN', {}, { visit: randomUUID() })])
    const before = await kept()
    expect(await sweepEvents(madeDb(), new Date(noon.getTime() - 90 * 86_400_000))).toBe(1)
    expect(await madeDb().select().from(events)).toMatchObject([{ at: noon }])
    expect(await madeDb().select().from(visits)).toMatchObject([{ startedAt: noon }])
    expect(await kept()).toEqual(before)
  })

  test('behavior: at its start the gateway sweeps, unless another holds the broom', async () => {
    const database = made.database as Database
    const ago = new Date(Date.now() - 91 * 86_400_000)
    await analytics(false, () => ago).record(shop, [sent('MODAL_OPEN')])
    const lines: string[] = []
    const log = {
      info: (_: object, text: string) => lines.push(text),
      error: (_: object, text: string) => lines.push(text),
    }
    const lock = await database.tryLock('analytics-sweep')
    const config = configSchema.parse({})
    const settings = databaseSettings(madeDb(), config)
    await (await startAnalytics({ config, settings, database, log })).stop()
    expect(await madeDb().select().from(events)).toHaveLength(1)
    await lock?.release()
    await (await startAnalytics({ config, settings, database, log })).stop()
    expect(await madeDb().select().from(events)).toHaveLength(0)
    expect(lines).toEqual(['what was too old was forgotten'])
  })

  test('behavior: how long events are kept, and whether with addresses, is changed while it runs', async () => {
    const database = made.database as Database
    const log = { info: () => undefined, error: () => undefined }
    const config = configSchema.parse({ analytics: { keepAddresses: true } })
    const settings = databaseSettings(madeDb(), config)
    const ago = new Date(Date.now() - 10 * 86_400_000)
    await analytics(false, () => ago).record(shop, [sent('MODAL_OPEN')])
    const running = await startAnalytics({ config, settings, database, log })
    const addressOf = async () => {
      const event = sent('CONNECT_SUCCESS', {}, { address: ada })
      await running.record(shop, [event])
      const [row] = await madeDb()
        .select({ address: events.address })
        .from(events)
        .where(sql`id = ${event.eventId}`)
      return row?.address
    }
    expect(await addressOf()).toBe(ada)
    await settings.set('analytics.keepAddresses', 'false')
    expect(await addressOf()).toBeNull()
    await settings.clear('analytics.keepAddresses')
    expect(await addressOf()).toBe(ada)
    await running.stop()
    expect(await madeDb().$count(events)).toBe(4)
    await settings.set('analytics.keepDays', '9')
    await (await startAnalytics({ config, settings, database, log })).stop()
    expect(await madeDb().$count(events)).toBe(3)
    await settings.clear('analytics.keepDays')
  })

  test('behavior: a restart, which reads the file again, keeps the events', async () => {
    await analytics().record(shop, [sent('MODAL_OPEN')])
    await seedProjects(madeDb(), listed)
    expect(await madeDb().select().from(events)).toHaveLength(1)
  })
})
