import { describe, expect, test } from 'vitest'
import { openBehaviors } from './behavior-queue.ts'

describe('openBehaviors', () => {
  test('default', () => {
    const behaviors = openBehaviors('approve')
    expect(behaviors.take('personal_sign', true)).toBe('approve')
    behaviors.set('reject', 'personal_sign')
    expect(behaviors.take('personal_sign', true)).toBe('reject')
    expect(behaviors.take('eth_sendTransaction', true)).toBe('approve')
    behaviors.set('hang')
    expect(behaviors.take('personal_sign', true)).toBe('hang')
  })

  test('behavior: a single behaviour waits for a prompt and is used once', () => {
    const behaviors = openBehaviors('approve')
    behaviors.addOnce('reject')
    expect(behaviors.take('eth_chainId', false)).toBe('approve')
    expect(behaviors.take('personal_sign', true)).toBe('reject')
    expect(behaviors.take('personal_sign', true)).toBe('approve')
  })

  test('behavior: single behaviours of a method are used in order, others wait', () => {
    const behaviors = openBehaviors('approve')
    behaviors.addOnce('reject', 'personal_sign')
    behaviors.addOnce('hang', 'personal_sign')
    expect(behaviors.take('eth_sendTransaction', true)).toBe('approve')
    expect(behaviors.take('personal_sign', true)).toBe('reject')
    expect(behaviors.take('personal_sign', true)).toBe('hang')
    expect(behaviors.take('personal_sign', true)).toBe('approve')
  })

  test('behavior: setting everything forgets what waits', () => {
    const behaviors = openBehaviors('approve')
    behaviors.addOnce('reject')
    behaviors.set('approve')
    expect(behaviors.take('personal_sign', true)).toBe('approve')
  })
})
