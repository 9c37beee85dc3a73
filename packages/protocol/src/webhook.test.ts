import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyOrderEvent } from './webhook.ts'

const secret = 'lkw_0123456789'
const moment = '2026-11-21T12:00:00.000Z'
const now = Date.parse(moment)
const seconds = now / 1_000
const event = {
  id: 'ab'.repeat(16),
  at: moment,
  order: {
    id: 'cd'.repeat(16),
    state: 'settled',
    title: 'Zwei Fahrkarten – ünïcödé',
    accepts: [
      {
        asset: 'eip155:1/slip44:60',
        chain: 'eip155:1',
        to: `0x${'ab'.repeat(20)}`,
        amount: '5',
        symbol: 'ETH',
        decimals: 18,
      },
    ],
    createdAt: moment,
    expiresAt: moment,
  },
}
const body = JSON.stringify(event)
const sign = (text: string, at: number | string = seconds, key = secret): string =>
  createHmac('sha256', key).update(`${at}.${text}`).digest('hex')
const header = `t=${seconds},v1=${sign(body)}`

describe('verifyOrderEvent', () => {
  test('default: answers the event of a genuine call', async () => {
    expect(await verifyOrderEvent({ body, signature: header, secret, now })).toEqual(event)
  })

  test('parameters: one of several secrets, one of several signatures', async () => {
    const signature = `t=${seconds},v1=${sign(body, seconds, 'old')},v1=${sign(body)}`
    expect(await verifyOrderEvent({ body, signature, secret: ['new', secret], now })).toEqual(event)
  })

  test.each([
    ['another body', { body: body.replace('settled', 'expired') }],
    ['another secret', { secret: 'lkw_other' }],
    ['no secret', { secret: '', signature: `t=${seconds},v1=${sign(body, seconds, '')}` }],
    ['no secrets', { secret: [] }],
    ['no header', { signature: null }],
    ['an old call', { now: now + 301_000 }],
    ['a call from the future', { now: now - 301_000 }],
    ['another time than was signed', { signature: `t=${seconds + 1},v1=${sign(body)}` }],
    ['another version', { signature: `t=${seconds},v0=${sign(body)}` }],
    ['upper case', { signature: header.toUpperCase() }],
    ['a short signature', { signature: header.slice(0, -2) }],
    ['more behind it', { signature: `${header},v1=` }],
  ])('error: refuses %s', async (_, wrong) => {
    const call = { body, signature: header, secret, now, ...wrong }
    expect(await verifyOrderEvent(call)).toBeUndefined()
  })

  test('error: refuses a signed body that is no event', async () => {
    for (const text of ['', '{}', 'null', JSON.stringify({ ...event, order: {} })]) {
      const signature = `t=${seconds},v1=${sign(text)}`
      expect(await verifyOrderEvent({ body: text, signature, secret, now })).toBeUndefined()
    }
  })
})
