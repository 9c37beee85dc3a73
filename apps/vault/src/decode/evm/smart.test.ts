import { entryPoint } from '@latchkey/protocol/vault'
import { describe, expect, test } from 'vitest'
import { smartAddress, smartSalt } from '../../keys/smart-address.ts'
import { readRequest } from '../read-request.ts'
import { encodeBatch, encodeCreateAccount, encodeExecute, type PlainCall } from './abi-calls.ts'
import { batchMethod, endingMethod, operationMethod, zeroAddress } from './smart-forms.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [other, token] = [
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x5fbdb2315678afecb367f032d93f642f64180aa3',
]
const smart = {
  factory: '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F',
  implementation: '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50',
  bundler: 'https://vault.example/b',
  sponsor: 'https://vault.example/s',
  delegate: '0x130744f64ce1bb2f370C5975789EC642D54169d7',
}
const contract = smartAddress(smart, owner)
const about = {
  chain: 'eip155:31337',
  site: 'https://shop.example',
  now: 0,
  smart: { ...smart, owner },
}
const send: PlainCall = { to: other, value: 5n, data: '0x' }
const allow: PlainCall = {
  to: token,
  value: 0n,
  data: `0x095ea7b3${other.slice(2).padStart(64, '0')}${'9'.padStart(64, '0')}`,
}
const making = { factory: smart.factory, factoryData: encodeCreateAccount(owner, smartSalt(owner)) }
const paying = {
  paymaster: other,
  paymasterData: '0x12',
  paymasterVerificationGasLimit: '0x5',
  paymasterPostOpGasLimit: '0x7',
}
const operation = {
  sender: contract.toLowerCase(),
  nonce: '0x0',
  callData: encodeExecute([send]),
  callGasLimit: '0x2',
  verificationGasLimit: '0x3',
  preVerificationGas: '0x5',
  maxFeePerGas: '0xa',
  maxPriorityFeePerGas: '0x1',
}
const readOperation = (more: object = {}, rest: object = {}, point: unknown = entryPoint) =>
  readRequest({
    ...about,
    method: operationMethod,
    account: contract,
    params: [{ ...operation, ...more }, point],
    ...rest,
  })
const batch = {
  from: owner,
  to: owner,
  value: '0x0',
  data: encodeBatch([send, allow]),
  nonce: '0x4',
  gas: '0x64',
  maxFeePerGas: '0xa',
  maxPriorityFeePerGas: '0x1',
  chainId: '0x7a69',
}
const authorization = { address: smart.delegate, chainId: '0x7a69', nonce: '0x5' }
const readBatch = (more: object = {}, rest: object = {}) =>
  readRequest({
    ...about,
    method: batchMethod,
    account: owner,
    params: [{ ...batch, ...more }],
    ...rest,
  })
const unreadable = { kind: 'unreadable' }

describe('readOperation', () => {
  test('default: every call, the highest fee, and that it makes the account', async () => {
    expect(await readOperation(making)).toEqual({
      kind: 'transaction',
      warnings: [],
      fee: 100n,
      makesAccount: true,
      steps: [{ kind: 'send-coin', amount: 5n, to: other }],
    })
    expect(
      await readOperation({
        callData: encodeExecute([send, allow, { ...send, data: '0x12345678' }]),
      }),
    ).toEqual({
      kind: 'transaction',
      warnings: ['unknown-call'],
      fee: 100n,
      batch: 'all-or-nothing',
      steps: [
        { kind: 'send-coin', amount: 5n, to: other },
        { kind: 'allow-token', token, spender: other, amount: 9n },
        { kind: 'send-coin', amount: 5n, to: other },
        { kind: 'call', to: other, data: '0x12345678' },
      ],
    })
  })

  test('parameters: a sponsor pays, and is named', async () => {
    expect(await readOperation(paying)).toMatchObject({
      kind: 'transaction',
      fee: 0n,
      payer: other,
    })
    expect(
      await readOperation(paying, { smart: { ...about.smart, sponsor: undefined } }),
    ).toMatchObject(unreadable)
  })

  test.each<[string, object, object?]>([
    ['another sender', { sender: other }],
    ['the key’s own account as sender', { sender: owner }],
    ['another account', {}, { account: owner }],
    ['another implementation', {}, { smart: { ...about.smart, implementation: other } }],
    ['another key', {}, { smart: { ...about.smart, owner: other } }],
    ['no word of the owner', {}, { smart: undefined }],
    ['a foreign factory', { ...making, factory: other }],
    [
      'an account of another key',
      { ...making, factoryData: encodeCreateAccount(other, smartSalt(owner)) },
    ],
    ['another salt', { ...making, factoryData: encodeCreateAccount(owner, smartSalt(other)) }],
    ['a factory without its data', { factory: smart.factory }],
    ['the older form of a factory', { initCode: '0x12' }],
    ['the older form of a payer', { paymasterAndData: '0x12' }],
    ['a payer without its limits', { paymaster: other, paymasterData: '0x' }],
    ['an authorisation', { eip7702Auth: {} }],
    ['other calldata', { callData: '0x12345678' }],
    ['calldata with more behind it', { callData: `${operation.callData}00` }],
    ['a batch of none', { callData: encodeExecute([]) }],
    [
      'a call of the account itself',
      { callData: encodeExecute([{ ...send, to: contract.toLowerCase(), data: '0xf2fde38b' }]) },
    ],
    [
      'a call of the key’s own account',
      { callData: encodeExecute([{ ...send, to: owner.toLowerCase(), data: '0xe9ae5c53' }]) },
    ],
    [
      'a call of the entry point',
      { callData: encodeExecute([{ ...send, to: entryPoint.toLowerCase(), data: '0x205c2878' }]) },
    ],
    ['no nonce', { nonce: undefined }],
    ['gas beyond belief', { callGasLimit: '0x100000001' }],
    ['no gas', { preVerificationGas: undefined }],
    ['a tip above the price', { maxPriorityFeePerGas: '0xb' }],
  ])('behavior: %s is not read', async (_, more, rest) => {
    expect(await readOperation(more, rest)).toMatchObject(unreadable)
  })

  test('behavior: another entry point is not read', async () => {
    expect(await readOperation({}, {}, other)).toMatchObject(unreadable)
    expect(await readOperation({}, {}, null)).toMatchObject(unreadable)
  })
})

