import { describe, expect, test } from 'vitest'
import {
  approval,
  at,
  contract,
  me,
  movement,
  other,
  pool,
  token,
  transaction,
  zero,
} from '../../../test/seen-transactions.ts'
import { classifyOperation, computeNetChanges } from './classify.ts'

const of = (more: Parameters<typeof transaction>[0]) => classifyOperation(transaction(more), me)
const moved = (...movements: Parameters<typeof movement>[0][]) =>
  of({ movements: movements.map(movement) })
const foreign = (...movements: Parameters<typeof movement>[0][]) =>
  of({ from: other, movements: movements.map(movement) })
const nft = { kind: 'erc721', token: at('9'), tokenId: 5n, amount: 1n } as const

describe('operationOf', () => {
  test('default', () => {
    expect(of({ selector: null, value: 1n, movements: [movement()] })).toBe('send')
    expect(foreign({ from: other, to: me })).toBe('receive')
    expect(moved({ token })).toBe('send')
    expect(foreign({ token, from: other, to: me })).toBe('receive')
    expect(foreign({ token, from: me, to: other })).toBe('send')
    expect(of({})).toBe('execute')
  })

  test('behavior: to oneself', () => {
    expect(moved({ to: me })).toBe('send')
    expect(of({ to: me, selector: null })).toBe('cancel')
    expect(of({ to: me, selector: '0x12345678' })).toBe('execute')
  })

  test('behavior: made and destroyed', () => {
    expect(foreign({ token, from: zero, to: me })).toBe('mint')
    expect(foreign({ token, from: zero, to: me }, { token: pool, from: other, to: me })).toBe(
      'receive',
    )
    expect(moved({ ...nft, from: zero, to: me }, { to: nft.token })).toBe('mint')
    expect(moved({ token, to: zero })).toBe('burn')
    expect(moved({ token, to: '0x000000000000000000000000000000000000dead' })).toBe('burn')
    expect(moved({ to: zero }, { token, to: other })).toBe('send')
  })

  test('behavior: approvals', () => {
    expect(of({ approvals: [approval()] })).toBe('approve')
    expect(of({ approvals: [approval()], movements: [movement({ token })] })).toBe('send')
  })

  test('behavior: a trade is one asset out and another in', () => {
    expect(moved({ token, to: pool }, { token: at('3'), from: pool, to: me })).toBe('trade')
    expect(moved({ to: contract }, { token, from: pool, to: me })).toBe('trade')
    expect(
      moved({ token, to: pool }, { kind: 'internal', position: -2, from: contract, to: me }),
    ).toBe('trade')
    expect(moved({ to: contract }, { ...nft, from: other, to: me })).toBe('trade')
    expect(moved({ ...nft, to: other }, { ...nft, tokenId: 6n, from: other, to: me })).toBe('trade')
  })

  test('behavior: change is no trade', () => {
    const change = { kind: 'internal', position: -2, from: contract, to: me, amount: 4n } as const
    expect(moved({ to: contract }, change)).toBe('send')
    expect(moved({ to: contract, amount: 4n }, change)).toBe('send')
  })

  test('behavior: wrapped coin and vaults', () => {
    expect(moved({ to: token }, { token, from: zero, to: me })).toBe('deposit')
    expect(
      moved({ token, to: zero }, { kind: 'internal', position: -2, from: token, to: me }),
    ).toBe('withdraw')
    expect(moved({ token: at('3'), to: pool }, { token: pool, from: zero, to: me })).toBe('deposit')
    expect(
      moved(
        { token: pool, to: pool },
        { token: at('3'), from: pool, to: me },
        { token, from: pool, to: me },
      ),
    ).toBe('withdraw')
    // A receipt made for what went elsewhere, and coin that came from elsewhere, prove nothing.
    expect(moved({ to: contract }, { token, from: zero, to: me })).toBe('trade')
    expect(
      moved({ token, to: zero }, { kind: 'internal', position: -2, from: contract, to: me }),
    ).toBe('trade')
  })

  test('behavior: a contract made', () => {
    expect(of({ to: null, created: contract })).toBe('deploy')
    expect(
      of({
        from: other,
        to: null,
        created: contract,
        movements: [movement({ from: other, to: me })],
      }),
    ).toBe('receive')
  })

  test('behavior: failed', () => {
    const failed = (more: Parameters<typeof transaction>[0]) => of({ isSuccess: false, ...more })
    expect(failed({ selector: null, value: 1n })).toBe('send')
    expect(failed({ to: null })).toBe('deploy')
    expect(failed({})).toBe('execute')
    expect(failed({ from: other, to: me })).toBe('receive')
  })

  test('behavior: nothing moved by a stranger keeps its direction', () => {
    expect(foreign({ token, amount: 0n })).toBe('send')
    expect(foreign({ token, amount: 0n, from: other, to: me })).toBe('receive')
    expect(moved({ token, amount: 0n })).toBe('execute')
  })
})

describe('netsOf', () => {
  test('default', () => {
    const change = movement({ kind: 'internal', position: -2, from: contract, to: me, amount: 4n })
    const [net, ...more] = computeNetChanges([movement({ to: contract, amount: 10n }), change], me)
    expect([net?.amount, net?.first.to, more.length]).toEqual([-6n, contract, 0])
  })
})
