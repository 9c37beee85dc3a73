import { entryPoint } from '@latchkey/protocol/vault'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import {
  AbiCoder,
  getBytes,
  keccak256,
  Transaction,
  TypedDataEncoder,
  verifyAuthorization,
  verifyMessage,
  zeroPadValue,
} from 'ethers'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import {
  encodeBatch,
  encodeCreateAccount,
  encodeExecute,
  type PlainCall,
} from '../decode/evm/abi-calls.ts'
import {
  batchMethod,
  endingMethod,
  operationMethod,
  zeroAddress,
} from '../decode/evm/smart-forms.ts'
import { evmAddress } from '../keys/addresses.ts'
import { signEvm } from '../keys/sign-evm.ts'
import { smartAddress, smartSalt } from '../keys/smart-address.ts'
import { evmPayload } from './evm-payload.ts'
import { batchPayload, contractPayload, endingPayload, operationPayload } from './smart-payload.ts'

const key = new Uint8Array(32).fill(7)
const point = secp256k1.getPublicKey(key, true)
const [publicKey, owner] = [hex.encode(point), evmAddress(point)]
const smart = {
  factory: '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F',
  implementation: '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50',
  bundler: 'https://vault.example/b',
  sponsor: 'https://vault.example/s',
  delegate: '0x130744f64ce1bb2f370C5975789EC642D54169d7',
}
const account = smartAddress(smart, owner)
const [to, payer] = [
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x5fbdb2315678afecb367f032d93f642f64180aa3',
]
const calls: readonly PlainCall[] = [
  { to, value: 5n, data: '0x' },
  { to: payer, value: 0n, data: '0x12345678' },
]
const chain = 'eip155:31337' as const
const input = (method: string, params: unknown, more: object = {}) => ({
  request: { chain, method, params },
  payload: '',
  address: account,
  publicKey,
  device: new Uint8Array(),
  smart,
  contract: { name: 'Latchkey Account', version: '1', isDeployed: true },
  ...more,
})
const operation = {
  sender: account.toLowerCase(),
  nonce: '0x9',
  callData: encodeExecute(calls),
  factory: smart.factory,
  factoryData: encodeCreateAccount(owner, smartSalt(owner)),
  callGasLimit: '0x2222',
  verificationGasLimit: '0x3333',
  preVerificationGas: '0x5555',
  maxFeePerGas: '0xaaaa',
  maxPriorityFeePerGas: '0x1',
  paymaster: payer,
  paymasterData: '0x1234',
  paymasterVerificationGasLimit: '0x77',
  paymasterPostOpGasLimit: '0x88',
}

/** The hash of EntryPoint v0.7, written again with another library. */
function hashOf(one: typeof operation, chainId = 31_337): string {
  const pair = (high: string, low: string): string =>
    zeroPadValue(even(high), 16) + zeroPadValue(even(low), 16).slice(2)
  const even = (quantity: string): string => `0x${quantity.slice(2).padStart(32, '0')}`
  const packed = AbiCoder.defaultAbiCoder().encode(
    ['address', 'uint256', 'bytes32', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'bytes32'],
    [
      one.sender,
      one.nonce,
      keccak256(one.factory + one.factoryData.slice(2)),
      keccak256(one.callData),
      pair(one.verificationGasLimit, one.callGasLimit),
      one.preVerificationGas,
      pair(one.maxPriorityFeePerGas, one.maxFeePerGas),
      keccak256(
        one.paymaster +
          pair(one.paymasterVerificationGasLimit, one.paymasterPostOpGasLimit).slice(2) +
          one.paymasterData.slice(2),
      ),
    ],
  )
  return keccak256(
    AbiCoder.defaultAbiCoder().encode(
      ['bytes32', 'address', 'uint256'],
      [keccak256(packed), entryPoint, chainId],
    ),
  )
}