describe('readBatchTransaction', () => {
  test('default: every call; with the owner’s delegate, that one first and named', async () => {
    expect(await readBatch()).toMatchObject({
      kind: 'transaction',
      fee: 1_000n,
      warnings: [],
      batch: 'all-or-nothing',
    })
    expect(await readBatch({ authorizationList: [authorization] })).toMatchObject({
      warnings: ['delegation-owners'],
      steps: [
        { kind: 'delegate', to: smart.delegate.toLowerCase(), chain: 31_337n, isOwners: true },
        { kind: 'send-coin', amount: 5n, to: other },
        { kind: 'allow-token', token, spender: other },
      ],
    })
  })

  test.each<[string, object, object?]>([
    ['another delegate', { authorizationList: [{ ...authorization, address: other }] }],
    ['every chain', { authorizationList: [{ ...authorization, chainId: '0x0' }] }],
    [
      'a delegation on another chain',
      { authorizationList: [{ ...authorization, chainId: '0x1' }] },
    ],
    ['another nonce of it', { authorizationList: [{ ...authorization, nonce: '0x4' }] }],
    ['a second one', { authorizationList: [authorization, authorization] }],
    ['one signed by somebody', { authorizationList: [{ ...authorization, r: '0x1' }] }],
    ['an empty list', { authorizationList: [] }],
    ['another chain', { chainId: '0x1' }],
    ['another receiver', { to: other }],
    ['a value', { value: '0x1' }],
    ['another sender', { from: other }],
    ['another account', {}, { account: other }],
    ['the contract account', {}, { account: contract }],
    ['no delegate of the owner', {}, { smart: { ...about.smart, delegate: undefined } }],
    [
      'a call of nobody, which is the account',
      { data: encodeBatch([send, { ...allow, to: `0x${'0'.repeat(40)}` }]) },
    ],
    [
      'a call of the account itself',
      { data: encodeBatch([send, { ...allow, to: owner.toLowerCase() }]) },
    ],
    [
      'a call of its contract account',
      { data: encodeBatch([send, { ...allow, to: contract.toLowerCase() }]) },
    ],
    ['a field more', { accessList: [] }],
  ])('behavior: %s is not read', async (_, more, rest) => {
    expect(await readBatch(more, rest)).toMatchObject(unreadable)
  })
})

describe('readEnding', () => {
  const cleared = { address: zeroAddress, chainId: '0x7a69', nonce: '0x5' }
  const ending = { ...batch, data: '0x', authorizationList: [cleared] }
  const read = (more: object = {}, rest: object = {}) =>
    readRequest({
      ...about,
      method: endingMethod,
      account: owner,
      params: [{ ...ending, ...more }],
      ...rest,
    })

  test('default: the account is taken back, for its fee; also where the owner names no contracts', async () => {
    const told = {
      kind: 'transaction',
      warnings: [],
      fee: 1_000n,
      steps: [{ kind: 'delegate', to: zeroAddress, chain: 31_337n, isCleared: true }],
    }
    expect(await read()).toEqual(told)
    expect(await read({}, { smart: undefined })).toEqual(told)
  })

  test.each<[string, object, object?]>([
    ['a delegate', { authorizationList: [{ ...cleared, address: other }] }],
    ['the owner’s delegate', { authorizationList: [authorization] }],
    ['every chain', { authorizationList: [{ ...cleared, chainId: '0x0' }] }],
    ['another chain’s authorisation', { authorizationList: [{ ...cleared, chainId: '0x1' }] }],
    ['another nonce of it', { authorizationList: [{ ...cleared, nonce: '0x4' }] }],
    ['a second one', { authorizationList: [cleared, cleared] }],
    ['an empty list', { authorizationList: [] }],
    ['no list', { authorizationList: undefined }],
    ['a call', { data: encodeBatch([send]) }],
    ['no data at all', { data: undefined }],
    ['a value', { value: '0x1' }],
    ['another chain', { chainId: '0x1' }],
    ['another receiver', { to: other }],
    ['another sender', { from: other }],
    ['another account', {}, { account: other }],
    ['another account, without contracts', {}, { account: other, smart: undefined }],
    ['the contract account', { from: contract, to: contract }, { account: contract }],
    ['gas beyond belief', { gas: '0x100000001' }],
    ['no nonce', { nonce: undefined }],
    ['no gas', { gas: undefined }],
    ['no price', { maxFeePerGas: undefined }],
    ['neither gas nor price', { gas: undefined, maxFeePerGas: undefined }],
    ['a field more', { accessList: [] }],
  ])('behavior: %s is not read', async (_, more, rest) => {
    expect(await read(more, rest)).toMatchObject(unreadable)
  })
})
