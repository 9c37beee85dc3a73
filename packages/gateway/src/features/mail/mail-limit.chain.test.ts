import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyedHash } from '../../base/keyed-hash.ts'
import { mails } from '../../data/mail-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { type MailQueue, mailQueue } from './mail-queue.ts'

const mail = { to: 'ada@mail.example', subject: 'S', text: 'T', html: '<p>T</p>' }
const most = 1_000

describeDatabases('mailQueue with many mails waiting', (open) => {
  const made = {} as { db: Sql; queue: MailQueue; open(pollMs: number): MailQueue }
  const refused: string[] = []
  const send = (kind: 'code' | 'notice') =>
    made.queue
      .send({ kind, ...mail }, null)
      .catch((error) => void refused.push(error.context.field))
  beforeAll(async () => {
    made.db = (await open()).db
    // A server that answers nothing: four are under way, the others wait.
    const deliver = (): Promise<void> => new Promise(() => {})
    const log = { info: () => {}, error: () => {} }
    made.open = (pollMs) =>
      mailQueue({
        name: 'vault',
        db: made.db,
        hash: keyedHash(Buffer.alloc(32, 7)),
        deliver,
        log,
        pollMs,
      })
    // No look at the database in between: what this replica counts by itself is exact.
    made.queue = made.open(3_600_000)
  })
  afterAll(() => made.queue?.stop())

  test('behavior: the thousandth code is kept, the next is refused at once; a notice never is', async () => {
    for (let at = 0; at < most; at += 1) {
      await send('code')
    }
    expect(await made.db.$count(mails)).toBe(most)
    expect(refused).toEqual([])
    await send('code')
    expect(refused).toHaveLength(1)
    await send('notice')
    expect([refused.length, await made.db.$count(mails)]).toEqual([1, most + 1])
    expect(await made.queue.renderMetrics()).toMatch(/outcome="refused"\} 1\n/)
  })

  test('behavior: one is taken again when others have gone, as another replica may have seen to', async () => {
    await made.queue.stop()
    made.queue = made.open(20)
    await expect.poll(() => made.queue.renderMetrics()).toMatch(/waiting[^\n]* 1001\n/)
    await send('code')
    expect(refused).toHaveLength(2)
    await made.db.delete(mails)
    await expect.poll(() => made.queue.renderMetrics()).toMatch(/waiting[^\n]* 0\n/)
    await send('code')
    expect(refused).toHaveLength(2)
  })
})
