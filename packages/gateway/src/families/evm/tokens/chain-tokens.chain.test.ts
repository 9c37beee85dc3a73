import {
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  stringToHex,
} from 'viem'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { configSchema } from '../../../base/config/schema.ts'
import { chainTokens as table } from '../../../data/index-schema.ts'
import type { Database } from '../../../data/sql.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../../ports/node-port.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { chainTokens } from './chain-tokens.ts'

const chain = 'eip155:31337'
const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const word = (value: bigint | number): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
/** Answers to name, symbol, decimals, ERC-721, ERC-1155; undefined reverts. */
type Contract = readonly (Hex | undefined)[]
const erc20: Contract = [text('Dai'), text('DAI'), word(18), word(0), word(0)]

const made: { database?: Database } = {}
const madeDb = () => (made.database as Database).db
const bundled = (contract: Contract): Hex =>
  encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: contract.map((returnData) => ({
      success: returnData !== undefined,
      returnData: returnData ?? '0x',
    })),
  })

/** A node on which these contracts stand; `hasMulticall` false asks each question by itself. */
function portOf(
  contracts: Record<string, Contract | 'error'>,
  { hasMulticall = true, index = {}, tokens = [] as object[] } = {},
) {
  const asked: (readonly NodeCall[])[] = []
  const state = { now: 1_000_000_000_000, isDown: false }
  const answer = (value: Hex | undefined): NodeAnswer =>
    value === undefined
      ? { kind: 'error', text: '{"code":3}' }
      : { kind: 'result', text: JSON.stringify(value) }
  const nodes: NodePort = {
    async ask(_chain, calls) {
      asked.push(calls)
      if (state.isDown) throw new Error('down')
      return calls.map(({ params = '' }, place) => {
        const target = Object.keys(contracts).find((digit) =>
          params.includes(digit.repeat(40)),
        ) as string
        const contract = contracts[target]
        if (contract === 'error' || !contract) return answer(undefined)
        return answer(hasMulticall ? bundled(contract) : contract[place % 5])
      })
    },
  }
  const contractsOf = hasMulticall ? { contracts: { multicall3: at('f') } } : {}
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const config = configSchema.parse({
    chains: [
      { id: chain, name: 'Test', nativeCurrency, rpcUrls: ['http://node.example'], ...contractsOf },
    ],
    tokens,
    index,
  })
  const open = () => chainTokens(config, madeDb(), nodes, () => state.now)
  return { port: open(), open, asked, state }
}

const find = async (port: ReturnType<typeof portOf>['port'], digit: string) =>
  (await port.find(chain, [at(digit)])).get(at(digit))

