import { describe, expect, it } from 'vitest'
import { errorCodes } from '../errors.ts'
import { codeOfBitcoinWalletError, codeOfRpcError, rpcCodeOf } from './rpc-code.ts'

describe('codeOfRpcError', () => {
  it.each([
    [-32700, 'rpc-parse'],
    [-32600, 'rpc-invalid-request'],
    [-32601, 'rpc-method-not-found'],
    [-32602, 'rpc-invalid-params'],
    [-32603, 'rpc-internal'],
    [-32000, 'rpc-invalid-input'],
    [-32001, 'rpc-resource-not-found'],
    [-32002, 'rpc-resource-unavailable'],
    [-32003, 'rpc-transaction-rejected'],
    [-32004, 'rpc-method-not-supported'],
    [-32005, 'rpc-limit-exceeded'],
    [-32006, 'rpc-version-unsupported'],
    [4001, 'user-rejected'],
    [4100, 'wallet-unauthorized'],
    [4200, 'wallet-method-unsupported'],
    [4900, 'wallet-disconnected'],
    [4901, 'wallet-chain-disconnected'],
    [4902, 'chain-not-added'],
    [5000, 'user-rejected'],
    [5700, 'wallet-capability-unsupported'],
    [5710, 'wallet-chain-id-unsupported'],
    [5720, 'wallet-bundle-duplicate'],
    [5730, 'wallet-bundle-unknown'],
    [5740, 'wallet-bundle-too-large'],
    [5750, 'wallet-upgrade-rejected'],
    [5760, 'wallet-atomicity-unsupported'],
    [7000, 'session-settlement-failed'],
  ] as const)('default: %i is %s', (number, code) => {
    expect(codeOfRpcError(number)).toBe(code)
    expect(errorCodes).toContain(code)
  })

  it.each([3, 0, -31000, 4003, Number.NaN, '4001', 'constructor', null, undefined, {}])(
    'behavior: %s is none',
    (one) => {
      expect(codeOfRpcError(one)).toBeUndefined()
    },
  )
})

describe('codeOfBitcoinWalletError', () => {
  it.each([
    [-31000, 'wallet-unknown'],
    [-31001, 'wallet-canceled'],
    [-32000, 'user-rejected'],
    [-32001, 'account-missing'],
    [-32002, 'wallet-unauthorized'],
    [-32601, 'rpc-method-not-found'],
    [4001, 'user-rejected'],
  ] as const)('default: %i is %s', (number, code) => {
    expect(codeOfBitcoinWalletError(number)).toBe(code)
  })

  it('behavior: other numbers are none', () => {
    expect(codeOfBitcoinWalletError(-31002)).toBeUndefined()
    expect(codeOfBitcoinWalletError('-31001')).toBeUndefined()
  })
})

describe('rpcCodeOf', () => {
  it.each([4001, 4100, 4200, 4900, 4901, 4902, -32002, -32000, -32603, 5740])(
    'default: %i comes back',
    (number) => {
      const code = codeOfRpcError(number)
      expect(code && rpcCodeOf(code)).toBe(number)
    },
  )

  it.each([
    ['switch-rejected', 4001],
    ['connection-rejected', 4001],
    ['modal-closed', 4001],
    ['connection-pending', -32002],
    ['not-connected', 4100],
    ['feature-unsupported', 4200],
    ['request-unauthorized', 4200],
    ['request-not-allowed', 4200],
    ['chain-unsupported', 4902],
    ['names-unavailable', -32603],
    ['unknown', -32603],
  ] as const)('behavior: %s is %i', (code, number) => {
    expect(rpcCodeOf(code)).toBe(number)
  })
})
