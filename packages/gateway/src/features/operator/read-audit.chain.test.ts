import { randomBytes, randomUUID } from 'node:crypto'
import type { AuditPage } from '@latchkey/protocol'
import { beforeAll, expect, test } from 'vitest'
import { vaultAudit } from '../../data/vault-schema.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { type MadeOperator, makeOperator } from '../../test/make-operator.ts'

const path = '/operator/v1/vault/audit'
const [ada, bob] = [randomBytes(16).toString('base64url'), randomBytes(16).toString('base64url')]
/** Some of the same millisecond: an id decides. */
const written = Array.from({ length: 25 }, (_, i) => ({
  id: randomUUID(),
  at: 1_000 + (i >> 2),
  account: i % 5 ? ada : bob,
  device: 'd'.repeat(43),
  what: `line ${i}`,
  code: i % 7 ? null : 'code-wrong',
}))

describeDatabases('readAudit', (open) => {
  const run = {} as { operator: MadeOperator; insert: (rows: typeof written) => Promise<unknown> }
  const read = async (query = '') =>
    (await run.operator.ask(path + query)) as { status: number; json: AuditPage }

  beforeAll(async () => {
    const { db } = await open()
    run.operator = makeOperator(db)
    run.insert = (rows) => db.insert(vaultAudit).values(rows)
    await run.insert(written)
  })

  test('default: the newest first, as it was written', async () => {
    const { status, json } = await read()
    expect([status, json.lines.length, json.next]).toEqual([200, 25, null])
    expect(json.lines.map(({ at }) => at)).toEqual(written.map(({ at }) => at).reverse())
    const [first] = written.filter(({ what }) => what === json.lines[0]?.what)
    expect({ ...json.lines[0], id: first?.id }).toEqual(first)
  })

  test('behavior: pages have every line once, also while others are written', async () => {
    const told: string[] = []
    for (let cursor = '', pages = 0; pages < 10; pages += 1) {
      const { json } = await read(`?limit=7${cursor}`)
      told.push(...json.lines.map(({ what }) => what))
      if (pages === 1)
        await run.insert([{ ...written[0], id: randomUUID(), at: 9_000, what: 'late' } as never])
      if (json.next === null) break
      cursor = `&cursor=${json.next}`
    }
    expect(told).toHaveLength(25)
    expect([...told].sort()).toEqual(written.map(({ what }) => what).sort())
  })

  test('parameters: account', async () => {
    const { json } = await read(`?account=${bob}`)
    expect(json.lines.every(({ account }) => account === bob)).toBe(true)
    expect(json.lines.filter(({ what }) => what !== 'late')).toHaveLength(5)
    expect((await read(`?account=${randomBytes(16).toString('base64url')}`)).json).toEqual({
      lines: [],
      next: null,
    })
  })

  test('parameters: what is no question', async () => {
    const wrong = [
      '?limit=0',
      '?limit=501',
      '?limit=x',
      '?account=x',
      '?cursor=*',
      '?cursor=AAAA',
      '?more=1',
    ]
    for (const query of wrong) {
      const { status, json } = await read(query)
      expect([query, status, (json as unknown as { code: string }).code]).toEqual([
        query,
        400,
        'invalid',
      ])
    }
  })

  test('behavior: a key that may only read is refused, and so is nobody', async () => {
    const made = await run.operator.ask('/operator/v1/keys', {
      method: 'POST',
      body: { label: 'r', scope: 'read' },
    })
    const { token } = made.json as { token: string }
    expect(await run.operator.ask(path, { token })).toMatchObject({
      status: 403,
      json: { code: 'token-read-only' },
    })
    expect(await run.operator.ask(path, { token: undefined })).toMatchObject({ status: 401 })
  })
})
