import { expect, test } from 'vitest'
import { bundlerMethods, safeMethods } from './safe-methods.ts'

test('safeMethods: default: methods of nodes alone, and none that signs, sends or tells accounts', () => {
  for (const method of safeMethods) {
    expect(method).toMatch(/^eth_[a-z][A-Za-z]+$/)
    if (method !== 'eth_sendRawTransaction') {
      expect(method).not.toMatch(/sign|send|accounts/i)
    }
  }
})

test('bundlerMethods: default: each needs no approval', () => {
  expect([...bundlerMethods].filter((method) => !safeMethods.has(method))).toEqual([])
})
