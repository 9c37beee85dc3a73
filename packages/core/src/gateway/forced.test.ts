import type { ChainId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Kit } from '../machine/kit.ts'
import { forcedOf } from './forced.ts'

const kitWith = (settled: readonly (readonly [ChainId, number | undefined])[]): Kit => {
  const transactions = Object.fromEntries(
    settled.map(([chain, ago], at) => [
      at,
      { chain, ...(ago !== undefined && { settledAt: Date.now() - ago }) },
    ]),
  )
  return { getState: () => ({ transactions }) } as unknown as Kit
}

describe('forcedOf', () => {
  test('default: chains on which something has just settled, of those that are asked', () => {
    const kit = kitWith([
      ['alpha:1', 100],
      ['beta:1', 9_000],
      ['beta:2', 100],
    ])
    expect(forcedOf(kit, ['alpha:1', 'beta:1', 'gamma:1'])).toEqual({
      forceUpdate: 'alpha:1,beta:1',
    })
  })

  test('behavior: nothing is forced by what is under way, or was over before a gateway has forgotten it', () => {
    const kit = kitWith([
      ['alpha:1', undefined],
      ['alpha:1', 10_001],
    ])
    expect(forcedOf(kit, ['alpha:1'])).toEqual({})
  })
})
