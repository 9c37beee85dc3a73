import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { readAmount, readSwapRequest } from './read-swap-request.ts'

const [a, b] = [`eip155:1:0x${'aA'.repeat(20)}`, `eip155:1:0x${'bb'.repeat(20)}`]
const refused = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return hasCode(error)
      ? [error.context.sourceCode, error.context.field, error.context.reason]
      : error
  }
}

describe('readAsk', () => {
  test('default', () => {
    expect(readSwapRequest({ from: a, to: b, amount: '7' })).toEqual({
      chain: 'eip155:1',
      from: `0x${'aa'.repeat(20)}`,
      to: `0x${'bb'.repeat(20)}`,
      amount: 7n,
      side: 'pay',
    })
    expect(
      readSwapRequest({
        from: `eip155:1:0x${'e'.repeat(40)}`,
        to: b,
        amount: '7',
        side: 'receive',
      }),
    ).toMatchObject({
      from: 'coin',
      side: 'receive',
    })
  })

  test.each([
    ['tokens of two chains', { from: a, to: b.replace(':1:', ':10:') }],
    ['bare addresses', { from: a.slice(9), to: b }],
    ['another family', { from: a, to: b.replace('eip155', 'solana') }],
    ['a token for itself', { from: a, to: a.toLowerCase() }],
    ['nothing', { from: a, to: b, amount: '0' }],
    ['too much', { from: a, to: b, amount: String(2n ** 256n) }],
  ])('behavior: %s is refused by the words of the wire', (_, asked) => {
    expect(refused(() => readSwapRequest({ amount: '1', ...asked }))).toEqual([
      400,
      '',
      expect.stringMatching(/^Conversion parameter error: /),
    ])
  })
})

describe('readAmount', () => {
  test('default', () => {
    expect([readAmount('007'), readAmount(String(2n ** 256n - 1n))]).toEqual([7n, 2n ** 256n - 1n])
  })
})
