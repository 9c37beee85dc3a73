import { type Mailbox, type Message, startMailbox } from '@latchkey/devnet/mailbox'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { configSchema } from '../../base/config/schema.ts'
import { databaseProjects, seedProjects } from '../../data/database-projects.ts'
import { capturedEmails, emailChallenges } from '../../data/email-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { vaultBudgets } from '../../data/vault-schema.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { account, makeGateway } from '../../test/make-gateway.ts'
import { deleteProject } from '../operator/edit-projects.ts'
import { type StartedEmailCapture, startEmailCapture } from './start-email-capture.ts'

const mine = `eip155:1:${account}`
const kept = mine.toLowerCase()
const site = 'https://a.shop.example'
const ada = 'ada@mail.example'
const loose = { mailsPerAddress: 1_000, mailRate: { caller: { capacity: 1_000 } } }
/** Any six digits, also broken by what a reader would skip. */
const numbers = (text: string): readonly string[] => text.match(/\d(?:[\s.,:/-]?\d){5}/g) ?? []
const other = (code: string): string => (code === '000000' ? '000001' : '000000')

interface Sent {
  readonly project?: string
  readonly headers?: Readonly<Record<string, string>>
}

describeDatabases('email capture', (open) => {
  const clock = { at: Date.UTC(2026, 0, 2) }
  const logged: string[] = []
  const run = {} as {
    db: Sql
    mailbox: Mailbox
    started: StartedEmailCapture
    app: ReturnType<typeof makeGateway>['app']
  }

  /** The same database, served with other settings. */
  const serve = async (
    settings: z.input<typeof configSchema>['emailCapture'] = {},
    hasMail = true,
  ) => {
    await run.started?.stop()
    const smtp = { ...run.mailbox.smtp, from: 'Shops <mail@gateway.example>' }
    const config = configSchema.parse({
      emailCapture: { ...(hasMail && { smtp }), ...loose, ...settings },
    })
    const noteLine = (fields: object, message: string) =>
      logged.push(JSON.stringify({ ...fields, message }))
    const log = { info: noteLine, error: noteLine }
    run.started = await startEmailCapture({ config, db: run.db, log, now: () => clock.at })
    run.app = makeGateway({
      log,
      emailCapture: run.started.capture,
      projects: databaseProjects(run.db),
      callerOf: (context) => context.req.header('x-caller') ?? '203.0.113.7',
    }).app
  }
  const call = async (
    method: string,
    body: unknown,
    { project = 'shop', headers = {} }: Sent = {},
  ) => {
    const response = await run.app.request(`/auth/v1/otp?projectId=${project}&st=a&sv=b`, {
      method,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        origin: site,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0',
        ...headers,
      },
    })
    const json = await response.json()
    return {
      status: response.status,
      code: json?.reasons?.[0]?.field ?? 'ok',
      json,
      headers: response.headers,
    }
  }
  const ask = (email = ada, who = mine, sent?: Sent) => call('POST', { email, account: who }, sent)
  const confirm = (uuid: string, code: string, { headers, ...sent }: Sent = {}) =>
    call('PUT', { code }, { ...sent, headers: { 'x-otp': uuid, ...headers } })
  const mailsTo = async (email: string): Promise<readonly Message[]> => {
    await run.started.settled()
    return (await fetch(`${run.mailbox.url}/api/messages?to=${encodeURIComponent(email)}`)).json()
  }
  const newest = async (email: string) => (await mailsTo(email))[0] as Message
  const give = async (email = ada, who = mine, sent?: Sent) => {
    const { json } = await ask(email, who, sent)
    return { uuid: String(json.uuid), code: numbers((await newest(email)).text)[0] ?? '' }
  }
  const rows = () => run.db.select().from(capturedEmails)
  const from = (caller: string): Sent => ({ headers: { 'x-caller': caller } })

  beforeAll(async () => {
    run.mailbox = await startMailbox()
    run.db = (await open()).db
    const shop = { id: 'shop', origins: ['https://*.shop.example'] }
    const features = [{ id: 'email_capture', isEnabled: false, config: [] }]
    const must = [{ id: 'email_capture', isEnabled: true, config: ['required'] }]
    const projects = [
      shop,
      { id: 'local' },
      { ...shop, id: 'off', features },
      { ...shop, id: 'must', features: must },
    ]
    await seedProjects(run.db, configSchema.parse({ projects }).projects)
  })
  beforeEach(async () => {
    await run.started?.stop()
    for (const table of [capturedEmails, emailChallenges, vaultBudgets]) {
      await run.db.delete(table)
    }
    await fetch(`${run.mailbox.url}/api/messages`, { method: 'DELETE' })
    logged.splice(0)
    await serve()
  })
  afterAll(async () => {
    await run.started?.stop()
    await run.mailbox?.stop()
  })

  test('default: a code goes to the address, in the name of the site; once it comes back the address is kept', async () => {
    const asked = await ask('  ada@MAIL.example ')
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(asked.json).toEqual({ uuid: expect.stringMatching(/^[\da-f-]{36}$/) })
    const { text, html, subject, from: sender } = await newest(ada)
    const [code = ''] = numbers(text)
    expect([numbers(text), numbers(html ?? ''), numbers(subject)]).toEqual([[code], [code], []])
    expect([subject, sender]).toEqual([
      'Confirm your email address for a.shop.example',
      expect.stringContaining('mail@gateway.example'),
    ])
    expect(text).toContain('Site: a.shop.example')
    expect(text).toContain('Browser: Chrome on Linux')
    expect(await rows()).toEqual([])
    const waiting = JSON.stringify(await run.db.select().from(emailChallenges))
    expect(waiting).toContain(ada)
    expect(waiting).not.toContain(code)

    clock.at += 1_000
    const confirmed = await confirm(asked.json.uuid, code)
    expect([confirmed.status, confirmed.json]).toEqual([200, null])
    expect(await rows()).toEqual([
      { projectId: 'shop', account: kept, email: ada, confirmedAt: clock.at },
    ])
    expect(await run.db.select().from(emailChallenges)).toEqual([])
    const said = logged.join()
    expect(said).toContain('/auth/v1/otp')
    for (const secret of [ada, code, asked.json.uuid, account]) {
      expect(said).not.toContain(secret)
    }
  })

  test('behavior: one address for each account and project; the newest wins', async () => {
    const first = await give()
    const second = await give('grace@mail.example', kept)
    const local = { project: 'local', headers: { origin: 'http://localhost:1' } }
    const elsewhere = await give('home@mail.example', mine, local)
    const another = await give(ada, 'eip155:10:0x00000000000000000000000000000000000000aa')
    await confirm(second.uuid, second.code)
    await confirm(elsewhere.uuid, elsewhere.code, local)
    await confirm(another.uuid, another.code)
    await confirm(first.uuid, first.code)
    const found = (await rows())
      .map(({ projectId, account: whose, email }) => [projectId, whose, email])
      .sort()
    expect(found).toEqual([
      ['local', kept, 'home@mail.example'],
      ['shop', 'eip155:10:0x00000000000000000000000000000000000000aa', ada],
      ['shop', kept, ada],
    ])
  })

  test('behavior: five tries a code, of many at once too', async () => {
    const { uuid, code } = await give()
    const tries = await Promise.all(Array.from({ length: 12 }, () => confirm(uuid, other(code))))
    const said = tries.map(({ status, code: why }) => `${status} ${why}`).sort()
    expect(said).toEqual([...Array(7).fill('400 code-expired'), ...Array(5).fill('400 code-wrong')])
    expect((await confirm(uuid, code)).code).toBe('code-expired')
    expect(await rows()).toEqual([])
    const next = await give()
    for (let at = 0; at < 4; at += 1) {
      expect((await confirm(next.uuid, other(next.code))).code).toBe('code-wrong')
    }
    expect((await confirm(next.uuid, next.code)).code).toBe('ok')
  })

  test('behavior: a code works once, for ten minutes, at its own project', async () => {
    const one = await give()
    const uses = await Promise.all(Array.from({ length: 5 }, () => confirm(one.uuid, one.code)))
    expect(uses.map(({ code }) => code).sort()).toEqual([...Array(4).fill('code-expired'), 'ok'])
    const strange = await give()
    expect((await confirm(strange.uuid, strange.code, { project: 'must' })).code).toBe(
      'code-expired',
    )
    expect((await confirm(crypto.randomUUID(), strange.code)).code).toBe('code-expired')
    clock.at += 599_999
    expect((await confirm(strange.uuid, strange.code)).code).toBe('ok')
    const late = await give()
    clock.at += 600_000
    expect((await confirm(late.uuid, late.code)).code).toBe('code-expired')
    expect(await run.db.select().from(emailChallenges)).toHaveLength(1)
    clock.at += 1
    await run.started.capture?.sweep()
    expect(await run.db.select().from(emailChallenges)).toEqual([])
  })

  test('behavior: a code fits its own request alone', async () => {
    const [one, two] = [await give(ada), await give('grace@mail.example')]
    if (one.code !== two.code) expect((await confirm(one.uuid, two.code)).code).toBe('code-wrong')
    await run.db
      .update(emailChallenges)
      .set({ codeHash: 'A'.repeat(43) })
      .where(eq(emailChallenges.id, two.uuid))
    const [row] = await run.db
      .select()
      .from(emailChallenges)
      .where(eq(emailChallenges.id, one.uuid))
    await run.db
      .update(emailChallenges)
      .set({ codeHash: String(row?.codeHash) })
      .where(eq(emailChallenges.id, two.uuid))
    expect((await confirm(two.uuid, one.code)).code).toBe('code-wrong')
  })

  test('parameters: what is no address, no account, no code is refused by name, and nothing is mailed', async () => {
    const wrong = [
      '',
      'ada',
      'ada@mail',
      'a b@mail.example',
      'ada@mail.example, eve@mail.example',
      'ada@mail.example\r\nBcc: e@x.example',
    ]
    for (const email of wrong) {
      expect([email, await code(ask(email))]).toEqual([email, '400 email-invalid'])
    }
    const nobody = [
      account,
      'eip155:1:0x12',
      `eip155:1:${account.slice(1)}`,
      'solana:localnet:0',
      'bip122:a:b c',
      5,
    ]
    for (const who of nobody) {
      expect([who, await code(ask(ada, who as string))]).toEqual([who, '400 account'])
    }
    expect(await code(call('POST', { email: 'a'.repeat(321), account: mine }))).toBe('400 email')
    expect(await code(call('POST', '{'))).toBe('400 ')
    const { uuid } = await give()
    for (const typed of ['12345', '1234567', 'abcdef', 123456, '１２３４５６']) {
      expect([typed, await code(confirm(uuid, typed as string))]).toEqual([typed, '400 code'])
    }
    for (const id of ['x', `${uuid}'`, '\u0000']) {
      expect([id, await code(confirm(encodeURI(id), '123456'))]).toEqual([id, '400 x-otp'])
    }
    expect(await code(call('PUT', { code: '123456' }))).toBe('400 x-otp')
    expect(await mailsTo(ada)).toHaveLength(1)
    // A family that nothing is known of: its accounts are taken as they are spelled.
    expect(
      await code(ask(ada, 'cosmos:cosmoshub-4:cosmos1T5u0jfg3ljsjrh2m9e47d4ny2hea7eehxrzdgd')),
    ).toBe('200 ok')
  })

  test('behavior: no mailbox is flooded: one caller, all callers, ten minutes, a day', async () => {
    await serve({ mailsPerAddress: 1 })
    const limit = async (sent?: Sent) => {
      const { status, code: why, headers } = await ask(ada, mine, sent)
      // Sent before the clock goes on, which would make the codes worthless.
      await run.started.settled()
      return [status, why, Number(headers.get('retry-after'))]
    }
    expect(await limit()).toEqual([200, 'ok', 0])
    expect(await limit()).toEqual([429, 'code-limit', 600])
    expect(await limit({ project: 'must' })).toEqual([429, 'code-limit', 600])
    expect(await code(ask('grace@mail.example'))).toBe('200 ok')
    // Its holder has all addresses of an IPv6 network.
    expect(await limit(from('2001:db8::1'))).toEqual([200, 'ok', 0])
    expect(await limit(from('2001:db8::2'))).toEqual([429, 'code-limit', 600])
    expect(await limit(from('198.51.100.1'))).toEqual([200, 'ok', 0])
    clock.at += 1_000
    expect(await limit(from('198.51.100.2'))).toEqual([429, 'code-limit', 599])
    clock.at += 599_000
    for (let at = 0; at < 3; at += 1) {
      expect(await limit(from(`198.51.101.${at}`))).toEqual([200, 'ok', 0])
    }
    clock.at += 600_000
    for (let at = 0; at < 2; at += 1) {
      expect(await limit(from(`198.51.102.${at}`))).toEqual([200, 'ok', 0])
    }
    expect(await limit(from('198.51.102.9'))).toEqual([429, 'code-limit', 86_400 - 1_200])
    expect(await mailsTo(ada)).toHaveLength(8)
    clock.at += 86_400_000
    expect(await limit()).toEqual([200, 'ok', 0])
  })

  test('behavior: neither does one caller write to the world, nor the pages of one project', async () => {
    await serve({
      mailRate: {
        caller: { capacity: 2, refillPerSecond: 0.001 },
        project: { capacity: 3, refillPerSecond: 0.001 },
      },
    })
    const limit = async (sent?: Sent) => {
      const {
        status,
        code: why,
        headers,
      } = await ask(`${crypto.randomUUID()}@mail.example`, mine, sent)
      return [status, why, Number(headers.get('retry-after')) > 900]
    }
    const good = [200, 'ok', false]
    expect([await limit(), await limit()]).toEqual([good, good])
    expect(await limit()).toEqual([429, 'rate-limited', true])
    // What its limit refused took nothing of what the project's pages share.
    expect(await limit(from('198.51.100.1'))).toEqual(good)
    expect(await limit(from('198.51.100.2'))).toEqual([429, 'rate-limited', true])
    expect(await limit({ ...from('198.51.100.2'), project: 'must' })).toEqual(good)
  })

  test('behavior: pages of other sites are refused; browsers are told that they may ask with this header', async () => {
    expect(await code(ask(ada, mine, { headers: { origin: 'https://evil.example' } }))).toBe(
      '403 origin',
    )
    expect(await code(ask(ada, mine, { project: 'nobody' }))).toBe('401 authentication')
    expect(await mailsTo(ada)).toEqual([])
    const { headers } = await run.app.request('/auth/v1/otp?projectId=shop', {
      method: 'OPTIONS',
      headers: {
        origin: site,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-otp',
      },
    })
    expect(headers.get('access-control-allow-methods')).toMatch(/\bPUT\b/)
    expect(headers.get('access-control-allow-headers')).toMatch(/\bx-otp\b/)
  })

  test('behavior: a program that tells no page is named by its project, and digits of a site are no code', async () => {
    await run.app.request('/auth/v1/otp?projectId=shop', {
      method: 'POST',
      body: JSON.stringify({ email: ada, account: mine }),
    })
    expect((await newest(ada)).subject).toBe('Confirm your email address for shop')
    await ask('grace@mail.example', mine, { headers: { origin: 'https://123456.shop.example' } })
    expect(numbers((await newest('grace@mail.example')).text)).toHaveLength(1)
  })

  const isOn = async (project: string) => {
    const answer = await run.app.request(`/appkit/v1/config?projectId=${project}`)
    const { features } = (await answer.json()) as { features: { id: string }[] }
    return features.find(({ id }) => id === 'email_capture')
  }

  test('behavior: without mail there is no such service, whatever a project says', async () => {
    await serve({}, false)
    expect(await code(ask())).toBe('503 ')
    expect(await code(confirm(crypto.randomUUID(), '123456'))).toBe('503 ')
    const off = { id: 'email_capture', isEnabled: false, config: [] }
    for (const project of ['shop', 'must', 'off']) {
      expect(await isOn(project)).toEqual(off)
    }
  })

  test('behavior: with mail the page decides, unless its owner has; where it is off nobody has mails sent', async () => {
    expect(await isOn('shop')).toEqual({ id: 'email_capture', isEnabled: true, config: null })
    expect(await isOn('must')).toEqual({
      id: 'email_capture',
      isEnabled: true,
      config: ['required'],
    })
    expect(await isOn('off')).toEqual({ id: 'email_capture', isEnabled: false, config: [] })
    expect(await code(ask(ada, mine, { project: 'off' }))).toBe('503 ')
    expect(await mailsTo(ada)).toEqual([])
  })

  test('behavior: it all leaves with the project', async () => {
    await seedProjects(
      run.db,
      configSchema.parse({
        projects: [{ id: 'shop', origins: ['https://*.shop.example'] }, { id: 'gone' }],
      }).projects,
    )
    const sent = { project: 'gone', headers: { origin: 'http://localhost:1' } }
    const first = await give(ada, mine, sent)
    await confirm(first.uuid, first.code, sent)
    await give(ada, mine, sent)
    await give()
    await deleteProject(run.db, 'gone')
    expect(await rows()).toEqual([])
    expect((await run.db.select().from(emailChallenges)).map(({ projectId }) => projectId)).toEqual(
      ['shop'],
    )
  })
})

async function code(
  answer: Promise<{ readonly status: number; readonly code: string }>,
): Promise<string> {
  const { status, code: why } = await answer
  return `${status} ${why}`
}
