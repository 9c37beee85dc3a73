import type { ReadSource } from '@latchkey/core'
import { p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { local } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'
import type { Plan } from '../transaction/plan.ts'
import { planTransfer } from '../transaction/plan-transfer.ts'
import { balancesOf } from './balances.ts'
import { estimateTransfer } from './estimate-transfer.ts'
import { feeRates } from './fee-rates.ts'
import { type SeenTransactions, verdictOf } from './verdict.ts'

const network = { ...TEST_NETWORK, bech32: 'bcrt' }
const key = (byte: string) =>
  Uint8Array.from(
    `0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f817${byte}`.match(/../g) ?? [],
    (pair) => Number.parseInt(pair, 16),
  )
const ada = p2wpkh(key('98'), network).address ?? ''
const ordinals = p2tr(key('98').slice(1), undefined, network).address ?? ''
const account = `${local.id}:${ada}` as const
const asset = nativeAsset(local)
const id = (digit: string | number) => String(digit).repeat(64).slice(0, 64)

function source(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const made: ReadSource = {
    chain: local,
    async request(method, params) {
      const [path] = params as [string]
      asked.push(`${method} ${path}`)
      const answer = answers[path]
      if (answer === undefined)
        throw Object.assign(new Error('Transaction not found'), { code: 404 })
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { source: made, asked }
}

const sums = (funded: unknown, spent: unknown) => ({ funded_txo_sum: funded, spent_txo_sum: spent })
const address = (mined: object, waiting: object) => ({
  [`/address/${ada}`]: { chain_stats: mined, mempool_stats: waiting },
})

describe('balancesOf', () => {
  test('default: what is mined and what waits, in and out', async () => {
    const { source: one } = source(address(sums(1000, 300), sums(50, 200)))
    expect(await balancesOf(one, { account })).toEqual([{ asset, amount: 550n }])
  })

  test.each([
    null,
    7,
    {},
    address(sums(1, 2), sums(0, 0)),
    address(sums(5, 0), sums(0, 6)),
    address(sums(-1, 0), sums(0, 0)),
    address(sums('5', 0), sums(0, 0)),
    address(sums(0.5, 0), sums(0, 0)),
    address(sums(Number.MAX_SAFE_INTEGER, 0), {}),
  ])('behavior: %j is no balance', async (answer) => {
    const answers = (answer as object | null) && typeof answer === 'object' ? answer : {}
    const { source: one } = source({ [`/address/${ada}`]: answer, ...(answers as object) })
    await expect(balancesOf(one, { account })).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  })
})

const coin = (digit: string | number, value: unknown, confirmed = true) => ({
  txid: id(digit),
  vout: 0,
  value,
  status: { confirmed },
})
const money = (...coins: unknown[]) => ({
  [`/address/${ada}/utxo`]: coins,
  '/fee-estimates': { '1': 9.2, '3': 1.5, '144': 0.2 },
})
const estimate = async (
  answers: Readonly<Record<string, unknown>>,
  amount: bigint,
  more: object = {},
) =>
  estimateTransfer(
    source(answers).source,
    { from: account, to: ordinals, asset, amount, ...more },
    undefined,
  )
const planOf = async (...all: Parameters<typeof estimate>) => (await estimate(...all)).data as Plan

describe('estimateTransfer', () => {
  test('default: the fee is the rate times the size, the change comes back', async () => {
    const { fee, feeAsset, least, most, data } = await estimate(money(coin(1, 100_000)), 50_000n)
    // 10.5 + 68 + 43 (P2TR) + 31 (change) virtual bytes, at 2 satoshi.
    expect(fee).toBeGreaterThanOrEqual(304n)
    expect(fee).toBeLessThanOrEqual(310n)
    expect([feeAsset, least]).toEqual([asset, 330n])
    const plan = data as Plan
    expect(plan.inputs.map(({ txid }) => txid)).toEqual([id(1)])
    expect(plan.change).toBe(100_000n - 50_000n - fee)
    expect(most).toBeGreaterThan(99_700n)
    expect(plan.binding).toBeUndefined()
  })

  test.each([
    ['p2pkh', p2pkh(key('98'), network).address, 148n],
    ['p2sh-p2wpkh', p2sh(p2wpkh(key('98'), network), network).address, 91n],
    ['p2wpkh', ada, 68n],
    ['p2tr', ordinals, 58n],
  ])('behavior: a coin of %s is weighed as one', async (_, address, bytes) => {
    const answers = {
      [`/address/${address}/utxo`]: [coin(1, 50_000), coin(2, 50_000)],
      '/fee-estimates': { '3': 1 },
    }
    const { plan } = await planTransfer(source(answers).source, {
      from: address ?? '',
      recipients: [{ address: ada, amount: 90_000n }],
    })
    // Ten and a half for the transaction, one output for the receiver (31), one for what is left.
    const rest = plan.fee - 2n * bytes - 42n
    expect(rest).toBeGreaterThanOrEqual(29n)
    expect(rest).toBeLessThanOrEqual(46n)
  })

  test('behavior: all that can leave leaves, to the last satoshi, without change', async () => {
    const answers = money(coin(1, 70_000), coin(2, 30_000), coin(3, 1000), coin(4, 600))
    const { most = 0n } = await estimate(answers, 1n)
    const plan = await planOf(answers, most)
    expect(plan.change).toBe(0n)
    expect(plan.binding).toBe('all')
    expect(most + plan.fee).toBe(100_000n)
    // 10.5 + 2 × 68 + 43 virtual bytes, at 2 satoshi.
    expect(plan.fee).toBeGreaterThanOrEqual(379n)
    expect(plan.fee).toBeLessThanOrEqual(384n)
    await expect(estimate(answers, most + 1n)).rejects.toMatchObject({ code: 'insufficient-funds' })
  })

  test('behavior: coins of 1,000 satoshi and less are never spent', async () => {
    const answers = money(coin(1, 1000), coin(2, 900), coin(3, 1001), coin(4, 20_000))
    for (const amount of [500n, 5000n, 19_000n]) {
      expect((await planOf(answers, amount)).inputs.every(({ value }) => value > 1000n)).toBe(true)
    }
    await expect(estimate(money(coin(1, 1000), coin(2, 1000)), 330n)).rejects.toMatchObject({
      code: 'insufficient-funds',
    })
  })

  test('behavior: what waits is spent only where what is mined does not suffice', async () => {
    const answers = money(coin(1, 90_000, false), coin(2, 50_000))
    expect((await planOf(answers, 30_000n)).inputs.map(({ txid }) => txid)).toEqual([id(2)])
    expect((await planOf(answers, 100_000n)).inputs).toHaveLength(2)
  })

  test('behavior: any choice adds up, and pays at least a satoshi a byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 12 }),
        fc.bigInt({ min: 1n, max: 400_000n }),
        async (values, amount) => {
          const answers = money(...values.map((value, i) => coin(i.toString(16), value)))
          const found = await estimate(answers, amount).catch(() => undefined)
          if (!found) return
          const { inputs, recipients, change, fee } = found.data as Plan
          const spent = inputs.reduce((sum, { value }) => sum + value, 0n)
          const asked = amount < 330n ? 330n : amount
          expect([recipients[0]?.amount, spent]).toEqual([asked, asked + change + fee])
          expect(new Set(inputs.map(({ txid }) => txid)).size).toBe(inputs.length)
          expect(change === 0n || change > 294n).toBe(true)
          expect(fee).toBeGreaterThanOrEqual(BigInt(inputs.length) * 68n * 2n)
          expect(asked).toBeLessThanOrEqual(found.most ?? 0n)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    ['feature-unsupported', {}, { asset: { ...asset, id: `${local.id}/other:1` } }],
    ['receiver-invalid', {}, { to: 'ada.btc' }],
    ['receiver-invalid', {}, { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['rpc-answer-invalid', { [`/address/${ada}/utxo`]: {} }, {}],
    ['rpc-answer-invalid', money(coin(1, -1)), {}],
    ['rpc-answer-invalid', money(coin('x', 1)), {}],
    ['rpc-answer-invalid', money({ ...coin(1, 9), vout: 0.5 }), {}],
    ['rpc-answer-invalid', { ...money(), '/fee-estimates': [1] }, {}],
    ['insufficient-funds', money(), {}],
  ] as const)('behavior: %s', async (code, answers, more) => {
    await expect(estimate({ ...money(), ...answers }, 5000n, more)).rejects.toMatchObject({ code })
  })
})

describe('feeRates', () => {
  const told = async (answer: unknown) => feeRates(source({ '/fee-estimates': answer }).source)

  test('default: rounded up', async () => {
    expect(await told({ '1': 8.1, '2': 7, '3': 3.2, '144': 1.01 })).toEqual({
      fast: 9,
      medium: 4,
      slow: 2,
    })
  })

  test('behavior: a node that cannot tell, and one that lies', async () => {
    expect(await told({})).toEqual({ fast: 1, medium: 1, slow: 1 })
    expect(await told({ '6': 5 })).toEqual({ fast: 5, medium: 5, slow: 5 })
    expect(await told({ '1': 99_999, '3': -4, '6': 'x' })).toEqual({
      fast: 2000,
      medium: 2000,
      slow: 2000,
    })
  })
})

const hash = id('a')
const waiting = {
  [`/tx/${hash}`]: { txid: hash, vin: [{ txid: id(1), vout: 3 }], status: { confirmed: false } },
}
const mined = { txid: hash, vin: [], fee: 300, status: { confirmed: true, block_height: 12 } }

describe('verdictOf', () => {
  const ask = (
    answers: Readonly<Record<string, unknown>>,
    submittedAt = Date.now(),
    seen: SeenTransactions = new Map(),
  ) => verdictOf(source(answers).source, { hash, submittedAt }, seen)

  test('default', async () => {
    expect(await ask({ [`/tx/${hash}`]: mined })).toEqual({
      state: 'confirmed',
      block: '12',
      fee: 300n,
    })
    expect(await ask(waiting)).toEqual({ state: 'pending' })
  })

  test('behavior: what no node knows waits ten minutes, then it is dropped', async () => {
    expect(await ask({})).toEqual({ state: 'pending' })
    expect(await ask({}, Date.now() - 600_001)).toEqual({ state: 'dropped' })
    expect(await verdictOf(source({}).source, { hash }, new Map())).toEqual({ state: 'pending' })
  })

  test('behavior: what was seen waiting and lost its coin is replaced', async () => {
    const seen: SeenTransactions = new Map()
    await ask(waiting, Date.now(), seen)
    const spend = (spent: boolean) => ({
      [`/tx/${id(1)}/outspend/3`]: { spent, ...(spent && { txid: id('b') }) },
    })
    expect(await ask(spend(false), Date.now(), seen)).toEqual({ state: 'pending' })
    const itself = { [`/tx/${id(1)}/outspend/3`]: { spent: true, txid: hash } }
    expect(await ask(itself, Date.now(), seen)).toEqual({ state: 'pending' })
    expect(await ask(spend(true), Date.now(), seen)).toEqual({ state: 'replaced', by: id('b') })
  })

  test.each([
    { code: 404, message: 'nothing' },
    { code: -32000, message: 'Transaction not found' },
  ])('behavior: %j says that none is known', async (error) => {
    const told = Object.assign(new Error(error.message), { code: error.code })
    expect(await ask({ [`/tx/${hash}`]: told })).toEqual({ state: 'pending' })
  })

  test.each([
    7,
    { ...mined, txid: id('b') },
    { ...mined, vin: null },
    { ...mined, status: { confirmed: true, block_height: -1 } },
  ])('behavior: %j is no transaction', async (answer) => {
    await expect(ask({ [`/tx/${hash}`]: answer })).rejects.toMatchObject({
      code: 'rpc-answer-invalid',
    })
  })

  test('behavior: a node that is down says nothing of the transaction', async () => {
    await expect(ask({ [`/tx/${hash}`]: new Error('down') }, 1)).rejects.toThrow('down')
  })
})
