import { LatchkeyError } from '@latchkey/protocol'
import { providerError } from '@latchkey/testing'
import {
  BaseError,
  ContractFunctionExecutionError,
  HttpRequestError,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { explain } from './errors.ts'

describe('explain', () => {
  test('default', () => {
    expect(explain(providerError(4001, 'User rejected the request.'))).toBe('user-rejected')
  })

  test.each([
    [4100, 'wallet-unauthorized'],
    [4200, 'wallet-method-unsupported'],
    [4900, 'wallet-disconnected'],
    [4901, 'wallet-chain-disconnected'],
    [4902, 'chain-not-added'],
    [-32002, 'rpc-resource-unavailable'],
    [-32603, 'rpc-internal'],
    ['4001', 'user-rejected'],
    [5750, 'wallet-upgrade-rejected'],
    [12345, 'unknown'],
  ])('parameters: code %s', (code, expected) => {
    expect(explain({ code, message: 'whatever' })).toBe(expected)
  })

  test.each([
    ['cause', { cause: { code: 4001 } }],
    ['data.originalError', { code: -32603, data: { originalError: { code: 4001 } } }],
    ['data.cause', { code: -32603, data: { cause: { code: 4001 } } }],
    ['error', { code: -32000, error: { code: 4001 } }],
    ['viem', new UserRejectedRequestError(new Error('no'))],
    [
      'viem, wrapped',
      new BaseError('outer', { cause: new UserRejectedRequestError(new Error('no')) }),
    ],
  ])('behavior: a refusal nested as %s is found', (_, error) => {
    expect(explain(error)).toBe('user-rejected')
  })

  test.each([
    ['insufficient funds for gas * price + value', 'insufficient-funds'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonce-too-low'],
    ['Execution reverted', 'execution-reverted'],
    ['max fee per gas less than block base fee', 'fee-cap-too-low'],
    ['User denied transaction signature', 'user-rejected'],
    ['something else', 'rpc-invalid-input'],
  ])('behavior: a node’s words say more than its code: %s', (message, expected) => {
    expect(explain(providerError(-32000, message))).toBe(expected)
  })

  test('behavior: an exact code says more than words', () => {
    expect(explain(providerError(4001, 'insufficient funds'))).toBe('user-rejected')
  })

  test('behavior: aborts, our own errors, texts', () => {
    expect(explain(new DOMException('x', 'AbortError'))).toBe('aborted')
    expect(explain(new Error('outer', { cause: new LatchkeyError('chain-mismatch') }))).toBe(
      'chain-mismatch',
    )
    expect(explain('User rejected the request')).toBe('user-rejected')
    const reverted = new HttpRequestError({ url: 'http://x', details: 'execution reverted' })
    expect(
      explain(new ContractFunctionExecutionError(reverted, { abi: [], functionName: 'x' })),
    ).toBe('execution-reverted')
  })

  test('behavior: hostile errors are survived', () => {
    const loop: { cause?: unknown } = {}
    loop.cause = loop
    const thrower = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    const long = { message: 'x'.repeat(10_000_000) }
    for (const error of [
      loop,
      thrower,
      long,
      { code: {} },
      { code: 1n },
      { code: Symbol('x') },
      null,
      undefined,
      4001,
    ]) {
      expect(explain(error)).toBe('unknown')
    }
  })
})
