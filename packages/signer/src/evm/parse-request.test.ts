import { describe, expect, test } from 'vitest'
import { parseMessage, parseTransaction, parseTypedData } from './parse-request.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('parseMessage', () => {
  test('default', () => {
    expect(parseMessage(['0x68656c6c6f', account.toLowerCase()])).toEqual({
      account,
      bytes: '0x68656c6c6f',
      text: 'hello',
    })
  })

  test('behavior: text that is no hex is its bytes', () => {
    expect(parseMessage(['hello', account])).toMatchObject({ bytes: '0x68656c6c6f', text: 'hello' })
    expect(parseMessage(['0x123', account])).toMatchObject({ text: '0x123' })
  })

  test.each(['0xff00', '0x00', `0x${Buffer.from('pay \u202Eecila').toString('hex')}`])(
    'behavior: %s is not shown as text',
    (bytes) => expect(parseMessage([bytes, account])).toEqual({ account, bytes }),
  )

  test.each([
    [undefined],
    [[]],
    [['0x00', 'ada']],
    [[5, account]],
    [['x'.repeat(200_000), account]],
    ['text'],
  ])('behavior: %j is refused', (params) =>
    expect(() => parseMessage(params)).toThrow(expect.objectContaining({ code: -32602 })),
  )
})

describe('parseTypedData', () => {
  const data = { types: {}, domain: {}, primaryType: 'Mail', message: {} }

  test('default', () => {
    expect(parseTypedData([account, JSON.stringify(data)])).toEqual({ account, data })
    expect(parseTypedData([account, data])).toEqual({ account, data })
  })

  test.each([
    ['{'],
    [null],
    [{ ...data, types: [] }],
    [{ ...data, primaryType: 1 }],
    [{ ...data, message: undefined }],
  ])('behavior: %j is refused', (raw) =>
    expect(() => parseTypedData([account, raw])).toThrow(expect.objectContaining({ code: -32602 })),
  )
})

describe('parseTransaction', () => {
  test('default', () => {
    expect(
      parseTransaction([
        { from: account, to: account, value: '0x5', nonce: '0x2', chainId: '0x7a69' },
      ]),
    ).toEqual({
      from: account,
      to: account,
      value: 5n,
      data: '0x',
      nonce: 2,
      chain: 31_337,
    })
  })

  test.each([
    [{}],
    [{ from: account }],
    [{ from: account, to: '0x12' }],
    [{ from: account, to: account, value: 5 }],
    [{ from: account, to: account, value: '5' }],
    [{ from: account, to: account, data: '0x1' }],
    [{ from: account, to: account, nonce: '0xffffffffffffffff' }],
    [{ from: account, to: account, chainId: '31337' }],
  ])('behavior: %j is refused', (transaction) => {
    expect(() => parseTransaction([transaction])).toThrow(expect.objectContaining({ code: -32602 }))
  })
})
