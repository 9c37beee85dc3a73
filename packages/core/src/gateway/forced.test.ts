import type { ChainId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Kit } from '../machine/kit.ts'
import { forcedUpdateParams } from './forced.ts'

function kitWith(
  settled: readonly (readonly [ChainId, number | undefined])[],
  stored?: string,
): Kit {
  const transactions = Object.fromEntries(
    settled.map(([chain, ago], at) => [
      at,
      { chain, ...(ago !== undefined && { settledAt: Date.now() - ago }) },
    ]),
  )
  const storage = { getItem: () => stored ?? null, removeItem: () => {} }
  return { id: 'kit', storage, getState: () => ({ transactions }) } as unknown as Kit
}

describe('forcedOf', () => {
  test('default: chains on which something has just settled, of those that are asked', () => {
    const kit = kitWith([
      ['alpha:1', 100],
      ['beta:1', 9_000],
      ['beta:2', 100],
    ])
    expect(forcedUpdateParams(kit, ['alpha:1', 'beta:1', 'gamma:1'])).toEqual({
      forceUpdate: 'alpha:1,beta:1',
    })
  })

  test('behavior: nothing is forced by what is under way, or was over before a gateway has forgotten it', () => {
    const kit = kitWith([
      ['alpha:1', undefined],
      ['alpha:1', 10_001],
    ])
    expect(forcedUpdateParams(kit, ['alpha:1'])).toEqual({})
  })

  test('behavior: what settled in an earlier page load is asked anew as well', () => {
    const at = (ago: number): number => Date.now() - ago
    const stored = { 'alpha:1': at(9_000), 'beta:1': at(10_001), 'gamma:1': at(-1_000) }
    const kit = kitWith([['beta:2', 100]], JSON.stringify(stored))
    const chains = ['alpha:1', 'beta:1', 'beta:2', 'gamma:1'] as const
    expect(forcedUpdateParams(kit, chains)).toEqual({ forceUpdate: 'alpha:1,beta:2' })
  })

  test.each(['null', '[]', '"alpha:1"', '{"alpha:1":"now","beta:1":null,"no chain":1}', 'no JSON'])(
    'error: storage that holds %s asks for nothing',
    (stored) => expect(forcedUpdateParams(kitWith([], stored), ['alpha:1', 'beta:1'])).toEqual({}),
  )
})
