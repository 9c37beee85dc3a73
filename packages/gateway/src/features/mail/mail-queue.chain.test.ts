import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keyedHash } from '../../base/keyed-hash.ts'
import { mails } from '../../data/mail-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { type MailQueue, mailQueue } from './mail-queue.ts'
import type { OutgoingMail, SendMail } from './send-mail.ts'

const code = {
  kind: 'code',
  to: 'ada@mail.example',
  subject: 'Code',
  text: 'Code 012345',
  html: '<p>012345</p>',
} as const
const notice = { ...code, kind: 'notice' } as const
const numbered = (at: number) => ({ ...code, to: `lovelace-${at}@mail.example` })

describeDatabases('mailQueue', (open) => {
  const made = {} as { db: Sql }
  const clock = { at: Date.UTC(2026, 0, 2) }
  const running: MailQueue[] = []
  const seen: string[] = []
  const begin = (deliver: SendMail, more: { pollMs?: number } = {}): MailQueue => {
    const note = (fields: object, text: string) =>
      void seen.push(JSON.stringify({ ...fields, text }))
    const queue = mailQueue({
      name: 'vault',
      db: made.db,
      hash: keyedHash(Buffer.alloc(32, 7)),
      deliver,
      now: () => clock.at,
      log: { info: note, error: note },
      onLost: (account) => void seen.push(`lost ${account}`),
      pollMs: more.pollMs ?? 20,
    })
    running.push(queue)
    return queue
  }
  const left = () => made.db.select().from(mails)
  beforeAll(async () => {
    made.db = (await open()).db
  })
  afterEach(async () => {
    for (const queue of running.splice(0)) {
      await queue.stop()
    }
    await made.db.delete(mails)
    seen.splice(0)
  })

  test('default: a few at once, each once, and nothing is left; it never lies in the database in clear', async () => {
    const state = { open: 0, most: 0, to: [] as string[], rows: '' }
    const { send, whenSettled: settled } = begin(async ({ to, text }) => {
      expect(text).toBe(code.text)
      state.open += 1
      state.most = Math.max(state.most, state.open)
      state.rows ||= JSON.stringify(await left())
      state.open -= 1
      state.to.push(to)
    })
    await Promise.all(Array.from({ length: 30 }, (_, at) => send(numbered(at), null)))
    await settled()
    expect(state.most).toBeLessThanOrEqual(4)
    expect(new Set(state.to).size).toBe(30)
    expect(state.to).toHaveLength(30)
    expect(state.rows).toContain('"sealed"')
    expect(state.rows).not.toMatch(/lovelace|mail\.example|Code 012345/)
    expect(await left()).toEqual([])
  })

  test('behavior: of two replicas one sends each', async () => {
    const to: string[] = []
    const deliver = async (mail: OutgoingMail) => void to.push(mail.to)
    const [first, second] = [begin(deliver), begin(deliver)]
    for (let at = 0; at < 20; at += 1) {
      await (at % 2 ? first : second).send(numbered(at), null)
    }
    await expect.poll(() => left(), { timeout: 10_000 }).toEqual([])
    expect(to.sort()).toEqual(Array.from({ length: 20 }, (_, at) => numbered(at).to).sort())
  })

  test('behavior: one that is not taken is tried again later, and logged without address or code', async () => {
    const server = { isUp: false, tries: 0, taken: 0 }
    const { send, whenSettled: settled } = begin(async ({ to, text }) => {
      server.tries += 1
      if (!server.isUp) throw new Error(`451 ${to} ${text}`)
      server.taken += 1
    })
    await send(code, 'account')
    await settled()
    expect([server.tries, (await left()).length]).toEqual([1, 1])
    server.isUp = true
    clock.at += 5_000
    await expect.poll(() => server.taken).toBe(1)
    await expect.poll(() => left()).toEqual([])
    expect(seen.join()).not.toMatch(/ada@|012345|lost/)
  })

  test('behavior: what was under way when its process ended is sent by the next one, at once after a stop', async () => {
    const stuck = begin(() => new Promise(() => {}))
    await stuck.send(notice, null)
    const startedAt = performance.now()
    await stuck.stop()
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(await left()).toHaveLength(1)
    const to: string[] = []
    begin(async (mail) => void to.push(mail.to))
    await expect.poll(() => to).toEqual([code.to])
  })

  test.each([
    ['after a minute', 61_000],
    ['by a clock that was set back a day', -86_400_000],
  ])('behavior: what a killed process was sending counts as given back %s', async (_, later) => {
    const at = clock.at
    // A killed process looks for mails no more: this one would take its own again by the clock that
    // the two share.
    const killed = begin(() => new Promise(() => {}), { pollMs: 3_600_000 })
    await killed.send(code, null)
    await expect.poll(async () => (await left())[0]?.dueAt).toBe(at + 60_000)
    const to: string[] = []
    clock.at += later
    begin(async (mail) => void to.push(mail.to))
    await expect.poll(() => to).toEqual([code.to])
    clock.at = at
  })

  test('behavior: a code is given up when it holds no more, what the server refuses for good at once', async () => {
    const { send, whenSettled: settled } = begin(() => Promise.reject(new Error('451')))
    await send(code, 'mine')
    await settled()
    clock.at += 600_000
    await expect.poll(() => seen).toContain('lost mine')
    expect(await left()).toEqual([])
    const refusing = begin(() =>
      Promise.reject(Object.assign(new Error(), { code: 'EENVELOPE', responseCode: 550 })),
    )
    for (const queue of running.splice(0, 1)) {
      await queue.stop()
    }
    await refusing.send(code, 'nobody')
    await expect.poll(() => seen).toContain('lost nobody')
    expect(await left()).toEqual([])
  })

  describe('a server that is down', () => {
    test('behavior: codes are refused meanwhile and notices kept; once it takes a mail, codes are taken on', async () => {
      const server = { isUp: false }
      const {
        send,
        whenSettled: settled,
        renderMetrics,
      } = begin(async () => {
        if (!server.isUp) throw new Error('down')
      })
      for (let at = 0; at < 3; at += 1) {
        await send(numbered(at), null)
      }
      await settled()
      await expect(send(code, null)).rejects.toMatchObject({
        code: 'server-error',
        context: { sourceCode: 503 },
      })
      await send(notice, null)
      await settled()
      expect(await renderMetrics()).toMatch(/latchkey_vault_mails_waiting 4\n/)
      expect(await renderMetrics()).toContain('latchkey_vault_mails_total{outcome="refused"} 1')
      server.isUp = true
      clock.at += 60_000
      await expect.poll(() => left()).toEqual([])
      await send(code, null)
      await settled()
      expect(await renderMetrics()).toContain('latchkey_vault_mails_total{outcome="sent"} 5')
    })
  })
})
