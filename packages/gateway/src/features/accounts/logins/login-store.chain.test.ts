import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Sql } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { databaseFlows } from '../oauth/flow-store.ts'
import { watchRows } from '../watch-rows.ts'
import { databaseLogins, type LoginStore, type NewLogin } from './login-store.ts'

const at = Date.UTC(2026, 0, 2)
const ada = {
  kind: 'google',
  issuer: 'https://accounts.google.com',
  subject: 'ada',
  label: 'Ada',
} as const

describeDatabases('databaseLogins', (open) => {
  const made = {} as { db: Sql }
  beforeAll(async () => {
    made.db = (await open()).db
  })
  const replica = (now = at): LoginStore => databaseLogins(made.db, () => now)
  async function register(more: Partial<NewLogin> = {}): Promise<string> {
    const id = randomUUID()
    await replica().registerLogin({
      id,
      secret: 's',
      project: 'shop',
      provider: 'google',
      site: 'https://shop.example',
      device: 'd',
      label: 'Chrome',
      isConfirmed: true,
      createdAt: at,
      expiresAt: at + 300_000,
      ...more,
    })
    return id
  }
  const codeOf = (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => 'done',
      (error) => error.code,
    )

  test('default', async () => {
    const id = await register()
    expect(await codeOf(replica().proveLogin(id, ada))).toBe('login-expired')
    await replica().bindBrowser(id, 'one', true)
    expect(await codeOf(replica().bindBrowser(id, 'other', true))).toBe('login-refused')
    expect(await codeOf(replica(at + 300_000).proveLogin(id, ada))).toBe('login-expired')
    await replica().proveLogin(id, ada)
    expect(await codeOf(replica().proveLogin(id, { ...ada, subject: 'eve' }))).toBe('login-expired')
    await replica().failLogin(id, 'login-refused')
    await replica().recordHeartbeat(id, false)
    const row = await replica().find(id)
    expect(row).toMatchObject({ state: 'proved', identity: ada })
    if (!row) return
    const collected = await Promise.all([1, 2, 3].map(() => codeOf(replica().collectIdentity(row))))
    expect(collected.sort()).toEqual(['done', 'login-expired', 'login-expired'])
    expect(await replica().find(id)).toMatchObject({ state: 'collected', identity: null })
  })

  test('behavior: of several processes one asks a channel, for as long as its lease', async () => {
    const channel = { provider: 'farcaster', channel: 'c', nonce: 'n' }
    const due = await Promise.all([1, 2, 3].map(() => register({ ...channel, pollAt: at })))
    await register({ ...channel, pollAt: at + 1 })
    await register({ ...channel, pollAt: at - 1, expiresAt: at })
    const claimed = (await Promise.all([1, 2, 3, 4].map(() => replica().claimLeases(30_000))))
      .flat()
      .map(({ id }) => id)
    expect(claimed.sort()).toEqual([...due].sort())
    expect(await replica(at).claimLeases(30_000)).toEqual([])
    await replica().releaseLease(due[0] as string, at + 1_200)
    const next = (await replica(at + 1_200).claimLeases(30_000)).map(({ id }) => id)
    expect(next).toContain(due[0])
    expect(next).not.toContain(due[1])
    expect((await replica(at + 30_000).claimLeases(30_000)).map(({ id }) => id).sort()).toEqual(
      [due[1], due[2]].sort(),
    )
    for (const id of due) {
      await replica().proveLogin(id, ada)
    }
    expect((await replica(at + 100_000).claimLeases(30_000)).map(({ id }) => id)).not.toContain(
      due[0],
    )
  })

  test('behavior: a way to a provider is taken once, in its own browser, at its own provider', async () => {
    const flows = databaseFlows(made.db, () => at)
    const login = await register()
    const flow = {
      state: randomUUID(),
      login,
      provider: 'google',
      browser: 'mine',
      expiresAt: at + 1_000,
    }
    await flows.openFlow({ ...flow, state: 'earlier' })
    await flows.openFlow(flow)
    expect(await flows.takeFlow({ ...flow, state: 'earlier' })).toBeUndefined()
    expect(await flows.takeFlow({ ...flow, browser: 'theirs' })).toBeUndefined()
    expect(await flows.takeFlow({ ...flow, provider: 'github' })).toBeUndefined()
    expect(await databaseFlows(made.db, () => at + 1_000).takeFlow(flow)).toBeUndefined()
    const kept = await Promise.all(
      [1, 2].map((n) => flows.keepAnswer(flow, { code: String(n) }, `ticket ${n}`)),
    )
    expect(kept.filter(Boolean)).toHaveLength(1)
    const ticket = kept[0] ? 'ticket 1' : 'ticket 2'
    expect(await flows.takeAnswer({ ...flow, ticket, browser: 'theirs' })).toBeUndefined()
    expect(await flows.takeAnswer({ ...flow, ticket })).toEqual({ code: ticket.slice(-1) })
    const taken = await Promise.all([
      flows.takeFlow(flow),
      flows.takeFlow(flow),
      flows.takeFlow(flow),
    ])
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await flows.takeAnswer({ ...flow, ticket })).toBeUndefined()
  })

  test('behavior: a thousand who wait cost one statement a round', async () => {
    const id = await register()
    const timers: (() => unknown)[] = []
    const counted = { rounds: 0 }
    const store = {
      findAll(ids: readonly string[]) {
        counted.rounds += 1
        return replica().findAll(ids)
      },
    }
    const watch = watchRows(store, {
      now: () => at,
      runAfter: (_, run) => timers.push(run) as never,
    })
    const never = () => new AbortController().signal
    const isOpen = (row: { state: string } | undefined) =>
      row?.state === 'open' ? true : undefined
    const all = Array.from({ length: 1_000 }, (_, n) =>
      watch.until(n % 2 ? id : `${n}`, isOpen, n % 2 ? 1_000 : 0, never()),
    )
    await timers.shift()?.()
    await replica().recordHeartbeat(id, false)
    await timers.shift()?.()
    expect(await Promise.all(all)).toEqual(Array.from(all, (_, n) => (n % 2 ? true : undefined)))
    expect([counted.rounds, timers.length]).toEqual([2, 0])
  })

  test('behavior: what is over is forgotten, and takes its ways along', async () => {
    const id = await register({ expiresAt: at + 1 })
    await replica(at + 600_001).sweep()
    expect(await replica().find(id)).toBeDefined()
    await databaseFlows(made.db, () => at).openFlow({
      state: 's',
      login: id,
      provider: 'google',
      browser: 'b',
      expiresAt: at + 1,
    })
    await replica(at + 600_002).sweep()
    expect(await replica().find(id)).toBeUndefined()
  })
})
