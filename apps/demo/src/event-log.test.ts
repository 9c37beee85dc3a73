import type { KitEvent } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { describeEvent } from './event-log.ts'

describe('describeEvent', () => {
  test('behavior: bigints as text, no pictures, no functions', () => {
    const event = {
      type: 'transaction-confirmed',
      id: 'a',
      at: 1,
      fee: 21_000n,
      icon: 'data:image/png;base64,AAAA',
      stop: () => undefined,
    } as unknown as KitEvent
    expect(describeEvent(event)).toBe('{"id":"a","at":1,"fee":"21000"}')
  })

  test('behavior: bounded', () => {
    const event = { type: 'transaction-lost', id: 'x'.repeat(5000) } as unknown as KitEvent
    expect(describeEvent(event).length).toBe(401)
  })
})
