import { LatchkeyError } from '@latchkey/protocol'
import { providerError } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { explain, explainFailure } from './errors.ts'

describe('explain', () => {
  test.each([
    ['user-rejected', providerError(4001, 'User rejected the request.')],
    ['user-rejected', new Error('Wallet: user declined')],
    ['user-rejected', new Error('outer', { cause: { code: 4001 } })],
    ['aborted', new DOMException('stop', 'AbortError')],
    ['wallet-unauthorized', providerError(4100, 'no')],
    [
      'insufficient-fee-funds',
      new Error('Attempt to debit an account but found no record of a prior credit.'),
    ],
    [
      'insufficient-fee-funds',
      providerError(-32002, 'Transaction simulation failed: insufficient funds for fee'),
    ],
    [
      'insufficient-fee-funds',
      { code: -32002, message: 'x', data: { err: 'InsufficientFundsForFee' } },
    ],
    [
      'insufficient-funds',
      {
        code: -32002,
        message:
          'Transaction simulation failed: Error processing Instruction 2: custom program error: 0x1',
        data: {
          logs: [
            'Program 11111111111111111111111111111111 invoke [1]',
            'Transfer: insufficient lamports 1, need 2',
          ],
        },
      },
    ],
    [
      'rpc-transaction-rejected',
      providerError(-32002, 'Transaction simulation failed: Blockhash not found'),
    ],
    [
      'execution-reverted',
      providerError(-32002, 'Transaction simulation failed: custom program error: 0x9'),
    ],
    ['rpc-transaction-rejected', new Error('This transaction has already been processed')],
    [
      'rpc-transaction-rejected',
      { code: -32002, message: 'x', data: { err: 'BlockhashNotFound' } },
    ],
    ['insufficient-fee-funds', { code: -32002, message: 'x', data: { err: 'AccountNotFound' } }],
    [
      'insufficient-funds',
      {
        code: -32002,
        message: 'Transaction simulation failed',
        data: { logs: ['Program log: Error: insufficient funds'] },
      },
    ],
    ['execution-reverted', new Error('execution reverted')],
    [
      'execution-reverted',
      { InstructionError: [2, { Custom: 17 }], message: 'custom program error: 0x11' },
    ],
    ['fee-cap-too-low', providerError(-32000, 'transaction is outdated')],
    ['nonce-too-low', providerError(-32000, 'already known')],
    ['rpc-resource-unavailable', providerError(-32002, 'already pending')],
    ['account-missing', new Error('outer', { cause: new LatchkeyError('account-missing') })],
    ['unknown', new Error('odd')],
    ['unknown', null],
  ] as const)('default: %s', (code, error) => {
    expect(explain(error)).toBe(code)
  })

  test('behavior: an error that throws when it is read is unknown', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('mine')
        },
      },
    )
    expect(explain({ cause: { cause: 'x' } })).toBe('unknown')
    expect(explain({ error: hostile })).toBe('unknown')
  })
})

describe('explainFailure', () => {
  test('default', () => {
    expect(explainFailure({ InstructionError: [0, { Custom: 1 }] })).toBe('execution-reverted')
    expect(explainFailure('InsufficientFundsForFee')).toBe('insufficient-fee-funds')
    expect(explainFailure({ InsufficientFundsForRent: { account_index: 1 } })).toBe(
      'insufficient-fee-funds',
    )
  })
})
