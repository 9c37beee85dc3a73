import { randomBytes, randomUUID } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vaultAudit, vaultProofs } from '../../data/vault-schema.ts'
import { type MadeVault, makePartition, makeVault } from './test/make-vault.ts'
import { makeVisitor } from './test/visitor.ts'

const made: { vault?: MadeVault } = {}
const madeVault = (): MadeVault => made.vault as MadeVault
beforeAll(async () => {
  made.vault = await makeVault({ auditDays: 30 }, { isStill: true })
})
afterAll(() => made.vault?.close())

const linesOf = async (what: string) => {
  await madeVault().settled()
  return madeVault().db.select().from(vaultAudit).where(eq(vaultAudit.what, what))
}
const proofs = async (): Promise<number> =>
  (await madeVault().db.select({ n: count() }).from(vaultProofs))[0]?.n ?? 0
const start = (
  email: string,
  partition: Awaited<ReturnType<typeof makePartition>>,
  caller: string,
) =>
  madeVault().call(
    'POST /api/email/start',
    { project: 'shop', email },
    { partition, headers: { 'x-caller': caller } },
  )

describe('rows of strangers', () => {
  test('behavior: what is refused on purpose, again and again, writes a bounded number of audit lines', async () => {
    const partition = await makePartition()
    const email = `${randomUUID()}@mail.example`
    const refused: string[] = []
    for (let at = 0; at < 120; at += 1) {
      refused.push((await start(email, partition, '198.51.100.1')).code)
    }
    expect(refused.filter((code) => code === 'code-limit')).toHaveLength(117)
    expect(await linesOf('code-withheld')).toHaveLength(60)
    expect(madeVault().logged.filter((line) => line.includes('audit are left out'))).toHaveLength(1)
    // Another kind, and what succeeds, is written all the same.
    const who = await makeVisitor(madeVault())
    expect(
      (await linesOf('signed-in email')).length + (await linesOf('account-made email')).length,
    ).toBeGreaterThan(0)
    expect((await who.call('GET /api/account/history', undefined)).json.lines).toHaveLength(1)
  })

  test('behavior: a call with a session that is none leaves no row', async () => {
    const partition = await makePartition()
    const before = await proofs()
    const token = randomBytes(32).toString('base64url')
    for (let at = 0; at < 20; at += 1) {
      expect(
        (await madeVault().call('GET /api/account', undefined, { partition, token })).code,
      ).toBe('proof-needed')
    }
    expect(await proofs()).toBe(before)
  })

  test('behavior: calls without a sign-in are limited together, each of which leaves a row', async () => {
    const partition = await makePartition()
    const ask = (path: string, body: object) =>
      madeVault().call(`POST ${path}`, body, { partition, headers: { 'x-caller': '198.51.100.2' } })
    const looks = [
      ['/api/links/look', { link: 'a'.repeat(64) }],
      ['/api/links/use', { link: 'a'.repeat(64) }],
      ['/api/way-out', { account: 'a'.repeat(22), split: 'a'.repeat(22) }],
    ] as const
    const before = await proofs()
    let passed = 0
    for (let at = 0; at < 250; at += 1) {
      for (const [path, body] of looks) {
        if ((await ask(path, body)).status !== 429) passed += 1
      }
    }
    expect([passed, (await proofs()) - before]).toEqual([600, 600])
  }, 60_000)

  test('behavior: lines of the audit go after their days, others stay', async () => {
    const who = await makeVisitor(madeVault())
    madeVault().clock.at += 29 * 86_400_000
    await madeVault().sweep()
    expect(
      (await madeVault().db.select().from(vaultAudit).where(eq(vaultAudit.account, who.account)))
        .length,
    ).toBe(1)
    madeVault().clock.at += 2 * 86_400_000
    await madeVault().sweep()
    expect(
      await madeVault().db.select().from(vaultAudit).where(eq(vaultAudit.account, who.account)),
    ).toEqual([])
  })
})
