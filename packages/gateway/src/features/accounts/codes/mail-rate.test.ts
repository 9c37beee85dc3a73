import { hasCode } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { mailRate as mailRateShape } from '../../../base/config/mail.ts'
import { type RequestBucket, tokenBucket } from '../../../base/token-bucket.ts'
import { type MailRate, mailRate } from './mail-rate.ts'

function made(): { readonly rate: MailRate; readonly clock: { at: number } } {
  const clock = { at: 0 }
  const rate = mailRate(
    (_, limit) => tokenBucket(limit, () => clock.at),
    mailRateShape.parse(undefined),
  )
  return { rate, clock }
}
const isTaken = (rate: MailRate, caller: string, isKnown = false): Promise<boolean> =>
  rate.countMail({ caller, project: 'shop', isKnown }).then(
    () => true,
    (error) => (hasCode(error, 'rate-limited') ? false : Promise.reject(error)),
  )

describe('mailRate', () => {
  test('behavior: some dozens of callers do not use up the mails of a project, at the first blow or in hours', async () => {
    const { rate, clock } = made()
    const flood = Array.from({ length: 80 }, (_, at) => `203.0.113.${at}`)
    const outcomes: boolean[] = []
    for (let minute = 0; minute < 90; minute += 1) {
      // Each of them asks beyond what it is granted, every minute.
      const asks = minute === 0 ? 25 : 3
      for (let ask = 0; ask < asks; ask += 1) {
        for (const caller of flood) {
          await isTaken(rate, caller)
        }
      }
      outcomes.push(await isTaken(rate, `198.51.100.${minute}`))
      clock.at += 60_000
    }
    expect(outcomes).toEqual(outcomes.map(() => true))
  })

  test('behavior: the limits of a caller and of a project hold', async () => {
    const { rate } = made()
    const mine = []
    for (let ask = 0; ask < 25; ask += 1) {
      mine.push(await isTaken(rate, '203.0.113.7'))
    }
    expect(mine.filter(Boolean)).toHaveLength(20)
    const others = []
    for (let caller = 0; caller < 700; caller += 1) {
      others.push(await isTaken(rate, `visitor ${caller}`))
    }
    expect(others.filter(Boolean)).toHaveLength(600 - 20)
  })

  test('behavior: a device its account knows is mailed to while strangers have used all up', async () => {
    const { rate } = made()
    for (let caller = 0; caller < 700; caller += 1) {
      await isTaken(rate, `stranger ${caller}`)
    }
    expect(await isTaken(rate, 'visitor')).toBe(false)
    expect(await isTaken(rate, 'visitor', true)).toBe(true)
  })

  test('behavior: a caller beyond its own limit uses up nothing of the project', async () => {
    const bucket = (wait: number) => ({ take: vi.fn(async () => wait) })
    const buckets = new Map<string, RequestBucket & ReturnType<typeof bucket>>()
    const rate = mailRate((name) => {
      const one = bucket(name === 'vault-mail-caller' ? 7 : 0)
      buckets.set(name, one)
      return one
    }, mailRateShape.parse(undefined))
    await expect(
      rate.countMail({ caller: 'c', project: 'shop', isKnown: false }),
    ).rejects.toMatchObject({
      code: 'rate-limited',
    })
    const asked = [...buckets]
      .filter(([, { take }]) => take.mock.calls.length > 0)
      .map(([name]) => name)
    expect(asked).toEqual(['vault-mail-caller'])
  })
})