describe('operationPayload', () => {
  test('default: the hash of everything that was shown, signed by the key as a message', () => {
    const { hash, payload } = operationPayload(
      input(operationMethod, [operation, entryPoint]),
      smart,
      owner,
    )
    expect(hash).toBe(hashOf(operation))
    expect(verifyMessage(getBytes(hash), signEvm(payload, key, publicKey))).toBe(owner)
  })

  test('behavior: on another chain it is another hash', () => {
    const request = {
      chain: 'eip155:1' as const,
      method: operationMethod,
      params: [operation, entryPoint],
    }
    expect(operationPayload({ ...input('', []), request }, smart, owner).hash).toBe(
      hashOf(operation, 1),
    )
  })

  test.each<[string, object]>([
    ['another sender', { sender: to }],
    ['a foreign factory', { factory: to }],
    ['a foreign salt', { factoryData: encodeCreateAccount(owner, smartSalt(to)) }],
    ['a payer in the older form', { paymasterAndData: '0x12' }],
    ['calls it cannot read', { callData: '0x12345678' }],
  ])('behavior: %s is not signed', (_, more) => {
    const request = input(operationMethod, [{ ...operation, ...more }, entryPoint])
    expect(() => operationPayload(request, smart, owner)).toThrow(
      expect.objectContaining({ code: 'rpc-invalid-params' }),
    )
  })
})

describe('batchPayload', () => {
  const batch = {
    from: owner,
    to: owner,
    value: '0x0',
    data: encodeBatch(calls),
    nonce: '0x4',
    gas: '0x30d40',
    maxFeePerGas: '0xa',
    maxPriorityFeePerGas: '0x1',
    chainId: '0x7a69',
  }
  const authorization = { address: smart.delegate, chainId: '0x7a69', nonce: '0x5' }

  test('default: a transaction to itself with the authorisation of the owner’s delegate', () => {
    const params = [{ ...batch, authorizationList: [authorization] }]
    const signed = Transaction.from(
      signEvm(batchPayload(input(batchMethod, params), smart, owner), key, publicKey),
    )
    expect([signed.type, signed.from, signed.to, signed.data, signed.nonce]).toEqual([
      4,
      owner,
      owner,
      batch.data,
      4,
    ])
    const [one] = signed.authorizationList ?? []
    expect(one).toMatchObject({ address: smart.delegate, chainId: 31_337n, nonce: 5n })
    expect(one && verifyAuthorization(one, one.signature)).toBe(owner)
  })

  test('parameters: without an authorisation it is a transaction like any other', () => {
    const signed = Transaction.from(
      signEvm(batchPayload(input(batchMethod, [batch]), smart, owner), key, publicKey),
    )
    expect([signed.type, signed.from, signed.to]).toEqual([2, owner, owner])
  })

  test.each<[string, object]>([
    ['another delegate', { authorizationList: [{ ...authorization, address: to }] }],
    ['every chain', { authorizationList: [{ ...authorization, chainId: '0x0' }] }],
    ['another receiver', { to }],
    ['another chain', { chainId: '0x1' }],
  ])('behavior: %s is not signed', (_, more) => {
    expect(() => batchPayload(input(batchMethod, [{ ...batch, ...more }]), smart, owner)).toThrow(
      expect.objectContaining({ code: 'rpc-invalid-params' }),
    )
  })
})

describe('endingPayload', () => {
  const cleared = { address: zeroAddress, chainId: '0x7a69', nonce: '0x5' }
  const ending = {
    from: owner,
    to: owner,
    value: '0x0',
    data: '0x',
    nonce: '0x4',
    gas: '0x30d40',
    authorizationList: [cleared],
    maxFeePerGas: '0xa',
    maxPriorityFeePerGas: '0x1',
    chainId: '0x7a69',
  }
  const of = (more: object = {}, rest: object = {}) =>
    endingPayload(input(endingMethod, [{ ...ending, ...more }], { address: owner, ...rest }), owner)

  test('default: by the word of two other libraries it is the key’s, of nobody, and for that chain alone', async () => {
    const raw = signEvm(of(), key, publicKey)
    const signed = Transaction.from(raw)
    expect([signed.type, signed.from, signed.to, signed.data, signed.value]).toEqual([
      4,
      owner,
      owner,
      '0x',
      0n,
    ])
    const [one] = signed.authorizationList ?? []
    expect(one).toMatchObject({ address: zeroAddress, chainId: 31_337n, nonce: 5n })
    expect(one && verifyAuthorization(one, one.signature)).toBe(owner)
    const parsed = parseTransaction(raw as `0x04${string}`)
    const [authorization] = parsed.authorizationList ?? []
    expect(authorization && (await recoverAuthorizationAddress({ authorization }))).toBe(owner)
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })).toBe(
      owner,
    )
    expect(of({}, { smart: undefined })).toEqual(of())
  })

  test.each<[string, object]>([
    ['a delegate', { authorizationList: [{ ...cleared, address: to }] }],
    ['every chain', { authorizationList: [{ ...cleared, chainId: '0x0' }] }],
    ['a call beside it', { data: encodeBatch(calls) }],
    ['another receiver', { to }],
    ['another chain', { chainId: '0x1' }],
  ])('behavior: %s is not signed', (_, more) => {
    expect(() => of(more)).toThrow(expect.objectContaining({ code: 'rpc-invalid-params' }))
  })
})

