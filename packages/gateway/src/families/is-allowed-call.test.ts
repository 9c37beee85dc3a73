import { describe, expect, test } from 'vitest'
import { isAllowedCall } from './is-allowed-call.ts'

describe('isAllowedCall', () => {
  test.each([
    'eth_call',
    'eth_getBalance',
    'eth_sendRawTransaction',
    'net_version',
    'web3_clientVersion',
    'eth_feeHistory',
  ])('parameters: %s is public', (method) =>
    expect(isAllowedCall('eip155:1', { method })).toBe(true),
  )

  test.each([
    'anvil_setBalance',
    'debug_traceCall',
    'admin_peers',
    'personal_unlockAccount',
    'miner_start',
    'evm_mine',
    'hardhat_setCode',
    'txpool_content',
    'engine_newPayloadV3',
    'ANVIL_reset',
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTypedData_v4',
    'eth_accounts',
    'eth_sendUnsignedTransaction',
    'unknown_thing',
    'eth_',
    'ethcall',
    '',
  ])('parameters: %s is not', (method) => expect(isAllowedCall('eip155:1', { method })).toBe(false))

  test.each([
    'getAccountInfo',
    'getLatestBlockhash',
    'getTransaction',
    'sendTransaction',
    'simulateTransaction',
  ])('parameters: %s is public on Solana', (method) =>
    expect(isAllowedCall('solana:abc', { method })).toBe(true),
  )

  test.each([
    'getProgramAccounts',
    'requestAirdrop',
    'setLogFilter',
    'validatorExit',
    'admin_x',
    'eth_call',
    'getbalance',
    'constructor',
  ])('parameters: %s is not', (method) =>
    expect(isAllowedCall('solana:abc', { method })).toBe(false),
  )

  test('behavior: of a chain of which nothing is known only what the operator named is asked', () => {
    expect(isAllowedCall('near:mainnet', { method: 'query' })).toBe(false)
    expect(isAllowedCall('near:mainnet', { method: 'query' }, ['query'])).toBe(true)
    expect(isAllowedCall('near:mainnet', { method: 'admin_x' }, ['query'])).toBe(false)
  })

  test('behavior: the operator may add exact names, and exact paths', () => {
    expect(isAllowedCall('eip155:1', { method: 'trace_block' }, ['trace_block'])).toBe(true)
    expect(isAllowedCall('eip155:1', { method: 'trace_call' }, ['trace_block'])).toBe(false)
    const rest = (path: string, extra: string) =>
      isAllowedCall('stacks:1', { method: 'GET', params: JSON.stringify([path]) }, [extra])
    expect(rest('/v2/neighbors', 'GET /v2/neighbors')).toBe(true)
    expect(rest('/v2/neighbors/x', 'GET /v2/neighbors')).toBe(false)
    expect(rest('/v2/neighbors', 'GET')).toBe(false)
    expect(rest('/v2/neighbors', 'POST /v2/neighbors')).toBe(false)
  })
})
