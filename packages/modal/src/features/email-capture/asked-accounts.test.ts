import type { Kit } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import type { AccountId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { rememberAskedAccount, wasAccountAsked } from './asked-accounts.ts'

function kitWith(entries: Record<string, string> = {}, more: object = {}) {
  const stored = new Map(Object.entries(entries))
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    ...more,
  }
  const kit = { id: 'shop', [inside]: {}, storage } as unknown as Kit
  return { kit, stored }
}
const key = 'latchkey.shop.v1.emails'
const ada: AccountId = 'eip155:1:0xAda'

describe('asked', () => {
  test('default: on every chain of the family, after a reload too, and nobody else', () => {
    const { kit, stored } = kitWith()
    expect(wasAccountAsked(kit, ada)).toBe(false)
    rememberAskedAccount(kit, ada)
    expect(stored.get(key)).toBe('["eip155:0xAda"]')
    const again = kitWith(Object.fromEntries(stored)).kit
    for (const one of [kit, again]) {
      expect([wasAccountAsked(one, ada), wasAccountAsked(one, 'eip155:10:0xAda')]).toEqual([
        true,
        true,
      ])
      expect([
        wasAccountAsked(one, 'eip155:1:0xB0b'),
        wasAccountAsked(one, 'solana:1:0xAda'),
      ]).toEqual([false, false])
    }
  })

  test('behavior: the newest fifty, each once', () => {
    const { kit, stored } = kitWith()
    for (let i = 0; i < 60; i++) {
      rememberAskedAccount(kit, `eip155:1:0x${i}`)
    }
    rememberAskedAccount(kit, 'eip155:1:0x59')
    expect(JSON.parse(stored.get(key) ?? '')).toHaveLength(50)
    expect([wasAccountAsked(kit, 'eip155:1:0x10'), wasAccountAsked(kit, 'eip155:1:0x9')]).toEqual([
      true,
      false,
    ])
  })

  test.each(['{', '{"0":"eip155:0xAda"}', 'null', '[7,null]'])(
    'behavior: a storage that holds %s asks',
    (text) => {
      expect(wasAccountAsked(kitWith({ [key]: text }).kit, ada)).toBe(false)
    },
  )

  test('behavior: a full storage, or none, is remembered until the page is left', () => {
    const full = kitWith(
      {},
      {
        setItem: () => {
          throw new Error('full')
        },
      },
    ).kit
    const none = { id: 'shop', [inside]: {}, storage: null } as unknown as Kit
    for (const kit of [full, none]) {
      rememberAskedAccount(kit, ada)
      expect(wasAccountAsked(kit, ada)).toBe(true)
    }
  })
})
