import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashAccount } from './hash-account.ts'

const key = new Uint8Array(32).fill(7)
const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('hashAccount', () => {
  test('default', () => {
    const hash = hashAccount(key, 'shop', ada)
    expect(hash).toMatch(/^0x[\da-f]{32}$/)
    expect(hashAccount(key, 'shop', ada.toLowerCase())).toBe(hash)
    // RFC 2104 written out: an independent way to the same bytes.
    const pad = (byte: number) =>
      Buffer.from(Buffer.concat([key, Buffer.alloc(32)]).map((one) => one ^ byte))
    const inner = createHash('sha256')
      .update(pad(0x36))
      .update(`["shop","${ada.toLowerCase()}"]`)
      .digest()
    const outer = createHash('sha256').update(pad(0x5c)).update(inner).digest('hex')
    expect(hash).toBe(`0x${outer.slice(0, 32)}`)
  })

  test('behavior: other key, project or case of a case-sensitive address: another hash', () => {
    const hashes = [
      hashAccount(key, 'shop', ada),
      hashAccount(new Uint8Array(32), 'shop', ada),
      hashAccount(key, 'other', ada),
      hashAccount(key, 'shop', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'),
      hashAccount(key, 'shop', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtv'),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('behavior: whoever lacks the key cannot try addresses', () => {
    const hash = hashAccount(key, 'shop', ada).slice(2)
    for (const text of [ada, ada.toLowerCase(), `["shop","${ada.toLowerCase()}"]`]) {
      expect(createHash('sha256').update(text).digest('hex')).not.toContain(hash)
      expect(createHmac('sha256', '').update(text).digest('hex')).not.toContain(hash)
    }
  })
})
