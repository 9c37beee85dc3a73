import {
  Cl,
  type ClarityValue,
  cvToHex,
  deserializeCV,
  Pc,
  postConditionToHex,
  serializeCV,
} from '@stacks/transactions'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boot } from '../../test/fixture.ts'
import { writeC32 } from './c32.ts'
import { clarity } from './clarity-value.ts'
import { writePostCondition } from './post-condition.ts'

interface Pair {
  readonly ours: string
  readonly theirs: ClarityValue
}
const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_-]{0,30}$/)
// The chain orders names of a tuple by their bytes; the library by a dictionary's rules, which are
// the same for these.
const key = fc.stringMatching(/^[a-z][a-z0-9-]{0,30}$/)
const address = fc
  .tuple(fc.constantFrom(20, 21, 22, 26), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([version, hash]) => writeC32({ version, hash }))
const principal = fc.oneof(
  address,
  fc.tuple(address, name).map(([one, contract]) => `${one}.${contract}`),
)
const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .bigInt(-(1n << 127n), (1n << 127n) - 1n)
      .map((value) => ({ ours: clarity.int(value), theirs: Cl.int(value) })),
    fc
      .bigInt(0n, (1n << 128n) - 1n)
      .map((value) => ({ ours: clarity.uint(value), theirs: Cl.uint(value) })),
    fc.boolean().map((value) => ({ ours: clarity.bool(value), theirs: Cl.bool(value) })),
    principal.map((value) => ({ ours: clarity.principal(value), theirs: Cl.principal(value) })),
    fc
      .uint8Array({ maxLength: 300 })
      .map((value) => ({ ours: clarity.buffer(value), theirs: Cl.buffer(value) })),
    fc
      .stringMatching(/^[ -~]{0,300}$/)
      .map((value) => ({ ours: clarity.ascii(value), theirs: Cl.stringAscii(value) })),
    fc
      .string({ unit: 'grapheme', maxLength: 50 })
      .map((value) => ({ ours: clarity.utf8(value), theirs: Cl.stringUtf8(value) })),
    fc.constant({ ours: clarity.none(), theirs: Cl.none() }),
    tie('pair').map(({ ours, theirs }) => ({ ours: clarity.some(ours), theirs: Cl.some(theirs) })),
    tie('pair').map(({ ours, theirs }) => ({ ours: clarity.ok(ours), theirs: Cl.ok(theirs) })),
    tie('pair').map(({ ours, theirs }) => ({ ours: clarity.err(ours), theirs: Cl.error(theirs) })),
    fc.array(tie('pair'), { maxLength: 4 }).map((all) => ({
      ours: clarity.list(all.map(({ ours }) => ours)),
      theirs: Cl.list(all.map(({ theirs }) => theirs)),
    })),
    fc.dictionary(key, tie('pair'), { maxKeys: 5 }).map((all) => ({
      ours: clarity.tuple(
        Object.fromEntries(Object.entries(all).map(([key, { ours }]) => [key, ours])),
      ),
      theirs: Cl.tuple(
        Object.fromEntries(Object.entries(all).map(([key, { theirs }]) => [key, theirs])),
      ),
    })),
  ),
}))

describe('clarity', () => {
  test('default: as the library serialises, and as it reads back', () => {
    fc.assert(
      fc.property(pair, ({ ours, theirs }) => {
        expect(ours).toBe(serializeCV(theirs).replace(/^0x/, ''))
        expect(cvToHex(deserializeCV(ours))).toBe(cvToHex(theirs))
      }),
      { numRuns: 500 },
    )
  })

  test('behavior: names of a tuple are in the order of their bytes, as the chain wants them', () => {
    const none = clarity.none()
    expect(clarity.tuple({ b: none, a: none, B: none, a_: none, 'a-': none })).toBe(
      `0c00000005${['0142', '0161', '02612d', '02615f', '0162'].map((one) => one + none).join('')}`,
    )
  })

  test.each([
    () => clarity.int(1n << 127n),
    () => clarity.int(-(1n << 127n) - 1n),
    () => clarity.uint(-1n),
    () => clarity.uint(1n << 128n),
    () => clarity.ascii('é'),
    () => clarity.ascii('\u0000'),
    () => clarity.buffer(new Uint8Array(1_048_577)),
    () => clarity.utf8('x'.repeat(1_048_577)),
    () => clarity.principal('nobody'),
    () => clarity.principal(`${boot.test}.${'x'.repeat(129)}`),
    () => clarity.tuple({ ['x'.repeat(129)]: clarity.none() }),
  ])('behavior: %# is beyond the limits', (make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'rpc-invalid-params' }))
  })
})

describe('writePostCondition', () => {
  const amount = fc.bigInt(0n, (1n << 64n) - 1n)
  const comparison = fc.constantFrom(
    ['equal', 'eq'] as const,
    ['more', 'gt'] as const,
    ['at-least', 'gte'] as const,
    ['less', 'lt'] as const,
    ['at-most', 'lte'] as const,
  )
  const theirs = (condition: Parameters<typeof postConditionToHex>[0]) =>
    postConditionToHex(condition).replace(/^0x/, '')

  test('default: as the library serialises', () => {
    fc.assert(
      fc.property(
        principal,
        comparison,
        amount,
        address,
        name,
        name,
        pair,
        fc.boolean(),
        (who, [is, condition], amount, one, contract, token, id, isSent) => {
          const asset = `${one}.${contract}::${token}` as const
          expect(writePostCondition({ kind: 'stx', principal: who, is, amount })).toBe(
            theirs({ type: 'stx-postcondition', address: who, condition, amount }),
          )
          expect(writePostCondition({ kind: 'token', principal: who, is, amount, asset })).toBe(
            theirs({ type: 'ft-postcondition', address: who, condition, amount, asset }),
          )
          expect(
            writePostCondition({
              kind: 'collectible',
              principal: who,
              is: isSent ? 'sent' : 'not-sent',
              asset,
              id: id.ours,
            }),
          ).toBe(
            theirs({
              type: 'nft-postcondition',
              address: who,
              condition: isSent ? 'sent' : 'not-sent',
              asset,
              assetId: id.theirs,
            }),
          )
        },
      ),
    )
  })

  test('behavior: whoever signs, and what is beyond 64 bits', () => {
    expect(writePostCondition({ kind: 'stx', principal: 'origin', is: 'equal', amount: 5n })).toBe(
      theirs(Pc.origin().willSendEq(5).ustx()),
    )
    const much = () =>
      writePostCondition({ kind: 'stx', principal: 'origin', is: 'equal', amount: 1n << 64n })
    expect(much).toThrow(expect.objectContaining({ code: 'rpc-invalid-params' }))
  })
})
