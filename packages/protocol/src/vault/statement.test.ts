import { describe, expect, test } from 'vitest'
import type { NewSplit } from './api.ts'
import { methodStatement, splitStatement } from './statement.ts'

const of = { account: 'a"1', device: 'd1' }
const method = {
  kind: 'passkey',
  publicKey: 'BA',
  credential: 'c',
  salt: 's',
  isSynced: true,
} as const
const split: NewSplit = {
  expects: null,
  publics: { eip155: '02', solana: 'S', bip122: '03' },
  share: 'x',
  recovery: [{ ...method, sealed: 'y', vouch: 'v' }],
  signature: 'never part of it',
}

describe('splitStatement', () => {
  test('default: everything but the signature, names in order', () => {
    expect(splitStatement(of, split)).toBe(
      'latchkey-vault-split-1\n{"account":"a\\"1","device":"d1","split":{"expects":null,"publics":{"bip122":"03","eip155":"02","solana":"S"},' +
        '"recovery":[{"credential":"c","isSynced":true,"kind":"passkey","publicKey":"BA","salt":"s","sealed":"y","vouch":"v"}],"share":"x"}}',
    )
  })

  test('behavior: the order in which it was written, and what is undefined, are nothing; the order of a list is something', () => {
    const { share, recovery, publics, expects } = split
    const other = {
      recovered: undefined,
      share,
      recovery,
      publics: { ...publics },
      expects,
    } as unknown as NewSplit
    expect(splitStatement({ device: of.device, account: of.account }, other)).toBe(
      splitStatement(of, split),
    )
    const two = [...recovery, { kind: 'operator', sealed: 'z' } as const]
    const [one, turned] = [two, [...two].reverse()].map((each) =>
      splitStatement(of, { ...split, recovery: each }),
    )
    expect(one).not.toBe(turned)
  })
})

describe('methodStatement', () => {
  test('default: the way and the account, not the row it lies in', () => {
    const text =
      'latchkey-vault-method-1\n{"account":"a1","method":{"credential":"c","isSynced":true,"kind":"passkey","publicKey":"BA","salt":"s"}}'
    expect(methodStatement('a1', method)).toBe(text)
    expect(
      methodStatement('a1', { ...method, id: 'i', sealed: 'y', vouch: 'v', createdAt: 1 } as never),
    ).toBe(text)
    expect(methodStatement('a1', { ...method, isSynced: false })).not.toBe(text)
  })
})
