import type { EmailsPage } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { capturedEmails, emailChallenges } from '../../data/email-schema.ts'
import { projects } from '../../data/schema.ts'
import type { Sql } from '../../data/sql.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { type MadeOperator, makeOperator } from '../../test/make-operator.ts'
import { emailsAsCsv } from './read-emails.ts'

const path = '/operator/v1/projects/shop/emails'
const accountOf = (at: number): string => `eip155:1:0x${String(at).padStart(40, '0')}`
/** Some of the same millisecond: the account decides. */
const given = Array.from({ length: 25 }, (_, at) => ({
  projectId: 'shop',
  account: accountOf(at),
  confirmedAt: 1_000 + (at >> 2),
  email: at % 5 ? `ada+${at}@Mail.example` : 'bob@mail.example',
}))

describeDatabases('readEmails', (open) => {
  const run = {} as { db: Sql; operator: MadeOperator }
  const read = async (query = '') =>
    (await run.operator.ask(path + query)) as { status: number; json: EmailsPage }
  const forget = (body: unknown, project = 'shop') =>
    run.operator.ask(`/operator/v1/projects/${project}/emails/forget`, { method: 'POST', body })
  const csv = async (project = 'shop') => {
    const { status, headers, body } = await run.operator.ask(
      `/operator/v1/projects/${project}/emails.csv`,
    )
    return { status, headers, text: await new Response(body).text() }
  }

  beforeAll(async () => {
    run.db = (await open()).db
    run.operator = makeOperator(run.db)
    await run.db.insert(projects).values([{ id: 'shop' }, { id: 'other' }])
    await run.db
      .insert(capturedEmails)
      .values([...given, { ...given[0], projectId: 'other' } as never])
  })

  test('default: the newest first, of this project alone', async () => {
    const { status, json } = await read()
    expect([status, json.emails.length, json.total, json.next]).toEqual([200, 25, 25, null])
    expect(json.emails).toEqual([...given].reverse().map(({ projectId: _, ...one }) => one))
  })

  test('behavior: pages have every address once, also while others are given', async () => {
    const told: string[] = []
    for (let cursor = '', pages = 0; pages < 10; pages += 1) {
      const { json } = await read(`?limit=7${cursor}`)
      told.push(...json.emails.map(({ account }) => account))
      if (pages === 1)
        await run.db
          .insert(capturedEmails)
          .values({ ...given[0], account: accountOf(99), confirmedAt: 9_000 } as never)
      if (json.next === null) break
      cursor = `&cursor=${json.next}`
    }
    expect(told.sort()).toEqual(given.map(({ account }) => account).sort())
    expect((await forget({ account: accountOf(99) })).status).toBe(204)
  })

  test('parameters: search', async () => {
    const found = async (text: string) => (await read(`?search=${encodeURIComponent(text)}`)).json
    expect((await found('BOB@')).total).toBe(5)
    expect((await found('ada+7@mail')).emails.map(({ account }) => account)).toEqual([accountOf(7)])
    expect((await found('0007')).total).toBe(1)
    // No pattern, only text.
    for (const text of ['%', '_', "'", '\\']) {
      expect([text, (await found(text)).total]).toEqual([text, 0])
    }
    const first = (await read('?search=bob&limit=3')).json
    const rest = (await read(`?search=bob&limit=3&cursor=${first.next}`)).json
    expect([first.emails.length, rest.emails.length, rest.next]).toEqual([3, 2, null])
  })

  test('parameters: what is no question', async () => {
    const wrong = [
      '?limit=0',
      '?limit=1001',
      '?limit=x',
      '?search=%00',
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
    expect((await run.operator.ask('/operator/v1/projects/nobody/emails')).status).toBe(404)
    expect((await run.operator.ask('/operator/v1/projects/nobody/emails.csv')).status).toBe(404)
  })

  test('behavior: all of them as CSV, page by page; nothing in it is a formula', async () => {
    const { status, headers, text } = await csv()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="emails-shop.csv"')
    const small = await new Response(emailsAsCsv(run.db, 'shop', 4)).text()
    expect(small).toBe(text)
    const [head, ...lines] = text.split('\r\n')
    expect(head).toBe('email,account,confirmed_at')
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(25)
    expect(lines[0]).toBe(`ada+24@Mail.example,${accountOf(24)},1970-01-01T00:00:01.006Z`)

    const formulas = [
      '=1+1@x.example',
      '+1@x.example',
      '-1@x.example',
      '\t=1@x.example',
      '＝1@x.example',
    ]
    const rows = formulas.map((email, at) => ({
      projectId: 'other',
      account: accountOf(at),
      email,
      confirmedAt: at,
    }))
    await run.db.delete(capturedEmails).where(eq(capturedEmails.projectId, 'other'))
    await run.db.insert(capturedEmails).values(rows)
    expect((await csv('other')).text.split('\r\n').slice(1, -1)).toHaveLength(5)
    expect((await csv('other')).text).not.toMatch(/(?:^|[,\n])[=+\-@\t＝]/)
  })

  test('behavior: one account’s address is deleted, or an address wherever it was given, with codes on their way', async () => {
    const challenge = (at: number, email: string) => ({
      id: `challenge ${email} ${at}`,
      projectId: 'shop',
      account: accountOf(at),
      email,
      codeHash: 'x',
      expiresAt: 1,
    })
    await run.db.delete(capturedEmails)
    await run.db
      .insert(capturedEmails)
      .values([...given, { ...given[0], projectId: 'other' } as never])
    await run.db
      .insert(emailChallenges)
      .values([
        challenge(1, 'new@mail.example'),
        challenge(50, 'bob@mail.example'),
        challenge(51, 'c@mail.example'),
      ])
    expect((await forget({ account: accountOf(1) })).status).toBe(204)
    expect((await read()).json.total).toBe(24)
    expect((await forget({ email: 'bob@mail.example' })).status).toBe(204)
    const { json } = await read()
    expect([json.total, json.emails.some(({ email }) => email.startsWith('bob'))]).toEqual([
      19,
      false,
    ])
    const left = await run.db.select().from(emailChallenges)
    expect(left.map(({ account }) => account)).toEqual([accountOf(51)])
    expect(
      (await run.db.select().from(capturedEmails)).filter(({ projectId }) => projectId === 'other'),
    ).toHaveLength(1)
    // Only a code was on its way.
    expect((await forget({ email: 'c@mail.example' })).status).toBe(204)
    expect(await forget({ email: 'c@mail.example' })).toMatchObject({
      status: 404,
      json: { code: 'not-found' },
    })
    for (const body of [{}, { account: '' }, { email: 'a', account: 'b' }, { email: '\u0000' }]) {
      expect([body, (await forget(body)).status]).toEqual([body, 400])
    }
    expect((await forget({ email: 'a' }, 'nobody')).status).toBe(404)
  })

  test('behavior: a key that may only read is refused, and so is nobody', async () => {
    const made = await run.operator.ask('/operator/v1/keys', {
      method: 'POST',
      body: { label: 'r', scope: 'read' },
    })
    const { token } = made.json as { token: string }
    for (const [method, more] of [
      ['GET', ''],
      ['GET', '.csv'],
      ['POST', '/forget'],
    ] as const) {
      const body = method === 'POST' ? { body: { account: accountOf(2) } } : {}
      const refused = await run.operator.ask(path + more, { method, ...body, token })
      expect(refused).toMatchObject({ status: 403, json: { code: 'token-read-only' } })
      expect(
        await run.operator.ask(path + more, { method, ...body, token: undefined }),
      ).toMatchObject({ status: 401 })
    }
  })
})
