import { describe, expect, test } from 'vitest'
import { isAllowedMethod } from './allowed-method.ts'

describe('isAllowedMethod', () => {
  test.each([
    'eth_call',
    'eth_getBalance',
    'eth_sendRawTransaction',
    'net_version',
    'web3_clientVersion',
    'eth_feeHistory',
  ])('parameters: %s is public', (method) => expect(isAllowedMethod('eip155:1', method)).toBe(true))

  test.each([
    ...['anvil_setBalance', 'debug_traceCall', 'admin_peers', 'personal_unlockAccount', 'miner_start', 'evm_mine'],
    ...['hardhat_setCode', 'txpool_content', 'engine_newPayloadV3', 'ANVIL_reset', 'eth_sendTransaction', 'eth_sign'],
    ...['eth_signTypedData_v4', 'eth_accounts', 'eth_sendUnsignedTransaction', 'unknown_thing', 'eth_', 'ethcall', ''],
  ])('parameters: %s is not', (method) => expect(isAllowedMethod('eip155:1', method)).toBe(false))

  test('behavior: other namespaces have names of their own, administration stays closed', () => {
    expect(isAllowedMethod('solana:abc', 'getBalance')).toBe(true)
    expect(isAllowedMethod('solana:abc', 'admin_x')).toBe(false)
  })

  test('behavior: the operator may add exact names', () => {
    expect(isAllowedMethod('eip155:1', 'trace_block', ['trace_block'])).toBe(true)
    expect(isAllowedMethod('eip155:1', 'trace_call', ['trace_block'])).toBe(false)
  })
})
