import { describe, expect, it } from 'vitest'
import { errorCodes } from '../errors.ts'
import { codeOfNodeMessage } from './node-message.ts'

describe('codeOfNodeMessage', () => {
  it.each([
    ['execution-reverted', 'execution reverted: ERC20: transfer amount exceeds balance'],
    ['execution-reverted', 'gas required exceeds allowance (0)'],
    ['fee-cap-too-high', 'max fee per gas higher than 2^256-1'],
    ['fee-cap-too-high', 'fee cap higher than 2^256-1'],
    ['fee-cap-too-low', 'max fee per gas less than block base fee: address 0x'],
    ['fee-cap-too-low', 'fee cap less than block base fee'],
    ['fee-cap-too-low', 'transaction is outdated'],
    ['nonce-too-high', 'nonce too high'],
    ['nonce-too-low', 'Nonce too low: next nonce 5, tx nonce 4'],
    ['nonce-too-low', 'transaction already imported'],
    ['nonce-too-low', 'already known'],
    ['nonce-max', 'nonce has max value'],
    ['insufficient-funds', 'INSUFFICIENT FUNDS for gas * price + value'],
    ['insufficient-funds', 'value exceeds transaction sender account balance'],
    ['gas-too-high', 'intrinsic gas too high'],
    ['gas-too-high', 'gas limit reached'],
    ['gas-too-low', 'intrinsic gas too low: have 20000'],
    ['transaction-type-unsupported', 'transaction type not valid in this context'],
    ['tip-above-fee-cap', 'max priority fee per gas higher than max fee per gas: address'],
    ['tip-above-fee-cap', 'tip higher than fee cap'],
  ] as const)('default: %s: %s', (code, text) => {
    expect(codeOfNodeMessage(text)).toBe(code)
    expect(errorCodes).toContain(code)
  })

  it('behavior: the first row of the table wins', () => {
    expect(codeOfNodeMessage('nonce too low; execution reverted')).toBe('execution-reverted')
    expect(codeOfNodeMessage('intrinsic gas too low: insufficient funds')).toBe(
      'insufficient-funds',
    )
  })

  it('behavior: nothing known, no text, or far down a huge text', () => {
    for (const one of ['', 'boom', undefined, null, 1, {}]) {
      expect(codeOfNodeMessage(one)).toBeUndefined()
    }
    expect(codeOfNodeMessage(`${'x'.repeat(10_000_000)}nonce too low`)).toBeUndefined()
  })
})
