import { describe, expect, test } from 'vitest'
import { newRelayId, newRequestId } from './ids.ts'

describe('newRequestId', () => {
  test('default: 16 digits, an exact number, the time first', () => {
    const ids = Array.from({ length: 200 }, () => newRequestId(1_700_000_000_123))
    for (const id of ids) {
      expect(String(id)).toMatch(/^1700000000123\d{3}$/)
      expect(Number.isSafeInteger(id)).toBe(true)
    }
    expect(new Set(ids).size).toBeGreaterThan(100)
  })
  test('behavior: of now', () => {
    expect(Math.abs(newRequestId() / 1000 - Date.now())).toBeLessThan(1000)
  })
})

describe('newRelayId', () => {
  test('default: text of 19 digits, the time first', () => {
    const ids = Array.from({ length: 2000 }, () => newRelayId(1_700_000_000_123))
    for (const id of ids) {
      expect(id).toMatch(/^1700000000123\d{6}$/)
    }
    expect(new Set(ids).size).toBeGreaterThan(1900)
  })
})