describe('contractPayload', () => {
  const typed = {
    domain: { name: 'Shop', version: '1', chainId: 31_337 },
    types: { Order: [{ name: 'maker', type: 'address' }] },
    primaryType: 'Order',
    message: { maker: to },
  }

  test('default: a message names the account and the chain', () => {
    const { payload, answer } = contractPayload(
      input('personal_sign', ['Hello', account]),
      smart,
      owner,
    )
    const prefixed = `0x${Buffer.from('\u0019Ethereum Signed Message:\n5Hello').toString('hex')}`
    const domain = {
      name: 'Latchkey Account',
      version: '1',
      chainId: 31_337,
      verifyingContract: account,
    }
    const digest = TypedDataEncoder.hash(
      domain,
      { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
      { prefixed },
    )
    const signature = signEvm(payload, key, publicKey)
    expect(answer(signature)).toBe(signature)
    expect(
      secp256k1.verify(getBytes(signature).subarray(0, 64), getBytes(digest), point, {
        prehash: false,
      }),
    ).toBe(true)
  })

  test.each<[string, string, (of: string) => readonly unknown[]]>([
    ['a message of the key’s own account', 'personal_sign', () => ['Hello', owner]],
    ['typed data of another account', 'eth_signTypedData_v4', () => [to, typed]],
    [
      'typed data of another chain',
      'eth_signTypedData_v4',
      (of) => [of, { ...typed, domain: { chainId: 1 } }],
    ],
    [
      'typed data that is nested already',
      'eth_signTypedData_v4',
      (of) => [of, { ...typed, types: { ...typed.types, TypedDataSign: typed.types.Order } }],
    ],
    [
      'a plain transaction',
      'eth_sendTransaction',
      (of) => [{ from: of, to, nonce: '0x0', gas: '0x1', gasPrice: '0x1' }],
    ],
  ])('behavior: %s is not signed', (_, method, params) => {
    expect(() => contractPayload(input(method, params(account)), smart, owner)).toThrow(
      expect.objectContaining({ code: 'rpc-invalid-params' }),
    )
  })

  test('behavior: by the key itself nothing is signed that could be the contract’s', () => {
    const plain = (method: string, params: unknown) => () =>
      evmPayload({ chain, method, params }, owner)
    const hash = hashOf(operation)
    const nested = {
      ...typed,
      types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
      primaryType: 'PersonalSign',
      message: { prefixed: '0x12' },
    }
    const inside = {
      ...typed,
      types: { TypedDataSign: typed.types.Order },
      primaryType: 'TypedDataSign',
    }
    for (const refused of [
      plain('personal_sign', [hash, owner]),
      plain('personal_sign', ['thirty-two letters are 32 bytes!', owner]),
      plain('eth_signTypedData_v4', [owner, nested]),
      plain('eth_signTypedData_v4', [owner, inside]),
    ]) {
      expect(refused).toThrow(expect.objectContaining({ code: 'rpc-invalid-params' }))
    }
    expect(plain('personal_sign', ['thirty-three letters are 33 bytes', owner])).not.toThrow()
    expect(plain('eth_signTypedData_v4', [owner, typed])).not.toThrow()
  })
})
