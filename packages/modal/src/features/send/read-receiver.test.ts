import type { Adapter } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { readReceiver } from './read-receiver.ts'

const adapter = {
  namespace: 'test',
  isAddress: (text: string) => /^[a-f]{8}$/.test(text),
  read: { addressOfName: async () => null },
} as unknown as Adapter
const chain = 'test:1'
const nameless = { ...adapter, read: {} } as unknown as Adapter

describe('readReceiver', () => {
  it.each([
    ['', { kind: 'empty' }],
    ['   ', { kind: 'empty' }],
    ['abcdefab', { kind: 'address', address: 'abcdefab' }],
    ['  abcdefab\n', { kind: 'address', address: 'abcdefab' }],
    ['test:1:abcdefab', { kind: 'address', address: 'abcdefab' }],
    ['test:2:abcdefab', { kind: 'other-chain' }],
    ['eip155:1:abcdefab', { kind: 'other-chain' }],
    ['solana:1:abcdefab', { kind: 'other-chain' }],
    ['nobody:1:abcdefab', { kind: 'invalid' }],
    ['test:1:xyz', { kind: 'invalid' }],
    ['Ada.eth', { kind: 'name', name: 'ada.eth' }],
    ['shop.ada.eth', { kind: 'name', name: 'shop.ada.eth' }],
    ['ada', { kind: 'invalid' }],
    ['ada.', { kind: 'invalid' }],
    ['.eth', { kind: 'invalid' }],
    ['https://ada.eth', { kind: 'invalid' }],
    ['ada eth.eth', { kind: 'invalid' }],
    [`${'a'.repeat(300)}.eth`, { kind: 'invalid' }],
  ])('parameters: %j', (text, receiver) => {
    expect(readReceiver(text, { adapter, chain })).toEqual(receiver)
  })

  it('behavior: without names in the family a name is no receiver', () => {
    expect(readReceiver('ada.eth', { adapter: nameless, chain })).toEqual({ kind: 'invalid' })
  })
})
