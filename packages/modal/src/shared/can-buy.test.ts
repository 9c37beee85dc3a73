import type { Kit } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { canBuy } from './can-buy.ts'

const kitOf = (namespace: Namespace, options: Partial<Kit['options']> = {}) =>
  ({
    options: { gateway: { url: '', project: '' }, ...options },
    getState: () => ({ namespace, features: options.features ?? {} }),
  }) as unknown as Kit

describe('canBuy', () => {
  test.each([
    ['eip155', true],
    ['solana', true],
    ['bip122', false],
    ['stacks', false],
  ] as const)('parameters: sellers deliver to %s: %s', (namespace, can) => {
    expect(canBuy(kitOf(namespace))).toBe(can)
  })

  test('behavior: nobody sells without a gateway, or where the owner does not want it', () => {
    const { options } = kitOf('eip155')
    expect(
      canBuy({ ...kitOf('eip155'), options: { ...options, gateway: undefined } } as unknown as Kit),
    ).toBe(false)
    expect(canBuy(kitOf('eip155', { features: { onramp: false } }))).toBe(false)
  })
})
