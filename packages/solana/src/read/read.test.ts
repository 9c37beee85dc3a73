import type { ReadSource } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { local } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'
import { balances } from './balances.ts'
import { estimateTransfer } from './estimate-transfer.ts'
import { verdict } from './verdict.ts'

const owner = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const account = `${local.id}:${owner}` as const
const token = {
  id: `${local.id}/token:${mint}`,
  name: 'Coin',
  symbol: 'COIN',
  decimals: 6,
} as const

function source(answers: Readonly<Record<string, unknown>>) {
  const asked: { method: string; params: unknown }[] = []
  const made: ReadSource = {
    chain: local,
    async request(method, params) {
      asked.push({ method, params })
      if (!(method in answers)) throw new Error(`${method} is not there`)
      const answer = answers[method]
      return typeof answer === 'function' ? answer(params) : answer
    },
  }
  return { source: made, asked }
}

const holding = (amount: unknown, more: object = {}, pubkey = mint) => ({
  pubkey,
  account: {
    data: { parsed: { info: { mint, owner, tokenAmount: { amount, decimals: 6 }, ...more } } },
  },
})

describe('balances', () => {
  test('default', async () => {
    const { source: one, asked } = source({ getBalance: { context: {}, value: 7 } })
    expect(await balances(one, { account })).toEqual([{ asset: nativeAsset(local), amount: 7n }])
    expect(asked).toHaveLength(1)
  })

  test('parameters: assets, each once, summed over accounts of both programs', async () => {
    const lists: unknown[][] = [
      [holding('5'), holding('6'), holding('9', { mint: owner })],
      [holding('100')],
    ]
    const { source: one } = source({
      getBalance: { value: 0 },
      getTokenAccountsByOwner: () => ({ value: lists.shift() }),
    })
    const found = await balances(one, { account, assets: [token, nativeAsset(local), token] })
    expect(found.map(({ asset, amount }) => [asset.symbol, amount])).toEqual([
      ['SOL', 0n],
      ['COIN', 111n],
    ])
  })

  test('behavior: what is no holding counts nothing', async () => {
    const odd = [
      null,
      7,
      {},
      { account: null },
      holding(-1),
      holding('1e3'),
      holding(0.5),
      holding('8', { owner: mint }),
    ]
    const { source: one } = source({
      getBalance: { value: 0 },
      getTokenAccountsByOwner: { value: odd },
    })
    expect((await balances(one, { account, assets: [token] }))[1]?.amount).toBe(0n)
  })

  test.each([null, undefined, {}, { value: null }, { value: -1 }, { value: 1.5 }, { value: 'x' }])(
    'behavior: %o is no balance',
    async (answer) => {
      const { source: one } = source({ getBalance: answer })
      await expect(balances(one, { account })).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
    },
  )
})

const lifetime = { value: { blockhash: '4'.repeat(44), lastValidBlockHeight: 150 } }

