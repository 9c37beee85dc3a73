import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evmPayload } from '../worker/evm-payload.ts'
import { readRequest } from './read-request.ts'
import type { ApprovalRequest, Reading } from './reading.ts'

// fast-check's own `binary` says the same, and takes seconds to make.
const anyPoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))

const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const ask = (method: string, params: unknown, chain = 'eip155:1'): ApprovalRequest => ({
  chain,
  method,
  params,
  account,
  site: 'https://shop.example',
  now: 0,
})
const methods = [
  ['eip155:1', 'personal_sign'],
  ['eip155:1', 'eth_signTypedData_v4'],
  ['eip155:1', 'eth_sendTransaction'],
  ['eip155:1', 'wallet_sendCalls'],
  ['eip155:1', 'wallet_signAuthorization'],
  ['solana:x', 'solana_signMessage'],
  ['solana:x', 'solana_signTransaction'],
  ['solana:x', 'solana_signAllTransactions'],
  ['bip122:x', 'signPsbt'],
  ['bip122:x', 'signMessage'],
  ['bip122:x', 'sendTransfer'],
] as const
/** Names a decoder looks for, so that more than the first check is reached. */
const names = [
  'to',
  'data',
  'value',
  'calls',
  'types',
  'domain',
  'message',
  'primaryType',
  'psbt',
  'transaction',
  'pubkey',
  '__proto__',
]
const base64 = fc
  .uint8Array({ maxLength: 600 })
  .map((bytes) => Buffer.from(bytes).toString('base64'))
const leaf = fc.oneof(
  fc.string({ unit: anyPoint, maxLength: 80 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  base64,
  fc.constantFrom(
    account,
    '0xa9059cbb',
    'constructor',
    -1,
    1e300,
    Number.NaN,
    null,
    undefined,
    true,
  ),
)
const hostile = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie('any'), { maxKeys: 6 }),
  ),
})).any

const sizeOf = (reading: Reading): number =>
  JSON.stringify(reading, (_, value) => (typeof value === 'bigint' ? String(value) : value)).length

describe('readRequest', () => {
  test('default', async () => {
    expect(await readRequest(ask('personal_sign', ['Hi', account]))).toMatchObject({
      kind: 'message',
      text: 'Hi',
    })
  })

  test('behavior: hex is bytes, and what only looks like it is text', async () => {
    expect(await readRequest(ask('personal_sign', ['0x4869', account]))).toMatchObject({
      text: 'Hi',
    })
    expect(await readRequest(ask('personal_sign', ['0x486', account]))).toMatchObject({
      text: '0x486',
    })
    expect(await readRequest(ask('personal_sign', ['0X4869', account]))).toMatchObject({
      text: 'Hi',
    })
  })

  test('behavior: the bytes that are shown are the bytes that the worker signs', async () => {
    const data = fc.oneof(
      leaf,
      fc.constantFrom('0x', '0X00', '0x0', '0xzz', ' 0x00', '\ud800', 'x'.repeat(32)),
    )
    await fc.assert(
      fc.asyncProperty(data, async (text) => {
        if (typeof text !== 'string') return
        const shown = {
          chain: 'eip155:1',
          method: 'personal_sign',
          params: [text, account],
        } as const
        const reading = await readRequest(ask(shown.method, shown.params))
        // A hash may be an operation's: that is not signed as a message at all.
        if ('bytes' in reading && reading.bytes.length === 66) {
          expect(() => evmPayload(shown, account)).toThrow()
          return
        }
        const signed = evmPayload(shown, account)
        expect(reading.kind).toMatch(/message|sign-in/)
        expect(signed.kind === 'message' && Buffer.from(signed.message).toString('hex')).toBe(
          'bytes' in reading && reading.bytes.slice(2),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('behavior: another method, chain, account or size is unreadable', async () => {
    const cases = [
      [ask('eth_sign', [account, '0x']), 'method'],
      [ask('personal_sign', ['Hi', account], 'cosmos:hub'), 'method'],
      [ask('constructor', []), 'method'],
      [ask('personal_sign', ['Hi', '0x00000000000000000000000000000000000000bb']), 'account'],
      [ask('personal_sign', ['Hi']), 'account'],
      [ask('personal_sign', [5, account]), 'shape'],
      [ask('personal_sign', ['x'.repeat(262_144), account]), 'size'],
    ] as const
    for (const [asked, reason] of cases) {
      expect(await readRequest(asked)).toMatchObject({ kind: 'unreadable', reason })
    }
  })

  test('behavior: never throws, whatever a page sends, and what it makes of it is bounded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...methods),
        fc.oneof(hostile, fc.array(hostile, { maxLength: 3 })),
        async ([chain, method], params) => {
          const reading = await readRequest(ask(method, params, chain))
          expect(['transaction', 'bitcoin', 'message', 'sign-in', 'typed', 'unreadable']).toContain(
            reading.kind,
          )
          expect(sizeOf(reading)).toBeLessThan(2_000_000)
        },
      ),
      { numRuns: 1_500 },
    )
  })
})
