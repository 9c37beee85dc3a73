import { encodeAbiParameters, type Hex, pad, toHex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { describe, expect, test } from 'vitest'
import type { ChainLog } from './chain-block.ts'
import { decodeLog, topics } from './decode-log.ts'

const [a, b, c] = ['0xaa', '0xbb', '0xcc'].map((text) => pad(text as Hex, { size: 20 })) as [
  Hex,
  Hex,
  Hex,
]
const log = (topic: readonly Hex[], data: Hex = '0x'): ChainLog => ({
  position: 3,
  address: c,
  topics: topic.map((one) => pad(one)),
  data,
})
const entryPoint = entryPoint07Address.toLowerCase() as Hex
const word = (value: bigint): Hex => toHex(value, { size: 32 })
const lists = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const

describe('decodeLog', () => {
  test('default', () => {
    expect(decodeLog(log([topics.transfer, a, b], word(7n)))).toEqual({
      movements: [
        {
          position: 3,
          part: 0,
          kind: 'erc20',
          token: c,
          tokenId: null,
          amount: 7n,
          from: a,
          to: b,
        },
      ],
    })
    expect(decodeLog(log([topics.transfer, a, b, '0x05'])).movements).toMatchObject([
      { kind: 'erc721', tokenId: 5n, amount: 1n },
    ])
    const two = encodeAbiParameters(lists, [
      [5n, 5n],
      [1n, 2n],
    ])
    expect(decodeLog(log([topics.transferBatch, c, a, b], two)).movements).toMatchObject([
      { kind: 'erc1155', part: 0, tokenId: 5n, amount: 1n, from: a, to: b },
      { kind: 'erc1155', part: 1, tokenId: 5n, amount: 2n, from: a, to: b },
    ])
    expect(decodeLog(log([topics.approval, a, b], word(0n))).approval).toMatchObject({
      owner: a,
      spender: b,
      amount: 0n,
    })
    expect(decodeLog(log([topics.approval, a, b, '0x09'])).approval).toMatchObject({
      tokenId: 9n,
      amount: null,
    })
    expect(decodeLog(log([topics.approvalForAll, a, b], word(1n))).approval).toMatchObject({
      isAll: true,
    })
  })

  test('behavior: an operation of a bundle is believed of an entry point alone, and costs its account what nobody else paid', () => {
    const data = encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
      [1n, true, 9n, 3n],
    )
    const none = pad('0x', { size: 20 })
    const said = { ...log([topics.userOperation, word(8n), a, none], data), address: entryPoint }
    const base = { position: 3, part: 0, token: null, tokenId: null, from: a, to: a }
    expect(decodeLog(said)).toEqual({ movements: [{ ...base, kind: 'operation', amount: 9n }] })
    const sponsored = { ...said, topics: [topics.userOperation, word(8n), pad(a), pad(b)] }
    expect(decodeLog(sponsored)).toEqual({
      movements: [{ ...base, kind: 'operation', amount: 0n }],
    })
    const failed = {
      ...said,
      data: data.replace(
        word(1n).slice(2).concat(word(9n).slice(2)),
        word(0n).slice(2).concat(word(9n).slice(2)),
      ) as Hex,
    }
    expect(decodeLog(failed).movements).toMatchObject([{ kind: 'failed-operation', amount: 9n }])
    expect(decodeLog({ ...said, address: c })).toEqual({ movements: [] })
    expect(decodeLog({ ...said, data: word(1n) })).toEqual({ movements: [] })
  })

  test.each<[string, ChainLog]>([
    ['no topics', log([], word(7n))],
    ['three words instead of topics', log([topics.transfer], `0x${'00'.repeat(96)}`)],
    ['a topic that is no address', log([topics.transfer, `0x${'ff'.repeat(32)}`, b], word(7n))],
    ['too much data', log([topics.transfer, a, b], `0x${'00'.repeat(64)}`)],
    ['half a word', log([topics.transfer, a, b], `0x${'00'.repeat(31)}`)],
    ['an id twice', log([topics.transfer, a, b, '0x05'], word(7n))],
    [
      'lists of unequal length',
      log([topics.transferBatch, c, a, b], encodeAbiParameters(lists, [[1n], []])),
    ],
    [
      'a list beyond the data',
      log([topics.transferBatch, c, a, b], `0x${word(64n).slice(2)}${word(2n ** 255n).slice(2)}`),
    ],
    [
      'a list longer than the data',
      log([topics.transferBatch, c, a, b], `0x${word(64n).slice(2).repeat(2)}${word(9n).slice(2)}`),
    ],
    ['a flag that is neither', log([topics.approvalForAll, a, b], word(2n))],
  ])('behavior: %s says nothing', (_, odd) => {
    expect(decodeLog(odd)).toEqual({ movements: [] })
  })
})
