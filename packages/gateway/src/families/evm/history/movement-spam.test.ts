import { describe, expect, test } from 'vitest'
import type { TokenFacts } from '../../../ports/token-port.ts'
import { at, me, movement, other, token } from '../../../test/seen-transactions.ts'
import { movementSpam } from './movement-spam.ts'

const stranger = { from: other, movementCount: 1 }
const got = movement({ token, from: other, to: me })
const piece = movement({
  kind: 'erc721',
  token: at('9'),
  tokenId: 5n,
  amount: 1n,
  from: other,
  to: me,
})
const facts = (more: Partial<TokenFacts> = {}): TokenFacts => ({
  address: token,
  kind: 'erc20',
  name: 'Dai',
  symbol: 'DAI',
  decimals: 18,
  spam: null,
  ...more,
})

describe('movementSpam', () => {
  test('default', () => {
    expect(movementSpam(stranger, got, me, facts(), undefined)).toBeNull()
    expect(movementSpam(stranger, got, me, undefined, undefined)).toBeNull()
    expect(movementSpam(stranger, got, me, facts({ spam: 'link' }), undefined)).toBe('link')
  })

  test('behavior: never what the account signed, nor the coin', () => {
    const own = { from: me, movementCount: 500 }
    expect(movementSpam(own, got, me, facts({ spam: 'link' }), undefined)).toBeNull()
    expect(movementSpam(own, { ...got, amount: 0n }, me, facts(), undefined)).toBeNull()
    expect(
      movementSpam({ ...stranger, movementCount: 500 }, movement(), me, undefined, undefined),
    ).toBeNull()
  })

  test('behavior: nothing, moved by a stranger, though the token is a good one', () => {
    const nothing = movement({ token, amount: 0n })
    expect(movementSpam(stranger, nothing, me, facts({ isTrusted: true }), undefined)).toBe(
      'zero-transfer',
    )
  })

  test('behavior: given to many at once, unless the operator knows the token', () => {
    expect(movementSpam({ ...stranger, movementCount: 50 }, got, me, facts(), undefined)).toBeNull()
    expect(movementSpam({ ...stranger, movementCount: 51 }, got, me, facts(), undefined)).toBe(
      'airdrop',
    )
    expect(
      movementSpam(
        { ...stranger, movementCount: 51 },
        got,
        me,
        facts({ isTrusted: true }),
        undefined,
      ),
    ).toBeNull()
  })

  test('behavior: a contract that is no token', () => {
    expect(movementSpam(stranger, got, me, facts({ kind: 'none' }), undefined)).toBe('no-token')
    expect(movementSpam(stranger, piece, me, facts({ kind: 'none' }), undefined)).toBeNull()
  })

  test('behavior: the name of a collectible, unless the operator knows the collection', () => {
    const face = { name: '5000 LATCH reward', image: null }
    expect(movementSpam(stranger, piece, me, facts({ kind: 'erc721' }), face)).toBe('lure')
    expect(
      movementSpam(stranger, piece, me, facts({ kind: 'erc721', isTrusted: true }), face),
    ).toBeNull()
    expect(movementSpam(stranger, got, me, facts(), face)).toBeNull()
  })
})
