import { describe, expect, test } from 'vitest'
import { bitcoinPayload } from './bitcoin-payload.ts'
import { evmPayload } from './evm-payload.ts'

const refused = (reason: string) =>
  expect.objectContaining({
    code: 'rpc-invalid-params',
    context: expect.objectContaining({ reason }),
  })

describe('bitcoinPayload', () => {
  const account = 'bcrt1'
  const read = (more: object) => {
    const params = { account, psbt: 'AA==', signInputs: [{ index: 0 }], ...more }
    return bitcoinPayload({ chain: 'bip122:x', method: 'signPsbt', params }, account)
  }

  test('default: the inputs that are named, with SIGHASH_ALL alone', () => {
    const signInputs = [
      { index: 3, sighashTypes: [1] },
      { index: 0, address: account },
    ]
    expect(read({ signInputs })).toEqual({
      kind: 'psbt',
      psbt: Uint8Array.of(0),
      inputs: [3, 0],
    })
  })

  test.each<[string, object]>([
    ['only SIGHASH_ALL is signed', { signInputs: [{ index: 0, sighashTypes: [2] }] }],
    ['only SIGHASH_ALL is signed', { signInputs: [{ index: 0, sighashTypes: [] }] }],
    ['only SIGHASH_ALL is signed', { signInputs: [{ index: 0, sighashTypes: 1 }] }],
    ['an input of another address', { signInputs: [{ index: 0, address: 'bcrt2' }] }],
    ['index', { signInputs: [{ index: -1 }] }],
    ['index', { signInputs: [null] }],
    ['signInputs', { signInputs: [] }],
    ['signInputs', { signInputs: Array(513).fill({ index: 0 }) }],
    ['another account', { account: 'bcrt2' }],
    ['psbt', { psbt: '!' }],
  ])('behavior: refused for %s: %#', (reason, more) => {
    expect(() => read(more)).toThrow(refused(reason))
  })
})

describe('evmPayload', () => {
  const address = `0x${'ab'.repeat(20)}`
  const fields = {
    from: address,
    nonce: '0x1',
    gas: '0x5208',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
  }
  const read = (more: object) =>
    evmPayload(
      { chain: 'eip155:1', method: 'eth_sendTransaction', params: [{ ...fields, ...more }] },
      address,
    )

  test('default: every field as it was shown', () => {
    expect(read({})).toEqual({
      kind: 'transaction',
      transaction: {
        type: 'eip1559',
        chainId: 1,
        nonce: 1,
        gas: 21_000n,
        value: 0n,
        data: '0x',
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 1n,
      },
    })
  })

  test.each<[string, object]>([
    ...['nonce', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas'].map(
      (name) => [name, { [name]: undefined }] as [string, object],
    ),
    ['gasPrice', { gasPrice: 1 }],
    ['value', { value: '1' }],
    ['to', { to: 'somebody' }],
    ['data', { data: '0x1' }],
    ['a transaction for another chain', { chainId: '0x2' }],
  ])('behavior: refused for %s', (reason, more) => {
    expect(() => read(more)).toThrow(refused(reason))
  })
})
