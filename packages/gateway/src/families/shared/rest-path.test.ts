import type { ChainId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { isAllowedCall } from '../is-allowed-call.ts'
import { readRestCall } from './rest-path.ts'

const bitcoin: ChainId = 'bip122:000000000019d6689c085ae165831e93'
const stacks: ChainId = 'stacks:1'
const id = 'ab'.repeat(32)
const who = 'SP000000000000000000002Q6VF78'
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const get = (chain: ChainId, path: unknown) =>
  isAllowedCall(chain, { method: 'GET', params: JSON.stringify([path]) })
const post = (chain: ChainId, path: unknown, body: unknown) =>
  isAllowedCall(chain, { method: 'POST', params: JSON.stringify([path, body]) })

describe('REST paths', () => {
  test.each([
    `/address/${address}`,
    `/address/${address}/utxo`,
    `/address/${address}/txs`,
    `/address/${address}/txs/mempool`,
    `/address/${address}/txs/chain`,
    `/address/${address}/txs/chain/${id}`,
    `/address/${address}/txs?after_txid=${id}`,
    `/tx/${id}`,
    `/tx/${id}/status`,
    `/tx/${id}/hex`,
    `/tx/${id}/outspend/0`,
    '/blocks/tip/height',
    '/blocks/tip/hash',
    '/block-height/800000',
    `/block/${id}`,
    '/fee-estimates',
    '/v1/fees/recommended',
  ])('parameters: GET %s of an Esplora server', (path) => expect(get(bitcoin, path)).toBe(true))

  test.each([
    '/v2/info',
    `/v2/accounts/${who}?proof=0`,
    `/v2/accounts/${who}.a-b_c`,
    '/v2/fees/transfer',
    '/v2/pox',
    `/v2/contracts/interface/${who}/pox-4`,
    `/extended/v1/address/${who}/balances`,
    `/extended/v1/tx/0x${id}`,
    `/extended/v1/address/${who}/nonces`,
    `/extended/v2/addresses/${who}/transactions?limit=20&offset=40`,
    `/extended/v2/addresses/${who}/transactions/0x${id}/events?limit=50`,
    `/metadata/v1/ft/${who}.token`,
    `/extended/v1/tokens/nft/holdings?principal=${who}&limit=50`,
    '/extended/v2/mempool/fees',
  ])('parameters: GET %s of a Stacks server', (path) => expect(get(stacks, path)).toBe(true))

  test('parameters: POST, by what may be sent', () => {
    expect(post(bitcoin, '/tx', '0200aB')).toBe(true)
    expect(post(stacks, '/v2/transactions', { tx: '00ff' })).toBe(true)
    expect(post(stacks, '/v2/transactions', { tx: '0x00ff', attachment: '00' })).toBe(true)
    expect(
      post(stacks, '/v2/fees/transaction', { transaction_payload: '00', estimated_len: 180 }),
    ).toBe(true)
    const read = { sender: who, arguments: ['0x00'] }
    expect(post(stacks, `/v2/contracts/call-read/${who}/token/get-balance`, read)).toBe(true)
    expect(post(stacks, `/v2/contracts/call-read/${who}/token/is-ok%3F`, read)).toBe(true)
  })

  test.each<readonly [ChainId, string, unknown]>([
    [bitcoin, '/tx', ''],
    [bitcoin, '/tx', '0'],
    [bitcoin, '/tx', 'zz'],
    [bitcoin, '/tx', { tx: '00' }],
    [bitcoin, '/tx', null],
    [bitcoin, '/tx', ['00']],
    [bitcoin, '/fee-estimates', '00'],
    [bitcoin, `/tx/${id}`, '00'],
    [stacks, '/v2/transactions', '00'],
    [stacks, '/v2/transactions', { tx: '00', more: 1 }],
    [stacks, '/v2/transactions', {}],
    [stacks, '/v2/transactions', [{ tx: '00' }]],
    [stacks, '/v2/info', {}],
    [stacks, '/v2/block_proposal', {}],
    [stacks, '/devnet/mine', 'hold'],
    [stacks, `/v2/contracts/call-read/${who}/token/get-balance`, { sender: who, arguments: 'x' }],
    [stacks, `/v2/contracts/call-read/${who}/token/get-balance`, { sender: '', arguments: [] }],
    [stacks, `/v2/contracts/call-read/${who}/token/a%2Fb`, { sender: who, arguments: [] }],
  ])('behavior: POST %s %s with %j is not sent', (chain, path, body) =>
    expect(post(chain, path, body)).toBe(false),
  )

  const escapes = [
    '',
    '/',
    '//',
    'fee-estimates',
    ' /fee-estimates',
    '/fee-estimates ',
    '/fee-estimates/',
    '//fee-estimates',
    '/../fee-estimates',
    '/./fee-estimates',
    '/fee-estimates/..',
    '/x/../fee-estimates',
    `/tx/${id}/../../admin`,
    '/%2e%2e/fee-estimates',
    '/fee-estimates%2f..',
    `/tx/${id}%2F..%2Fadmin`,
    '/fee%2Destimates',
    '\\fee-estimates',
    'http://evil.example/fee-estimates',
    '//evil.example/fee-estimates',
    '/@evil.example/',
    '@evil.example/fee-estimates',
    '/fee-estimates?x=1',
    '/fee-estimates?',
    '/fee-estimates#x',
    '/fee-estimates?a=b#c',
    '/fee-estimates;x',
    '/fee-estimates\n',
    `/address/${address}/txs?after_txid=${id}&after_txid=${id}`,
    `/address/${address}/txs?after_txid=../../x`,
    `/address/${address}/txs?after_txid=${id}%26x=1`,
    `/address/${address}/txs?__proto__=1`,
    `/address/${address}/txs?after_txid`,
    `/address/${address}/txs/chain/${id}/x`,
    `/address/${address}x/utxo?`,
    `/tx/${id.toUpperCase()}`,
    `/tx/${id}0`,
    '/mempool',
    '/mempool/txids',
    `/block/${id}/txs`,
    '/asset/x',
    '/admin',
    '/metrics',
    '/fee-estimates\u0000',
    '/fee-estimateſ',
    `/${'a'.repeat(2000)}`,
    { toString: () => '/fee-estimates' },
    ['/fee-estimates'],
    null,
    7,
  ]
  test.each(escapes)('behavior: GET %j leads nowhere', (path) =>
    expect(get(bitcoin, path)).toBe(false),
  )

  test.each([
    `/v2/accounts/${who}/../../info`,
    `/v2/accounts/${who}%2F..%2F..%2Finfo`,
    `/v2/accounts/..`,
    `/v2/accounts/${who}?proof=2`,
    `/v2/accounts/${who}?proof=0&tip=x`,
    `/extended/v2/addresses/${who}/transactions?limit=-1`,
    '/v2/neighbors',
    '/v2/mempool/query',
    `/extended/v1/address/${who}.a..b/balances`,
    `/extended/v1/address/${who}./balances`,
    `/metadata/v1/ft/${who}.`,
    '/extended/v1/debug/broadcast',
    `/extended/v1/tokens/nft/holdings?principal=${who}/..`,
    '/devnet/mine',
  ])('behavior: GET %j leads nowhere on Stacks', (path) => expect(get(stacks, path)).toBe(false))

  test('behavior: what is no call of REST is none', () => {
    const calls = [
      ...[
        '[]',
        '["/fee-estimates","/x"]',
        '{"0":"/fee-estimates"}',
        '"/fee-estimates"',
        'null',
        undefined,
      ].map((params) => ({ method: 'GET', params })),
      ...['get', 'PUT', 'DELETE', 'eth_call', 'HEAD', 'CONNECT'].map((method) => ({
        method,
        params: '["/fee-estimates"]',
      })),
      ...['["/tx"]', '["/tx","00","x"]'].map((params) => ({ method: 'POST', params })),
    ]
    for (const call of calls) {
      expect(readRestCall(call)).toBeUndefined()
      expect(isAllowedCall(bitcoin, call)).toBe(false)
    }
  })

  test.each([
    '/..',
    '/.',
    '/a/..',
    '/a/../b',
    '/../a',
    '/a/./b',
    '/a/..?x=1',
    '/a//b',
    '/a/',
    '/%2e%2e/a',
    '/a%2F..',
  ])('behavior: %s is no path, even where the operator lists it', (path) => {
    expect(readRestCall({ method: 'GET', params: JSON.stringify([path]) })).toBeUndefined()
    const call = { method: 'GET', params: JSON.stringify([path]) }
    expect(isAllowedCall(bitcoin, call, [`GET ${path}`])).toBe(false)
  })

  test('behavior: no EVM or Solana chain is asked by path', () => {
    for (const chain of ['eip155:1', 'solana:abc'] as const) {
      expect(get(chain, '/fee-estimates')).toBe(false)
    }
  })
})
