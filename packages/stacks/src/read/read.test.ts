import type { ReadSource } from '@latchkey/core'
import { type Asset, hasCode } from '@latchkey/protocol'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boot, local } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'
import { explain } from '../errors.ts'
import { balances } from './balances.ts'
import { estimateTransfer } from './estimate-transfer.ts'
import { verdict } from './verdict.ts'

const account = `${local.id}:${boot.test}` as const
const hash = `0x${'ab'.repeat(32)}`
const to = 'ST3N7D4F8TDBNPAN7W6CJ5RGF5DAW5MGHNEGTCR6R'
const coin = nativeAsset(local)
const token: Asset = {
  id: `${local.id}/sip010:${to}.latch.coin`,
  name: 'Coin',
  symbol: 'COIN',
  decimals: 6,
}

/** A node that answers by path, in order; what throws is thrown. */
function node(answers: Readonly<Record<string, unknown>>) {
  const asked: unknown[][] = []
  const source: ReadSource = {
    chain: local,
    async request(method, params) {
      const [path = '', body] = params as [string, unknown]
      asked.push([method, path, ...(body === undefined ? [] : [body])])
      const key = Object.keys(answers).find((one) => path.startsWith(one))
      const answer = key === undefined ? undefined : answers[key]
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { source, asked }
}
const refusal = (code: number, data?: unknown) =>
  Object.assign(new Error('refused'), { code, data })

describe('balances', () => {
  const told = (more: object = {}) => ({
    stx: { balance: '1000', locked: '400' },
    fungible_tokens: { [`${to}.latch::coin`]: { balance: '7' } },
    ...more,
  })
  test('default: all by one request; what is stacked cannot be spent', async () => {
    const { source, asked } = node({ '/extended': told() })
    const other: Asset = { ...token, id: `${local.id}/sip010:${to}.other.coin` }
    const found = await balances(source, {
      account,
      assets: [coin, token, token, other, { ...token, id: 'stacks:1/sip010:x.y.z' }],
    })
    expect(found).toEqual([
      { asset: coin, amount: 600n },
      { asset: token, amount: 7n },
      { asset: other, amount: 0n },
    ])
    expect(asked).toEqual([['GET', `/extended/v1/address/${boot.test}/balances`]])
  })

  test('behavior: more locked than there is, and a token that cannot be read', async () => {
    const { source } = node({
      '/extended': {
        stx: { balance: '1', locked: '2' },
        fungible_tokens: { [`${to}.latch::coin`]: { balance: -1 } },
      },
    })
    expect(await balances(source, { account, assets: [token] })).toEqual([
      { asset: coin, amount: 0n },
    ])
  })

  test.each([
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { stx: null },
    { stx: { balance: -1 } },
    { stx: { balance: '1e9' } },
    told({ fungible_tokens: 7 }),
  ])('behavior: %j is no balance', async (answer) => {
    await expect(balances(node({ '/extended': answer }).source, { account })).rejects.toMatchObject(
      {
        code: 'rpc-answer-invalid',
      },
    )
  })
})

describe('estimateTransfer', () => {
  const good = {
    '/v2/fees/transaction': { estimations: [{ fee: 500 }, { fee: 900 }, { fee: 2000 }] },
    [`/extended/v1/address/${boot.test}/nonces`]: { possible_next_nonce: 3 },
  }
  const transfer = { from: account, to, asset: coin, amount: 5n }

  test('default', async () => {
    const { source, asked } = node(good)
    expect(await estimateTransfer(source, transfer)).toEqual({
      fee: 900n,
      feeAsset: coin,
      notes: [],
      data: { fee: 900n, nonce: 3n },
    })
    expect(asked[0]).toMatchObject([
      'POST',
      '/v2/fees/transaction',
      { estimated_len: expect.any(Number) },
    ])
  })

  test('behavior: a node that cannot estimate is asked for its rate', async () => {
    const { source } = node({
      ...good,
      '/v2/fees/transaction': refusal(400),
      '/v2/fees/transfer': 3,
    })
    const { fee } = await estimateTransfer(source, transfer)
    expect(fee % 3n).toBe(0n)
    expect(fee).toBeGreaterThan(500n)
  })

  test('behavior: less than one micro-STX a byte is taken by no node', async () => {
    const { source } = node({ ...good, '/v2/fees/transaction': { estimations: [{ fee: 1 }] } })
    expect((await estimateTransfer(source, transfer)).fee).toBeGreaterThan(250n)
  })

  test('behavior: a bare node tells the nonce with the account', async () => {
    const nonces = `/extended/v1/address/${boot.test}/nonces`
    const { source } = node({ ...good, [nonces]: refusal(404), '/v2/accounts': { nonce: 9 } })
    expect((await estimateTransfer(source, transfer)).data).toMatchObject({ nonce: 9n })
    const down = node({ ...good, [nonces]: refusal(503) })
    await expect(estimateTransfer(down.source, transfer)).rejects.toMatchObject({ code: 503 })
  })

  test.each([
    { '/v2/fees/transaction': { estimations: [] } },
    { '/v2/fees/transaction': { estimations: [{ fee: -1 }] } },
    { '/v2/fees/transaction': { estimations: [{ fee: 2 ** 60 }] } },
    { '/v2/fees/transaction': { estimations: [{ fee: String(1n << 64n) }] } },
    { '/v2/fees/transaction': 'x' },
    { '/v2/fees/transaction': refusal(400), '/v2/fees/transfer': 'x' },
    { [`/extended/v1/address/${boot.test}/nonces`]: { possible_next_nonce: -1 } },
  ])('behavior: %# is not believed', async (answers) => {
    await expect(
      estimateTransfer(node({ ...good, ...answers }).source, transfer),
    ).rejects.toMatchObject({
      code: 'rpc-answer-invalid',
    })
  })

  test('behavior: receivers', async () => {
    const { source, asked } = node(good)
    for (const bad of [boot.main, boot.test, 'nobody', `${to}.`]) {
      await expect(estimateTransfer(source, { ...transfer, to: bad })).rejects.toMatchObject({
        code: 'receiver-invalid',
      })
    }
    expect(asked).toEqual([])
    expect((await estimateTransfer(source, { ...transfer, to: `${to}.vault` })).notes).toEqual([
      'contract-receiver',
    ])
  })
})

describe('verdict', () => {
  const say = (answer: unknown, more: object = {}) =>
    verdict(node({ '/extended/v1/tx/': answer }).source, { hash, from: account, ...more })
  const told = (tx_status: string, more: object = {}) => ({
    tx_id: hash,
    tx_status,
    block_height: 7,
    fee_rate: '180',
    ...more,
  })

  test.each([
    ['pending', { state: 'pending' }],
    ['success', { state: 'confirmed', block: '7', fee: 180n }],
    ['abort_by_response', { state: 'failed', code: 'execution-reverted', block: '7', fee: 180n }],
    [
      'abort_by_post_condition',
      { state: 'failed', code: 'post-condition-failed', block: '7', fee: 180n },
    ],
    ['dropped_replace_by_fee', { state: 'replaced' }],
    ['dropped_replace_across_fork', { state: 'replaced' }],
    ['dropped_stale_garbage_collect', { state: 'dropped' }],
    ['dropped_too_expensive', { state: 'dropped' }],
    ['dropped_problematic', { state: 'dropped' }],
  ])('default: %s', async (status, expected) => {
    expect(await say(told(status))).toEqual(expected)
  })

  test('behavior: who took its place is told where the node says it', async () => {
    const by = `0x${'cd'.repeat(32)}`
    expect(await say(told('dropped_replace_by_fee', { replaced_by_tx_id: by }))).toEqual({
      state: 'replaced',
      by,
    })
    expect(await say(told('dropped_replace_by_fee', { replaced_by_tx_id: hash }))).toEqual({
      state: 'replaced',
    })
  })

  test('behavior: one that no node knows is waited for, and given up after ten minutes', async () => {
    const unknown = refusal(404)
    expect(await say(unknown)).toEqual({ state: 'pending' })
    expect(await say(unknown, { submittedAt: Date.now() - 599_000 })).toEqual({ state: 'pending' })
    expect(await say(unknown, { submittedAt: Date.now() - 601_000 })).toEqual({ state: 'dropped' })
    await expect(say(refusal(500))).rejects.toMatchObject({ code: 500 })
  })

  test.each([
    undefined,
    7,
    [],
    {},
    told('success', { tx_id: `0x${'cd'.repeat(32)}` }),
    told('success', { block_height: -1 }),
    told('success', { block_height: undefined }),
    told('confirmed by friends'),
  ])('behavior: %# is not believed', async (answer) => {
    await expect(say(answer)).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  })

  test('behavior: what is no id is not looked up', async () => {
    const { source, asked } = node({})
    for (const odd of ['', '0x', '../v2/info', `${hash}/..`]) {
      await expect(verdict(source, { hash: odd, from: account })).rejects.toMatchObject({
        code: 'transaction-unknown',
      })
    }
    expect(asked).toEqual([])
  })
})

test('behavior: any answer of a node is read or refused with a code', async () => {
  const any = fc.oneof(
    fc.anything({ withBigInt: true, withNullPrototype: true }),
    fc.jsonValue(),
    fc.record({
      stx: fc.jsonValue(),
      fungible_tokens: fc.jsonValue(),
      tx_id: fc.constant(hash),
      tx_status: fc.string(),
    }),
    fc.record({ estimations: fc.array(fc.jsonValue()), possible_next_nonce: fc.jsonValue() }),
  )
  await fc.assert(
    fc.asyncProperty(any, async (answer) => {
      const { source } = node({ '/': answer })
      for (const read of [
        balances(source, { account, assets: [token] }),
        estimateTransfer(source, { from: account, to, asset: token, amount: 1n }),
        verdict(source, { hash, from: account }),
      ]) {
        const failure: unknown = await read.then(
          () => undefined,
          (error) => error,
        )
        expect(failure === undefined || hasCode(failure, 'rpc-answer-invalid')).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

describe('explain', () => {
  test.each([
    [refusal(400, { error: 'transaction rejected', reason: 'BadNonce' }), 'stacks-bad-nonce'],
    [{ code: -32603, data: { reason: 'NotEnoughFunds' } }, 'stacks-not-enough-funds'],
    [{ cause: { error: { data: { reason: 'FeeTooLow' } } } }, 'stacks-fee-too-low'],
    [{ code: -32000, message: 'no' }, 'user-rejected'],
    [{ code: -31001 }, 'wallet-canceled'],
    [{ data: { reason: 'Unheard' } }, 'unknown'],
    [refusal(404), 'unknown'],
  ])('default: %#', (error, code) => {
    expect(explain(error)).toBe(code)
  })

  test('behavior: whatever it is, it is named', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.cause = cyclic
    const hostile = Object.defineProperty({}, 'data', {
      get() {
        throw new Error('no')
      },
    })
    for (const odd of [cyclic, hostile, undefined, null, 7]) {
      expect(explain(odd)).toBe('unknown')
    }
  })
})
