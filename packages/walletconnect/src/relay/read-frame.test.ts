import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrame } from './read-frame.ts'

const topic = 'a'.repeat(64)
const push = (id: string, data: object = { topic, message: 'AA==', tag: 1100, publishedAt: 5 }) =>
  `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"7","data":${JSON.stringify(data)}}}`

describe('readFrame', () => {
  it('default', () => {
    expect(readFrame(push('"1"'))).toEqual({
      type: 'push',
      receipt: '{"id":"1","jsonrpc":"2.0","result":true}',
      delivery: { topic, message: 'AA==', tag: 1100, publishedAt: 5 },
    })
    expect(readFrame('{"id":"5","jsonrpc":"2.0","result":false}')).toEqual({
      type: 'result',
      id: '5',
      result: false,
    })
    expect(readFrame('{"id":"5","error":{"code":-1,"message":"no"}}')).toEqual({
      type: 'error',
      id: '5',
      code: -1,
      reason: 'no',
    })
  })

  it.each([
    ['1234567890123456789', '1234567890123456789'],
    ['12', '12'],
    ['"12"', '"12"'],
    ['"1\\n\\"2"', '"1\\n\\"2"'],
    ['1e3', '1000'],
    ['1e30', '1e+30'],
    ['-4', '-4'],
  ])('parameters: id %s', (id, echoed) => {
    expect(readFrame(push(id))).toMatchObject({
      receipt: `{"id":${echoed},"jsonrpc":"2.0","result":true}`,
    })
  })

  it('behavior: a numeric answer of 19 digits is matched exactly', () => {
    expect(readFrame('{"result":true,"id" : 1795258708705053401}')).toMatchObject({
      id: '1795258708705053401',
    })
    expect(
      readFrame('{"params":{"id":99999999999999999},"result":true,"id":1795258708705053401}'),
    ).toMatchObject({
      id: '1795258708705053401',
    })
  })

  it.each([
    ['no topic', { message: 'AA==' }],
    ['upper-case topic', { topic: 'A'.repeat(64), message: 'AA==' }],
    ['short topic', { topic: 'a', message: 'AA==' }],
    ['no message', { topic }],
    ['empty message', { topic, message: '' }],
    ['message of another type', { topic, message: 5 }],
  ])('behavior: %s is acknowledged and delivers nothing', (_, data) => {
    expect(readFrame(push('"1"', data))).toEqual({
      type: 'push',
      receipt: '{"id":"1","jsonrpc":"2.0","result":true}',
    })
  })

  it('behavior: tag and time have a default', () => {
    const frame = readFrame(push('1', { topic, message: 'AA==', tag: 'x', publishedAt: null }))
    expect(frame).toMatchObject({ delivery: { tag: 0, publishedAt: expect.any(Number) } })
  })

  it.each([
    undefined,
    null,
    5,
    new ArrayBuffer(4),
    '',
    'null',
    '[1]',
    '{"id":1',
    '{"id":1}',
    '{"id":null,"result":1}',
    '{"id":[],"result":1}',
    '{"result":1}',
    `{"id":"${'9'.repeat(129)}","result":1}`,
    `{"id":1,"result":"${'x'.repeat(1_048_576)}"}`,
  ])('behavior: ignored: %#', (data) => {
    expect(readFrame(data)).toBeUndefined()
  })

  it('behavior: a request of an unknown method is no answer', () => {
    expect(readFrame('{"id":1,"method":"irn_unknown","result":true}')).toEqual({ type: 'other' })
  })

  it('behavior: 3,000 hostile frames', { timeout: 30_000 }, () => {
    const id = fc.oneof(
      fc.string(),
      fc.double(),
      fc.bigInt().map(String),
      fc.constant(null),
      fc.jsonValue(),
    )
    const shaped = fc.record(
      {
        id,
        jsonrpc: fc.anything(),
        method: fc.oneof(fc.constant('irn_subscription'), fc.string()),
        params: fc.oneof(
          fc.jsonValue(),
          fc.record({
            id,
            data: fc.record({
              topic: fc.constantFrom(topic, '', 'x'),
              message: fc.jsonValue(),
              tag: id,
            }),
          }),
        ),
        result: fc.jsonValue(),
        error: fc.oneof(
          fc.jsonValue(),
          fc.record({ code: fc.jsonValue(), message: fc.jsonValue() }),
        ),
      },
      { requiredKeys: [] },
    )
    const answer = fc.record({ id, result: fc.jsonValue() })
    const refusal = fc.record({
      id,
      error: fc.record({ code: fc.jsonValue(), message: fc.string({ maxLength: 500 }) }),
    })
    const text = (value: unknown) =>
      JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
    const cut = fc.tuple(shaped.map(text), fc.nat(200)).map(([whole, at]) => whole.slice(0, at))
    const seen = { push: 0, result: 0, error: 0, other: 0, ignored: 0 }
    fc.assert(
      fc.property(
        fc.oneof(
          shaped.map(text),
          answer.map(text),
          refusal.map(text),
          cut,
          fc.string(),
          fc.anything(),
        ),
        (data) => {
          const frame = readFrame(data)
          seen[frame?.type ?? 'ignored'] += 1
          if (frame?.type === 'push') {
            expect(JSON.parse(frame.receipt).id).toEqual(JSON.parse(String(data)).id)
            if (frame.delivery) expect(typeof frame.delivery.message).toBe('string')
          }
          if (frame?.type === 'error') expect(frame.reason.length).toBeLessThanOrEqual(200)
        },
      ),
      { numRuns: 3_000 },
    )
    for (const count of Object.values(seen)) {
      expect(count).toBeGreaterThan(20)
    }
  })
})
