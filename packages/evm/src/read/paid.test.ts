import type { ReadSource } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { verdict } from './verdict.ts'

const hash = `0x${'11'.repeat(32)}`
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const usd = { id: `eip155:31337/erc20:${token}`, name: 'D', symbol: 'USD', decimals: 6 } as const
const coin = { id: 'eip155:31337/slip44:60', name: 'E', symbol: 'ETH', decimals: 18 } as const
const word = (value: string | bigint): string =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const log = (to: string, amount: bigint, address = token) => ({
  address,
  topics: [transfer, word(ada), word(to)],
  data: word(amount),
})

/** The transaction in block 16 as the node answers it. */
function ask(
  asset: typeof usd | typeof coin,
  {
    logs = [],
    newest = '0x10',
    transaction = {},
    balances = ['0x5', '0x5'],
  }: {
    readonly logs?: readonly unknown[]
    readonly newest?: unknown
    readonly transaction?: object
    readonly balances?: readonly string[]
  } = {},
) {
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_getTransactionReceipt: () => ({
      transactionHash: hash,
      blockNumber: '0x10',
      status: '0x1',
      from: ada,
      logs,
    }),
    eth_blockNumber: () => newest,
    eth_getTransactionByHash: () => ({ hash, from: ada, to: grace, value: '0x9', ...transaction }),
    eth_getBlockByNumber: () => ({ transactions: [{ hash, from: ada, to: token }] }),
    eth_getBalance: ([, block]) => balances[block === '0xf' ? 0 : 1],
  }
  const source: ReadSource = {
    chain: devnet,
    request: async (method, params) => answers[method]?.(params as readonly unknown[]),
  }
  return verdict(source, {
    hash,
    from: `eip155:31337:${ada}`,
    pays: { asset, to: grace },
  })
}

describe('verdict: what was paid', () => {
  test('default: what the token itself logged for the receiver, and how deep the block is', async () => {
    expect(await ask(usd, { logs: [log(grace, 7n)], newest: '0x12' })).toMatchObject({
      state: 'confirmed',
      paid: 7n,
      confirmations: 3,
    })
    expect(await ask(coin)).toMatchObject({ paid: 9n, confirmations: 1 })
  })

  test('behavior: another token or receiver counts for nothing', async () => {
    const logs = [log(grace, 7n, grace), log(ada, 7n)]
    expect(await ask(usd, { logs })).toMatchObject({ paid: 0n })
  })

  test('behavior: coins that a contract account sent are seen in the balance of the receiver', async () => {
    const transaction = { to: token, value: '0x0' }
    expect(await ask(coin, { transaction, balances: ['0x5', '0xa'] })).toMatchObject({ paid: 5n })
  })

  test('behavior: a node that lags behind its own receipt counts one', async () => {
    for (const newest of ['0xf', null, 'x']) {
      expect(await ask(usd, { newest })).toMatchObject({ confirmations: 1 })
    }
  })
})
