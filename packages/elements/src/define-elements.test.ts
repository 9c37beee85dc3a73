import { describe, expect, test } from 'vitest'
import { defineElements } from './define-elements.ts'

describe('defineElements', () => {
  test('default: on a server it does nothing', () => {
    expect(typeof HTMLElement).toBe('undefined')
    expect(() => defineElements()).not.toThrow()
  })
})
