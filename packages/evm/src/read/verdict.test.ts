import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { verdict } from './verdict.ts'

const hash = `0x${'11'.repeat(32)}`
const by = `0x${'22'.repeat(32)}`
const from = `eip155:31337:${ada}` as const

/** A node that answers from a script; a list is answered one by one. */
function node(answers: Readonly<Record<string, unknown>>) {
  const left = new Map(
    Object.entries(answers).map(([key, value]) => [
      key,
      Array.isArray(value) ? [...value] : [value],
    ]),
  )
  return {
    chain: devnet,
    request: async (method: string) => {
      const list = left.get(method) ?? [null]
      return list.length > 1 ? list.shift() : list[0]
    },
  }
}
const receipt = {
  transactionHash: hash,
  blockNumber: '0x5',
  status: '0x1',
  gasUsed: '0x2',
  effectiveGasPrice: '0x3',
}

describe('verdict', () => {
  test('default', async () => {
    const source = node({ eth_getTransactionReceipt: receipt })
    expect(await verdict(source, { hash, from })).toEqual({
      state: 'confirmed',
      block: '5',
      fee: 6n,
    })
  })

  test('behavior: what a rollup charges for data is part of the fee', async () => {
    const source = node({ eth_getTransactionReceipt: { ...receipt, l1Fee: '0xa' } })
    expect(await verdict(source, { hash, from })).toMatchObject({ fee: 16n })
  })

  test('behavior: what it was to bring is told with it; where it cannot be, it is confirmed all the same', async () => {
    const asset = {
      id: 'eip155:31337/slip44:60',
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
    } as const
    const block = { transactions: [{ hash, from: ada }] }
    const answers = {
      eth_getTransactionReceipt: { ...receipt, from: ada },
      eth_getBlockByNumber: block,
    }
    const source = node({ ...answers, eth_getBalance: ['0x64', '0x96'] })
    const seen = { state: 'confirmed', block: '5', fee: 6n }
    expect(await verdict(source, { hash, from, receives: asset })).toEqual({
      ...seen,
      received: 56n,
    })
    const forgetful = node(answers)
    const request = (method: string) =>
      method === 'eth_getBalance' ? Promise.reject(new Error('pruned')) : forgetful.request(method)
    expect(await verdict({ chain: devnet, request }, { hash, from, receives: asset })).toEqual(seen)
  })

  test('behavior: mined between two questions', async () => {
    const source = node({
      eth_getTransactionReceipt: [null, receipt],
      eth_getTransactionCount: '0x8',
    })
    expect(await verdict(source, { hash, from, nonce: 7 })).toMatchObject({ state: 'confirmed' })
  })

  test('behavior: only the sender’s transaction of that nonce is the successor', async () => {
    const transactions = [
      { from: grace, nonce: '0x7', hash },
      { from: ada, nonce: '0x6', hash },
      null,
      'x',
    ]
    const good = { from: ada.toLowerCase(), nonce: '0x7', hash: by }
    const answers = { eth_getTransactionCount: '0x8', eth_blockNumber: '0x1' }
    const without = node({ ...answers, eth_getBlockByNumber: { transactions } })
    expect(await verdict(without, { hash, from, nonce: 7 })).toEqual({ state: 'replaced' })
    const having = node({
      ...answers,
      eth_getBlockByNumber: { transactions: [...transactions, good] },
    })
    expect(await verdict(having, { hash, from, nonce: 7 })).toEqual({ state: 'replaced', by })
  })

  test('behavior: a nonce that is not taken yet leaves it pending', async () => {
    const source = node({ eth_getTransactionCount: '0x7' })
    expect(await verdict(source, { hash, from, nonce: 7, submittedAt: Date.now() })).toEqual({
      state: 'pending',
    })
    expect(await verdict(source, { hash, from, nonce: 7, submittedAt: 1 })).toEqual({
      state: 'dropped',
    })
  })
})
