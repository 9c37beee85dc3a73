import fc from 'fast-check'
import {
  concat,
  decodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  namehash,
  parseAbi,
  recoverAddress,
  toHex,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { readRefusal } from '../../base/refuse.ts'
import { answerResolver } from './answer-resolver.ts'
import type { StoredName } from './name-store.ts'

const key = `0x${'7'.repeat(64)}` as const
const sender = `0x${'5'.repeat(40)}` as const
const address = `0x${'a'.repeat(40)}` as const
const expires = 1_800_000_000
const createdAt = new Date(0)
const ada: StoredName = {
  name: 'ada.shop.eth',
  owner: address,
  attributes: { bio: 'Keeper of keys' },
  registeredAt: createdAt,
  updatedAt: createdAt,
  addresses: [
    { coinType: 60, address, createdAt },
    { coinType: 0x8000000a, address: `0x${'b'.repeat(40)}`, createdAt },
  ],
}
const outer = parseAbi(['function resolve(bytes name, bytes data)'])
const abi = parseAbi([
  'function addr(bytes32 node)',
  'function addr(bytes32 node, uint256 coinType)',
  'function text(bytes32 node, string key)',
  'function contenthash(bytes32 node)',
  'function name(bytes32 node)',
  'function multicall(bytes[] data)',
])
const node = namehash(ada.name)
const wrap = (inner: Hex, name = ada.name): Hex =>
  encodeFunctionData({ abi: outer, args: [toHex(packetToBytes(name)), inner] })
const answer = (data: string, from: string = sender) =>
  answerResolver({
    sender: from,
    data,
    zone: 'shop.eth',
    key,
    expires,
    find: async (name) => (name === ada.name ? ada : undefined),
  })
const signed = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
const resultOf = async (inner: Hex, name?: string) =>
  decodeAbiParameters(signed, await answer(wrap(inner, name)))[0]
const statusOf = (data: string, from?: string): Promise<unknown> =>
  answer(data, from).then(
    () => 200,
    (error) => {
      const known = readRefusal(error)
      return known ? `${known.status} ${known.field}` : error
    },
  )
const text = (word: string) => encodeFunctionData({ abi, functionName: 'text', args: [node, word] })
const addr = (...args: [Hex] | [Hex, bigint]) =>
  encodeFunctionData({ abi, functionName: 'addr', args } as never) as Hex
const asText = (data: Hex) => decodeAbiParameters([{ type: 'string' }], data)[0]
const asBytes = (data: Hex) => decodeAbiParameters([{ type: 'bytes' }], data)[0]

describe('answerResolver', () => {
  test('default: the very question, for the very resolver, signed by the key', async () => {
    const question = wrap(addr(node))
    const [result, until, signature] = decodeAbiParameters(signed, await answer(question))
    expect(decodeAbiParameters([{ type: 'address' }], result)[0].toLowerCase()).toBe(address)
    expect(until).toBe(BigInt(expires))
    const hash = keccak256(
      concat([
        '0x1900',
        encodePacked(['address', 'uint64'], [sender, until]),
        keccak256(question),
        keccak256(result),
      ]),
    )
    expect(await recoverAddress({ hash, signature })).toBe(privateKeyToAddress(key))
  })

  test('behavior: addresses by coin type, and none where there is none', async () => {
    expect(asBytes(await resultOf(addr(node, 0x8000000an)))).toBe(ada.addresses[1]?.address)
    expect(asBytes(await resultOf(addr(node, 60n)))).toBe(address)
    expect(asBytes(await resultOf(addr(node, 61n)))).toBe('0x')
    expect(asBytes(await resultOf(addr(node, 2n ** 200n)))).toBe('0x')
    const other = addr(namehash('eve.shop.eth'))
    expect(
      decodeAbiParameters([{ type: 'address' }], await resultOf(other, 'eve.shop.eth'))[0],
    ).toMatch(/^0x0+$/)
    expect(await statusOf(wrap(addr(namehash('shop.eth')), 'shop.eth'))).toBe(200)
  })

  test('behavior: texts are what was registered, and nothing that every object has', async () => {
    for (const [word, said] of [
      ['bio', 'Keeper of keys'],
      ['description', 'Keeper of keys'],
      ['avatar', ''],
      ['constructor', ''],
      ['__proto__', ''],
    ] as const) {
      expect([word, asText(await resultOf(text(word)))]).toEqual([word, said])
    }
    const contents = encodeFunctionData({ abi, functionName: 'contenthash', args: [node] })
    expect(asBytes(await resultOf(contents))).toBe('0x')
  })

  test('behavior: several questions at once, not without end and not within each other', async () => {
    const many = (data: readonly Hex[]) =>
      encodeFunctionData({ abi, functionName: 'multicall', args: [data] })
    const [list] = decodeAbiParameters(
      [{ type: 'bytes[]' }],
      await resultOf(many([text('bio'), addr(node, 60n)])),
    )
    expect([asText(list[0] as Hex), asBytes(list[1] as Hex)]).toEqual(['Keeper of keys', address])
    expect(await statusOf(wrap(many(Array(16).fill(text('bio')))))).toBe(200)
    expect(await statusOf(wrap(many(Array(17).fill(text('bio')))))).toBe('400 data')
    expect(await statusOf(wrap(many([many([])])))).toBe('400 data')
    expect(await statusOf(wrap(many([addr(namehash('eve.shop.eth'))])))).toBe('400 data')
  })

  test('behavior: other questions, names and senders are refused', async () => {
    expect(await statusOf(wrap(addr(namehash('eve.shop.eth'))))).toBe('400 data')
    expect(
      await statusOf(wrap(encodeFunctionData({ abi, functionName: 'name', args: [node] }))),
    ).toBe('400 data')
    expect(await statusOf(wrap(addr(namehash('ada.stop.eth')), 'ada.stop.eth'))).toBe('404 name')
    expect(await statusOf(wrap(addr(namehash('ada.workshop.eth')), 'ada.workshop.eth'))).toBe(
      '404 name',
    )
    expect(await statusOf(wrap(addr(node)), '0x12')).toBe('400 sender')
    expect(await statusOf('0x')).toBe('400 data')
    expect(await statusOf('zz')).toBe('400 data')
    expect(await statusOf(`${wrap(addr(node))}${'00'.repeat(8_192)}`)).toBe('400 data')
    for (const dns of [
      '0x',
      '0x00',
      '0x03616461',
      '0x0361646100ff',
      '0x0461646100',
      '0x03fffe2e00',
      '0x05612e62636400',
    ] as const) {
      expect([
        dns,
        await statusOf(encodeFunctionData({ abi: outer, args: [dns, addr(node)] })),
      ]).toEqual([dns, dns === '0x00' ? '404 name' : '400 data'])
    }
  })

  test('behavior: whatever is asked is answered or refused', async () => {
    const bytes = fc.uint8Array({ maxLength: 120 }).map((one) => toHex(one))
    const question = fc.oneof(
      bytes,
      bytes.map((one) => wrap(one)),
      fc.tuple(bytes, bytes).map((args) => encodeFunctionData({ abi: outer, args })),
      fc.nat({ max: 300 }).map((at) => wrap(text('bio')).slice(0, at)),
    )
    await fc.assert(
      fc.asyncProperty(question, async (one) => {
        expect(await statusOf(one)).toBeOneOf(['400 data', '404 name'])
      }),
      { numRuns: 500 },
    )
  })
})