describe('estimateTransfer', () => {
  const transfer = { from: account, to: mint, asset: nativeAsset(local), amount: 1n }

  test('default: a node that tells of no prices and no accounts still tells the fee', async () => {
    const { source: one, asked } = source({
      getLatestBlockhash: lifetime,
      getFeeForMessage: { value: 5000 },
    })
    const { fee, notes, data } = await estimateTransfer(one, transfer)
    expect([fee, notes]).toEqual([5000n, []])
    expect(data).toMatchObject({ unitPrice: 0n, lifetime: { blockhash: '4'.repeat(44) } })
    expect(asked.map(({ method }) => method)).toContain('getFeeForMessage')
  })

  test('behavior: the price is the median, and never dearer than the most', async () => {
    const priced = async (...fees: unknown[]) => {
      const getRecentPrioritizationFees = fees.map((prioritizationFee) => ({ prioritizationFee }))
      const answers = {
        getLatestBlockhash: lifetime,
        getFeeForMessage: { value: 1 },
        getRecentPrioritizationFees,
      }
      return (await estimateTransfer(source(answers).source, transfer)).data
    }
    expect(await priced(10 ** 12, 3, 1)).toMatchObject({ unitPrice: 3n })
    expect(await priced('x', null, 10 ** 12)).toMatchObject({ unitPrice: 20_000_000n })
  })

  test.each([
    ['feature-unsupported', { asset: { ...token, id: `${local.id}/nft:${mint}` as const } }, {}],
    [
      'token-address-required',
      { asset: token },
      {
        getAccountInfo: { value: null },
        getTokenAccountsByOwner: { value: [holding('1', {}, mint)] },
      },
    ],
    ['receiver-invalid', { to: 'ada.sol' }, {}],
    ['rpc-answer-invalid', {}, { getFeeForMessage: { value: null } }],
    [
      'rpc-answer-invalid',
      {},
      { getLatestBlockhash: { value: { blockhash: 'x', lastValidBlockHeight: 1 } } },
    ],
    ['rpc-answer-invalid', {}, { getLatestBlockhash: { value: { blockhash: '4'.repeat(44) } } }],
  ])('behavior: %s', async (code, more, answers) => {
    const good = { getLatestBlockhash: lifetime, getFeeForMessage: { value: 1 } }
    const { source: one } = source({ ...good, ...answers })
    await expect(estimateTransfer(one, { ...transfer, ...more })).rejects.toMatchObject({ code })
  })
})

describe('verdict', () => {
  const told = (status: unknown, more: object = {}) =>
    verdict(source({ getSignatureStatuses: { value: [status] }, ...more }).source, { hash: 'x' })

  test('default', async () => {
    const getTransaction = { meta: { fee: 5000 } }
    const status = { slot: 9, err: null, confirmationStatus: 'confirmed' }
    expect(await told(status, { getTransaction })).toEqual({
      state: 'confirmed',
      block: '9',
      fee: 5000n,
    })
    expect(await told(status)).toEqual({ state: 'confirmed', block: '9' })
  })

  test('behavior: one node having processed it is not yet confirmed', async () => {
    expect(await told({ slot: 9, err: null, confirmationStatus: 'processed' })).toEqual({
      state: 'pending',
    })
    expect(await told({ slot: 9, err: null, confirmationStatus: null })).toEqual({
      state: 'pending',
    })
  })

  test('behavior: a failure is one, with its cause', async () => {
    const failed = (err: unknown) => told({ slot: 9, err, confirmationStatus: 'finalized' })
    expect(await failed({ InstructionError: [0, { Custom: 1 }] })).toMatchObject({
      code: 'execution-reverted',
    })
    expect(await failed('InsufficientFundsForFee')).toMatchObject({
      state: 'failed',
      code: 'insufficient-fee-funds',
    })
  })

  test('behavior: dropped is what no node knows when its time is over and the chain has gone past it', async () => {
    const lost = (getBlockHeight: unknown, age = 200_000, nonce?: number) => {
      const { source: one, asked } = source({
        getSignatureStatuses: { value: [null] },
        getBlockHeight,
      })
      const told = verdict(one, {
        hash: 'x',
        submittedAt: Date.now() - age,
        ...(nonce !== undefined && { nonce }),
      })
      return told.then(({ state }) => [state, asked.map(({ method }) => method)[0]])
    }
    expect(await lost(150, 200_000, 150)).toEqual(['pending', 'getBlockHeight'])
    expect(await lost(151, 200_000, 150)).toEqual(['dropped', 'getBlockHeight'])
    expect(await lost(151, 20_000, 150)).toEqual(['pending', 'getSignatureStatuses'])
    expect(await lost(1)).toEqual(['dropped', 'getSignatureStatuses'])
    await expect(lost('high', 200_000, 150)).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  })

  test('behavior: an answer that is none is refused', async () => {
    for (const answer of [null, {}, { value: {} }]) {
      await expect(
        verdict(source({ getSignatureStatuses: answer }).source, { hash: 'x' }),
      ).rejects.toMatchObject({
        code: 'rpc-answer-invalid',
      })
    }
    await expect(told({ err: null, confirmationStatus: 'confirmed' })).rejects.toMatchObject({
      code: 'rpc-answer-invalid',
    })
  })
})
