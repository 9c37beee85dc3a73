import { describe, expect, test } from 'vitest'
import type { Session, SessionAccount } from '../contract/session.ts'
import { keepSelectedAccount } from './keep-selected-account.ts'

type Listed = readonly (readonly [address: string, type: SessionAccount['type']])[]
const of = (accounts: Listed, selected: string, picked?: SessionAccount['type']): Session => ({
  namespace: 'alpha',
  chains: [],
  accounts: accounts.map(([address, type]) => ({ account: `alpha:1:${address}`, type })),
  selected: `alpha:1:${selected}`,
  ...(picked && { picked }),
})
const both: Listed = [
  ['k1', 'eoa'],
  ['s1', 'smartAccount'],
  ['s2', 'smartAccount'],
]

describe('keepSelected', () => {
  test.each<[string, Session, Session, boolean, string]>([
    [
      'the address of the kind that was picked',
      of(both, 's2', 'smartAccount'),
      of(both, 'k1'),
      false,
      's2',
    ],
    [
      'the first of the kind that was picked, where its address is gone',
      of(both, 's2', 'smartAccount'),
      of(both.slice(0, 2), 'k1'),
      false,
      's1',
    ],
    [
      'what the wallet says, where the kind is gone',
      of(both, 's2', 'smartAccount'),
      of([['k9', 'eoa']], 'k9'),
      false,
      'k9',
    ],
    ['what the wallet says, where nothing was picked', of(both, 's1'), of(both, 'k1'), false, 'k1'],
    [
      'the same address where that is asked for',
      of(
        [
          ['a', 'eoa'],
          ['b', 'eoa'],
        ],
        'b',
      ),
      of(
        [
          ['a', 'eoa'],
          ['b', 'eoa'],
        ],
        'a',
      ),
      true,
      'b',
    ],
    [
      'what the wallet says where the address is gone',
      of(
        [
          ['a', 'eoa'],
          ['b', 'eoa'],
        ],
        'b',
      ),
      of([['a', 'eoa']], 'a'),
      true,
      'a',
    ],
  ])('behavior: stays %s', (_, before, after, isSame, kept) => {
    const { selected, picked } = keepSelectedAccount(before, after, isSame)
    expect([selected, picked]).toEqual([`alpha:1:${kept}`, before.picked])
  })
})
