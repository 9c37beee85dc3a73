import type { Asset } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { readReceivedAmount } from './received.ts'

const account = `eip155:31337:${ada}` as const
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const usd: Asset = { id: `eip155:31337/erc20:${token}`, name: 'Dollar', symbol: 'USD', decimals: 6 }
const coin: Asset = { id: 'eip155:31337/slip44:60', name: 'Ether', symbol: 'ETH', decimals: 18 }
const hash = `0x${'11'.repeat(32)}`
const word = (value: string | bigint): `0x${string}` =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
const log = (from: string, to: string, amount: bigint, address = token) => ({
  address,
  topics: [transfer, word(from), word(to)],
  data: word(amount),
})
const wrap = (event: string, who: string, amount: bigint) => ({
  address: token,
  topics: [event, word(who)],
  data: word(amount),
})
const tokens = (logs: unknown) =>
  readReceivedAmount(
    { chain: devnet, request: () => Promise.reject(new Error('not asked')) },
    { receipt: { logs }, fee: 1n, account, asset: usd },
  )

describe('receivedOf', () => {
  test('default: what a token has logged, what went back taken off', async () => {
    expect(await tokens([log(grace, ada, 70n), log(grace, ada, 5n), log(ada, grace, 3n)])).toBe(72n)
  })

  test('behavior: other tokens, other receivers, other events and what cannot be read count for nothing', async () => {
    const noise = [
      log(grace, ada, 9n, grace),
      log(grace, token, 9n),
      { ...log(grace, ada, 9n), topics: [word(1n), word(grace), word(ada)] },
      // A token whose pieces are unique names the piece in a fourth topic.
      { ...log(grace, ada, 9n), topics: [transfer, word(grace), word(ada), word(9n)] },
      { ...log(grace, ada, 9n), data: '0x' },
      null,
      { topics: 'x', address: token },
    ]
    expect(await tokens([...noise, log(grace, ada, 2n)])).toBe(2n)
    expect(await tokens(noise)).toBeUndefined()
    expect(await tokens('no list')).toBeUndefined()
  })

  test('behavior: a wrapped coin logs deposits; who logs both is counted once', async () => {
    expect(
      await tokens([wrap(deposit, ada, 8n), wrap(deposit, grace, 9n), wrap(withdrawal, ada, 1n)]),
    ).toBe(7n)
    expect(await tokens([wrap(deposit, ada, 8n), log(token, ada, 8n)])).toBe(8n)
  })

  const coins = (change: {
    before?: unknown
    after?: unknown
    transactions?: unknown
    from?: string
    fee?: bigint | undefined
  }) => {
    const {
      before = '0x64',
      after = '0x96',
      transactions = [{ hash, from: ada, to: token }],
      from = ada,
    } = change
    const request = async (method: string, params?: unknown) => {
      if (method === 'eth_getBlockByNumber') return { transactions }
      expect(method).toBe('eth_getBalance')
      return (params as readonly string[])[1] === '0x4' ? before : after
    }
    const receipt = { transactionHash: hash, blockNumber: '0x5', from }
    const fee = 'fee' in change ? change.fee : 7n
    return readReceivedAmount({ chain: devnet, request }, { receipt, fee, account, asset: coin })
  }

  test('default: of the coin what the block brought, without the fee', async () => {
    expect(await coins({})).toBe(57n)
  })

  test('behavior: who has not paid the fee gets it not back', async () => {
    expect(await coins({ from: grace })).toBe(50n)
  })

  test.each([
    [
      'another transaction of the account',
      {
        transactions: [
          { hash, from: ada },
          { hash: word(2n), from: ada },
        ],
      },
    ],
    [
      'another transaction to the account',
      {
        transactions: [
          { hash, from: ada },
          { hash: word(2n), to: ada.toLowerCase() },
        ],
      },
    ],
    ['no list of transactions', { transactions: null }],
    ['a fee nobody tells', { fee: undefined }],
    ['a state the node has forgotten', { before: null }],
    ['less than before', { after: '0x1' }],
  ])('behavior: with %s nothing is told', async (_, change) => {
    expect(await coins(change)).toBeUndefined()
  })
})