describeDatabases('chainTokens', (open) => {
  beforeAll(async () => {
    made.database = await open()
  })
  beforeEach(() => madeDb().delete(table))

  test('default', async () => {
    const { port, open, asked } = portOf({
      a: erc20,
      b: [text('Cats'), text('CAT'), undefined, word(1), word(0)],
    })
    const found = await port.find(chain, [at('a'), at('b'), at('a')])
    expect(found.get(at('a'))).toEqual({
      address: at('a'),
      kind: 'erc20',
      name: 'Dai',
      symbol: 'DAI',
      decimals: 18,
      spam: null,
    })
    expect(found.get(at('b'))).toMatchObject({ kind: 'erc721', name: 'Cats', decimals: 0 })
    expect(asked.map((calls) => calls.length)).toEqual([2])
    await port.find(chain, [at('a')])
    expect((await open().find(chain, [at('a'), at('b')])).size).toBe(2)
    expect(asked.length).toBe(1)
  })

  test('behavior: without Multicall3 still one round trip', async () => {
    const { port, asked } = portOf(
      { a: erc20, c: [text('Things'), text(''), undefined, word(0), word(1)] },
      { hasMulticall: false },
    )
    const found = await port.find(chain, [at('a'), at('c')])
    expect(found.get(at('a'))).toMatchObject({ symbol: 'DAI', decimals: 18 })
    expect(found.get(at('c'))).toMatchObject({ kind: 'erc1155' })
    expect(asked.map((calls) => calls.length)).toEqual([10])
  })

  test("behavior: the operator's list comes first, with its icon", async () => {
    const listed = {
      id: `${chain}/erc20:${at('A')}`,
      name: 'Dollar',
      symbol: 'USD',
      decimals: 2,
      iconUrl: 'https://i.example/a.png',
    }
    const { port, asked } = portOf({ a: erc20 }, { tokens: [listed] })
    expect(await find(port, 'a')).toEqual({
      address: at('a'),
      kind: 'erc20',
      name: 'Dollar',
      symbol: 'USD',
      decimals: 2,
      spam: null,
      isTrusted: true,
      iconUrl: 'https://i.example/a.png',
    })
    expect(asked).toEqual([])
  })

  test('behavior: what is no token is remembered, for an hour', async () => {
    const { port, open, asked, state } = portOf({ d: ['0x', '0x', '0x', '0x', '0x'] })
    expect(await find(port, 'd')).toMatchObject({ kind: 'none', name: '', symbol: '', decimals: 0 })
    await find(open(), 'd')
    expect(asked.length).toBe(1)
    state.now += 3_600_001
    await find(open(), 'd')
    expect(asked.length).toBe(2)
  })

  test('behavior: a contract that cannot be asked is absent, spoils no other, and is left alone for a while', async () => {
    const { port, asked, state } = portOf({ a: erc20, e: 'error' })
    expect([...(await port.find(chain, [at('e'), at('a')])).keys()]).toEqual([at('a')])
    expect(await find(port, 'e')).toBeUndefined()
    expect(asked.length).toBe(1)
    state.now += 30_001
    expect(await find(port, 'e')).toBeUndefined()
    expect(asked.length).toBe(2)
    expect((await madeDb().select().from(table)).map(({ address }) => address)).toEqual([at('a')])
  })

  test('behavior: a node that is down leaves old knowledge in force', async () => {
    const { port, open, state } = portOf({ a: erc20 })
    await find(port, 'a')
    state.now += 31 * 86_400_000
    state.isDown = true
    expect(await find(open(), 'a')).toMatchObject({ symbol: 'DAI' })
    expect(await find(open(), 'b')).toBeUndefined()
  })

  test('behavior: text is bounded and plain, older tokens speak in bytes32', async () => {
    const old = stringToHex('Maker', { size: 32 })
    const contracts = {
      a: [text(`A\u0000\u202eB\n${'x'.repeat(500)}`), text('C\ud800'), word(6), word(0), word(0)],
      b: [old, old, word(18), undefined, undefined],
      c: [`0x${'ff'.repeat(9_000)}` as Hex, text('BIG'), word(18), word(0), word(0)],
      d: [`0x${'ff'.repeat(90_000)}` as Hex, text('HUGE'), word(18), word(0), word(0)],
    }
    const { port } = portOf(contracts)
    const { name = '', spam } = (await find(port, 'a')) ?? {}
    expect(name.startsWith('AB xxx') && name.length <= 64).toBe(true)
    expect(spam).toBe('hidden-text')
    expect(await find(port, 'b')).toMatchObject({ name: 'Maker', symbol: 'Maker' })
    expect(await find(port, 'c')).toMatchObject({ name: '', symbol: 'BIG' })
    expect(await find(port, 'd')).toBeUndefined()
  })

  test('behavior: decimals that cannot be are no token; a token silent about them has none', async () => {
    const named = (decimals: Hex | undefined): Contract => [
      text('T'),
      text('T'),
      decimals,
      word(0),
      word(0),
    ]
    const { port } = portOf({
      a: named(word(37)),
      b: named(word(2n ** 200n)),
      c: named(undefined),
      d: named('0x12'),
    })
    const kinds = await Promise.all(['a', 'b', 'c', 'd'].map((digit) => find(port, digit)))
    expect(kinds.map((facts) => [facts?.kind, facts?.decimals])).toEqual([
      ['none', 0],
      ['none', 0],
      ['erc20', 0],
      ['none', 0],
    ])
  })

  test("behavior: spam by its text, and the operator's word on it", async () => {
    const lure: Contract = [
      text('Visit claim-latch.example'),
      text('CLAIM'),
      undefined,
      word(1),
      word(0),
    ]
    const { port, open } = portOf({ a: lure, b: erc20 })
    expect(await find(port, 'a')).toMatchObject({ spam: 'link' })
    expect(await find(open(), 'a')).toMatchObject({ spam: 'link' })
    const lists = { spam: [`${chain}/erc20:${at('b')}`], notSpam: [`${chain}/erc721:${at('a')}`] }
    const { port: told } = portOf({ a: lure, b: erc20 }, { index: lists })
    expect(await find(told, 'a')).toMatchObject({ spam: null, isTrusted: true })
    expect(await find(told, 'b')).toMatchObject({ spam: 'listed' })
  })
})
