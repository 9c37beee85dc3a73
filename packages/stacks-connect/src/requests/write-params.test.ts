import {
  Cl,
  type ClarityValue,
  cvToHex,
  Pc,
  type PostCondition,
  PostConditionMode,
  postConditionToHex,
} from '@stacks/transactions'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeParams } from './write-params.ts'

const bare = (hex: string) => hex.replace(/^0x/, '')
const address = 'SP000000000000000000002Q6VF78'
const { value } = fc.letrec<{ value: ClarityValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.bigInt(-(1n << 127n), (1n << 127n) - 1n).map(Cl.int),
    fc.bigInt(0n, (1n << 128n) - 1n).map(Cl.uint),
    fc.boolean().map(Cl.bool),
    fc.constantFrom(address, `${address}.pox-4`).map(Cl.principal),
    fc.uint8Array({ maxLength: 40 }).map(Cl.buffer),
    fc.stringMatching(/^[ -~]{0,40}$/).map(Cl.stringAscii),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map(Cl.stringUtf8),
    fc.constant(Cl.none()),
    tie('value').map(Cl.some),
    tie('value').map(Cl.ok),
    tie('value').map(Cl.error),
    fc.array(tie('value'), { maxLength: 3 }).map((all) => Cl.list(all)),
    fc
      .dictionary(fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/), tie('value'), { maxKeys: 3 })
      .map((all) => Cl.tuple(all)),
  ),
}))

describe('writeParams', () => {
  test('default: Clarity values as the library serialises them', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(writeParams({ functionArgs: [one] })).toEqual({ functionArgs: [bare(cvToHex(one))] })
      }),
      { numRuns: 300 },
    )
  })

  test('behavior: post-conditions as the library serialises them', () => {
    const conditions: PostCondition[] = [
      Pc.principal(address).willSendEq(5).ustx(),
      Pc.origin().willSendLte(5).ustx(),
      Pc.principal(`${address}.vault`).willSendGt(7).ft(`${address}.token`, 'coin'),
      Pc.principal(address).willSendGte(7).ft(`${address}.token`, 'coin'),
      Pc.principal(address).willSendLt(7).ft(`${address}.token`, 'coin'),
      Pc.principal(address).willSendAsset().nft(`${address}.keys::key`, Cl.uint(3)),
      Pc.principal(address).willNotSendAsset().nft(`${address}.keys::key`, Cl.stringAscii('a')),
    ]
    const written = writeParams({
      postConditions: conditions,
      postConditionMode: PostConditionMode.Deny,
    })
    expect(written).toEqual({
      postConditions: conditions.map((one) => bare(postConditionToHex(one))),
      postConditionMode: 'deny',
    })
    expect(writeParams({ postConditionMode: PostConditionMode.Allow })).toEqual({
      postConditionMode: 'allow',
    })
  })

  test('behavior: amounts in every spelling, networks by name or object, what is undefined', () => {
    expect(
      writeParams({ amount: 5, fee: '6', nonce: 7n, memo: undefined, network: { chainId: 1 } }),
    ).toEqual({
      amount: 5n,
      fee: 6n,
      nonce: 7n,
      network: 'mainnet',
    })
    expect(
      writeParams({ recipients: [{ address, amount: '1' }], network: { chainId: 0x80000000 } }),
    ).toEqual({
      recipients: [{ address, amount: 1n }],
      network: 'testnet',
    })
    expect(writeParams(undefined)).toBeUndefined()
    expect(writeParams({ functionArgs: ['0x03'], network: 'devnet' })).toEqual({
      functionArgs: ['0x03'],
      network: 'devnet',
    })
  })

  const deep = () => {
    let one: unknown = { type: 'none' }
    for (let i = 0; i < 50; i++) {
      one = { type: 'some', value: one }
    }
    return one
  }
  test.each([
    { amount: 1.5 },
    { amount: '1e3' },
    { amount: '-1' },
    { functionArgs: [{ type: 'some', value: { type: 'nothing' } }] },
    { functionArgs: [{ type: 'uint', value: 'x' }] },
    { functionArgs: [{ type: 'buffer', value: 'xyz' }] },
    { functionArgs: [deep()] },
    { postConditions: [{ type: 'stx-postcondition', address, condition: 'about', amount: 1 }] },
    { postConditions: [{ type: 'pox-postcondition', address, condition: 'eq', amount: 1 }] },
    {
      postConditions: [
        { type: 'nft-postcondition', address, condition: 'sent', asset: 'x', assetId: 7 },
      ],
    },
  ])('behavior: %# is refused', (params) => {
    const refused = (() => {
      try {
        return writeParams(params)
      } catch (error) {
        return (error as { code?: unknown }).code
      }
    })()
    expect([-32602, 'rpc-invalid-params']).toContain(refused)
  })
})
