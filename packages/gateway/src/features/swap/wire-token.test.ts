import { describe, expect, test } from 'vitest'
import { accountOfToken, readToken } from './wire-token.ts'

const token = `0x${'aB'.repeat(20)}`

describe('tokenOf', () => {
  test('default', () => {
    expect(readToken(`eip155:1:${token}`)).toBe(token.toLowerCase())
    expect(readToken(`eip155:1:0x${'eE'.repeat(20)}`)).toBe('coin')
  })

  test('behavior: nothing else is a token', () => {
    for (const id of [
      token,
      'eip155:1',
      `eip155:1:${token}0`,
      `solana:abc:${token}`,
      `eip155:1/erc20:${token}`,
      '',
    ]) {
      expect(readToken(id)).toBeUndefined()
    }
  })
})

describe('accountOfToken', () => {
  test('default', () => {
    expect(accountOfToken('eip155:1', '0xab')).toBe('eip155:1:0xab')
    expect(readToken(accountOfToken('eip155:1', 'coin'))).toBe('coin')
  })
})
