import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { readMessage } from './message.ts'
import type { ApprovalRequest } from './reading.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const asked: ApprovalRequest = {
  chain: 'eip155:1',
  method: 'personal_sign',
  params: [],
  account,
  site: 'https://shop.example',
  now: 1_000,
}
const read = (text: string, more: Partial<ApprovalRequest> = {}) =>
  readMessage({ ...asked, ...more }, new TextEncoder().encode(text))
const siwe = {
  address: account,
  chainId: 1,
  domain: 'shop.example',
  nonce: 'abcdefgh1234',
  uri: 'https://shop.example/cart',
  version: '1',
} as const

describe('readMessage', () => {
  test('default: text is shown as it is', () => {
    expect(read('Hello\nyou')).toMatchObject({ kind: 'message', text: 'Hello\nyou', warnings: [] })
  })

  test('behavior: bytes that are no text, and hashes', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, i) => 200 + i)
    expect(readMessage(asked, bytes)).toEqual({
      kind: 'message',
      bytes: `0x${Buffer.from(bytes).toString('hex')}`,
      warnings: ['hash-message'],
    })
    expect(read('a'.repeat(64))).toMatchObject({ warnings: ['hash-message'] })
    // Thirty-two bytes that happen to be letters.
    expect(read('abcdefghijklmnopqrstuvwxyzabcdef')).toMatchObject({ warnings: ['hash-message'] })
    // A hash inside a longer text is text.
    for (const text of [`${'a'.repeat(64)} is it`, `it is ${'a'.repeat(64)}`]) {
      expect(read(text)).toMatchObject({ warnings: [] })
    }
    expect(readMessage(asked, new Uint8Array(40))).not.toHaveProperty('text')
  })

  test('behavior: letters that hide are said', () => {
    for (const letter of [
      '\u202e',
      '\u200b',
      '\u2066',
      '\u00ad',
      '\u3164',
      '\u{e0041}',
      '\ufeff',
      '\u0000',
    ]) {
      expect(read(`pay ${letter} me, and nobody else`)).toMatchObject({
        warnings: ['hidden-letters'],
      })
    }
  })

  test('behavior: a sign-in of the page itself', () => {
    const text = createSiweMessage({
      ...siwe,
      statement: 'Buy things.',
      resources: ['https://a.example'],
    })
    expect(read(text)).toMatchObject({
      kind: 'sign-in',
      domain: 'shop.example',
      statement: 'Buy things.',
      warnings: [],
    })
    expect(read(createSiweMessage(siwe))).toMatchObject({ kind: 'sign-in', warnings: [] })
  })

  test('behavior: a sign-in that does not fit who asks', () => {
    const warned = (more: object) => {
      const reading = read(createSiweMessage({ ...siwe, ...more }))
      return reading.kind === 'sign-in' && reading.warnings
    }
    expect(warned({ domain: 'bank.example' })).toEqual(['domain-mismatch'])
    expect(warned({ domain: 'shop.example:444' })).toEqual(['domain-mismatch'])
    expect(warned({ uri: 'https://bank.example/' })).toEqual(['domain-mismatch'])
    expect(warned({ uri: 'http://shop.example/' })).toEqual(['domain-mismatch'])
    expect(warned({ chainId: 5 })).toEqual(['chain-mismatch'])
    expect(warned({ address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' })).toEqual([
      'account-mismatch',
    ])
    expect(warned({ expirationTime: new Date(500) })).toEqual(['expired'])
  })

  test('behavior: what only resembles a sign-in is said to', () => {
    const text = createSiweMessage(siwe)
    for (const other of [
      text.replace('wants you', 'wants  you'),
      text.replace('Version: 1', 'Version: 2'),
      text.replace('URI: ', 'Note: '),
      `${text}\nNonce: zzzzzzzzzz`,
      text.replace('shop.example', 'shop.example '),
      text.replace('Nonce: ', 'Your Nonce: '),
      text.replace('Nonce: ', 'Nonce: !'),
      text.replace('abcdefgh1234', 'abcdefgh1234!'),
    ]) {
      expect(read(other)).toMatchObject({ kind: 'message', warnings: ['nearly-sign-in'] })
    }
    // The other ends of lines, as Windows writes them too.
    for (const end of ['\r', '\u2028']) {
      expect(read(text.replace('Version: 1', `Version: 1${end}`))).toMatchObject({
        kind: 'message',
        warnings: expect.arrayContaining(['nearly-sign-in']),
      })
    }
  })

  test('behavior: other families write it alike', () => {
    const solana = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
    const text = `shop.example wants you to sign in with your Solana account:\n${solana}\n\nHello.\n\nURI: https://shop.example\nVersion: 1\nChain ID: mainnet\nNonce: abcdefgh1234\nIssued At: 2026-01-01T00:00:00Z`
    expect(
      read(text, { chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', account: solana }),
    ).toMatchObject({
      kind: 'sign-in',
      warnings: [],
    })
    expect(
      read(text, {
        chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        account: solana.toLowerCase(),
      }),
    ).toMatchObject({
      warnings: ['account-mismatch'],
    })
  })
})
