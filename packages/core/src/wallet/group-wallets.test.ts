import { describe, expect, test } from 'vitest'
import { wallet } from '../../test/fake-parts.ts'
import type { Connector } from '../contract/connector.ts'
import { groupWallets } from './group-wallets.ts'

const listing = { id: 'fox', name: 'Fox', rdns: 'io.fox', keys: ['Fox Standard'], color: '#ff0000' }
const of = (id: string, namespace: string, keys: readonly string[], name = id): Connector =>
  wallet(id, [namespace], { wallet: { name, keys, origin: 'announced' } })
const rows = (connectors: readonly Connector[], listings = [listing]): unknown =>
  groupWallets(connectors, listings).map(({ id, connectors: of }) => [id, of.map((c) => c.id)])

describe('groupWallets', () => {
  test('default: keys of one listing make one wallet', () => {
    const two = [
      of('1', 'alpha', ['io.fox']),
      of('x', 'alpha', ['io.x']),
      of('2', 'beta', ['Fox Standard']),
    ]
    expect(rows(two)).toEqual([
      ['fox', ['1', '2']],
      ['x', ['x']],
    ])
    expect(groupWallets(two, [listing])[0]).toMatchObject({
      name: '1',
      color: '#ff0000',
      listing,
      origin: 'announced',
    })
  })

  test('behavior: an equal name alone makes two rows', () => {
    expect(rows([of('1', 'alpha', ['io.a'], 'Same'), of('2', 'beta', ['io.b'], 'Same')])).toEqual([
      ['1', ['1']],
      ['2', ['2']],
    ])
  })

  test('behavior: one namespace by two standards is one row: by the way that opens more, else by the one found first', () => {
    const plain = of('standard', 'alpha', ['Fox Standard'])
    const both = { ...of('path', 'alpha', ['io.fox']), together: 'fox' }
    const other = { ...of('path:beta', 'beta', ['io.fox']), together: 'fox' }
    expect(rows([plain, both, other])).toEqual([['fox', ['path', 'path:beta']]])
    expect(rows([both, other, plain])).toEqual([['fox', ['path', 'path:beta']]])
    expect(rows([plain, of('1', 'alpha', ['io.fox'])])).toEqual([['fox', ['standard']]])
    const ambiguous = wallet('2', ['alpha'], {
      wallet: { name: '2', keys: ['Fox Standard'], origin: 'announced', isAmbiguous: true },
    })
    expect(rows([of('1', 'alpha', ['io.fox']), ambiguous])).toEqual([
      ['fox', ['1']],
      ['2', ['2']],
    ])
  })

  test('behavior: two providers with one rdns are both shown', () => {
    expect(rows([of('1', 'alpha', ['io.fox']), of('2', 'alpha', ['io.fox'])])).toEqual([
      ['fox', ['1']],
      ['2', ['2']],
    ])
  })
})
