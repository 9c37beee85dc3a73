import { entryPoint } from '@latchkey/protocol/vault'
import { describe, expect, test } from 'vitest'
import { encodeExecute } from '../../decode/evm/abi-calls.ts'
import type { SmartAccount } from './account.ts'
import { readCalls, readEstimateRequest, readSendTransaction, readUserOperation } from './calls.ts'

const chain = 'eip155:31337'
const [address, owner, to] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
]
const says = { factory: to, implementation: to, bundler: 'https://vault.example/b' }
const account: SmartAccount = { chain, address, owner, says }
const send = { to, value: 5n, data: '0x' }
const batch = {
  version: '2.0.0',
  chainId: '0x7a69',
  atomicRequired: true,
  calls: [{ to, value: '0x5' }],
}
const refused = (reason: string) =>
  expect.objectContaining({
    code: 'rpc-invalid-params',
    context: expect.objectContaining({ reason }),
  })

describe('readCalls', () => {
  const read = (more: object = {}) => readCalls([{ ...batch, ...more }], chain, account)

  test('default: the calls; an id and an account only when they are given', () => {
    expect(read()).toEqual({ isAtomic: true, calls: [send] })
    expect(read({ id: 'pots', from: owner, capabilities: {} })).toEqual({
      id: 'pots',
      from: owner,
      isAtomic: true,
      calls: [send],
    })
  })

  test('parameters: an id of up to 8194 letters, which is 4096 bytes in hex', () => {
    const id = `0x${'ab'.repeat(4_096)}`
    expect(read({ id })).toMatchObject({ id })
    expect(() => read({ id: `${id}c` })).toThrow(refused('id'))
  })

  test.each<[string, object]>([
    ['id', { id: '' }],
    ['id', { id: 5 }],
    ['id', { id: null }],
    ['id', { id: ['pots'] }],
    ['from', { from: 'somebody' }],
    ['from', { from: null }],
    ['version', { version: 2 }],
    ['calls', { calls: {} }],
    ['capabilities', { capabilities: [] }],
    ['to, value or data of a call', { calls: [{ to, value: 5 }] }],
    ['nonce is not taken', { nonce: '0x1' }],
  ])('behavior: refused for %s: %j', (reason, more) => {
    expect(() => read(more)).toThrow(refused(reason))
  })

  test.each([[undefined], [null], ['calls'], [[batch]]])(
    'behavior: %j is no object',
    (firstParam) => {
      expect(() => readCalls([firstParam], chain, account)).toThrow(refused('no object'))
    },
  )
})

describe('readSendTransaction', () => {
  const read = (more: object) => readSendTransaction([{ to, value: '0x5', ...more }], account)

  test('default: one call; what the vault itself chooses is left aside', () => {
    const gas = { gas: '0x1', gasLimit: '0x1', gasPrice: '0x1' }
    const fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
    expect(
      read({ from: address, nonce: '0x1', type: '0x2', chainId: '0x7a69', ...gas, ...fees }),
    ).toEqual(send)
    expect(read({ data: '0xAB' })).toEqual({ ...send, data: '0xab' })
    expect(read({ input: '0xAB' })).toEqual({ ...send, data: '0xab' })
  })

  test.each<[string, object]>([
    ['chainId', { chainId: '0x1' }],
    ['input', { data: '0x', input: '0x12' }],
    ['authorizationList is not taken', { authorizationList: [] }],
    ['a call of the account itself', { to: owner, data: '0x12' }],
  ])('behavior: refused for %s: %j', (reason, more) => {
    expect(() => read(more)).toThrow(refused(reason))
  })
})

describe('readUserOperation', () => {
  const operation = { sender: address, callData: encodeExecute([send]) }

  test('default: its calls', () => {
    expect(readUserOperation([operation, entryPoint], account)).toEqual([send])
  })

  test.each<[string, object, string]>([
    ['another entry point', {}, to],
    ['another sender', { sender: owner }, entryPoint],
    ['callData', { callData: '0x12' }, entryPoint],
    ['factory is not taken', { factory: to }, entryPoint],
  ])('behavior: refused for %s', (reason, more, point) => {
    expect(() => readUserOperation([{ ...operation, ...more }, point], account)).toThrow(
      refused(reason),
    )
  })
})

describe('readEstimateRequest', () => {
  const estimate = {
    from: owner.toUpperCase().replace('X', 'x'),
    chainId: '0x7a69',
    calls: [{ to }],
  }

  test('default: who asks, and the calls', () => {
    expect(readEstimateRequest([estimate], chain)).toEqual({
      from: owner,
      calls: [{ ...send, value: 0n }],
    })
  })

  test.each<[string, object]>([
    ['from or chainId', { from: 'somebody' }],
    ['from or chainId', { chainId: '0x1' }],
    ['calls', { calls: [] }],
    ['calls', { calls: Array(65).fill({ to }) }],
    ['version is not taken', { version: '2.0.0' }],
  ])('behavior: refused for %s: %j', (reason, more) => {
    expect(() => readEstimateRequest([{ ...estimate, ...more }], chain)).toThrow(refused(reason))
  })
})
