import { encodeAbiParameters, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasCode, readSymbol, readToken } from './read-token.ts'

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const node = (results: Record<string, unknown>) =>
  (async (_: unknown, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body)
    return new Response(
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: results[params[0].data ?? method] }),
    )
  }) as never

describe('readToken', () => {
  test('default', async () => {
    const decimals = encodeAbiParameters([{ type: 'uint8' }], [6])
    expect(
      await readToken(
        'http://n',
        '0xaa',
        node({ '0x95d89b41': text('USDX'), '0x313ce567': decimals }),
      ),
    ).toEqual({
      symbol: 'USDX',
      decimals: 6,
    })
  })

  test('behavior: what is no token, no answer and no sense is null', async () => {
    const big = `0x${'f'.repeat(64)}`
    expect(await readToken('http://n', '0xaa', node({}))).toBeNull()
    expect(
      await readToken('http://n', '0xaa', node({ '0x95d89b41': text('A'), '0x313ce567': big })),
    ).toBeNull()
    expect(
      await readToken('http://n', '0xaa', node({ '0x95d89b41': text(''), '0x313ce567': text('') })),
    ).toBeNull()
    expect(
      await readToken('http://n', '0xaa', (() => Promise.reject(new Error('down'))) as never),
    ).toBeNull()
    expect(
      await readToken('http://n', '0xaa', (async () => new Response('<html>')) as never),
    ).toBeNull()
  })
})

describe('hasCode', () => {
  test('default', async () => {
    expect(await hasCode('http://n', '0xaa', node({ eth_getCode: '0x6000' }))).toBe(true)
    expect(await hasCode('http://n', '0xaa', node({ eth_getCode: '0x' }))).toBe(false)
    expect(await hasCode('http://n', '0xaa', node({}))).toBeNull()
  })
})

describe('symbolOf', () => {
  test('default: strings, and 32 bytes of old tokens', () => {
    expect(readSymbol(text('DAI'))).toBe('DAI')
    expect(readSymbol(stringToHex('MKR', { size: 32 }))).toBe('MKR')
  })

  test('behavior: only letters, digits and few signs; bounded', () => {
    expect(readSymbol(text('<b>A\u202eB c</b>'))).toBe('bABcb')
    expect(readSymbol(text('ABCDEFGHIJKLMNOP'))).toBe('ABCDEFGHIJKL')
    for (const answer of [
      '0x',
      null,
      '0x12',
      `0x${'f'.repeat(128)}`,
      `0x${'0'.repeat(62)}20${'f'.repeat(128)}`,
    ]) {
      expect(readSymbol(answer)).toMatch(/^[^\p{C}<>]*$/u)
    }
  })
})
