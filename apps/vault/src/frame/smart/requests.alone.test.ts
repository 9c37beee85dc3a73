import 'fake-indexeddb/auto'
import { entryPoint } from '@latchkey/protocol/vault'
import { getUserOperationHash } from 'viem/account-abstraction'
import { describe, expect, test, vi } from 'vitest'
import { encodeExecute } from '../../decode/evm/abi-calls.ts'
import { operationMethod } from '../../decode/evm/smart-forms.ts'
import { chains, openTestFrame, signedUp, vaultOrigin } from '../../test/open-test-frame.ts'
import { ask, chain, type Frame, to, windowOf, withNode } from '../../test/vault-windows.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 20_000 })

const smart = {
  factory: '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F',
  implementation: '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50',
  bundler: `${vaultOrigin}/bundler`,
  delegate: '0x130744f64ce1bb2f370C5975789EC642D54169d7',
}
const gas = { callGasLimit: '0x64', verificationGasLimit: '0x64', preVerificationGas: '0x64' }

async function open(more: object = {}) {
  const frame = await signedUp({ project: { smart: { [chain]: { ...smart, ...more } } } })
  withNode(frame)
  for (const [method, answer] of Object.entries({
    eth_getCode: '0x',
    eth_call: `0x${'0'.repeat(64)}`,
    eth_estimateUserOperationGas: gas,
    eth_sendUserOperation: `0x${'cd'.repeat(32)}`,
  })) {
    frame.gateway.held.node.set(method, answer)
  }
  const [contract = '', owner = ''] = (await ask(frame, 'eth_accounts', [])) as readonly string[]
  return { ...frame, contract, owner }
}
const batch = (from: string, calls: readonly object[], more: object = {}) => [
  { version: '2.0.0', chainId: '0x7a69', atomicRequired: true, from, calls, ...more },
]
/** An operation as a library of somebody else's wants it. */
const formatted = ([operation]: readonly [Readonly<Record<string, string>>]) =>
  Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [
      name,
      /gas|fee|nonce/i.test(name) ? BigInt(value) : value,
    ]),
  ) as never
const asked = (frame: Frame, method: string) =>
  frame.gateway.held.asked.filter(({ call }) => call === method)

describe('runSmart', () => {
  test('default: both accounts, the contract first, on the chains the owner names alone', async () => {
    const frame = await open()
    const accounts = (
      frame.step.session.accounts as readonly { account: string; type: string }[]
    ).slice(0, 2)
    expect(accounts).toEqual([
      { account: `${chain}:${frame.contract}`, type: 'smartAccount' },
      { account: `${chain}:${frame.owner}`, type: 'eoa' },
    ])
    const plain = await signedUp()
    expect(plain.step.session.accounts[0]).toMatchObject({ type: 'eoa' })
    withNode(plain)
    expect(await ask(plain, 'eth_accounts', [])).toHaveLength(1)
    await expect(
      ask(plain, 'wallet_sendCalls', batch(plain.evm, [{ to }, { to }])),
    ).rejects.toMatchObject({
      code: 'wallet-atomicity-unsupported',
      sourceCode: 5760,
    })
    expect(await ask(plain, 'wallet_getCapabilities', [plain.evm])).toEqual({
      '0x7a69': { atomic: { status: 'unsupported' } },
    })
    frame.stop()
    plain.stop()
  })

  test('behavior: what is shown is the whole operation, and whose key it is', async () => {
    const frame = await open()
    const sending = ask(frame, 'eth_sendTransaction', [
      { from: frame.contract, to, value: '0x64', gas: '0x1', nonce: '0x7' },
    ])
    const { shown, decide } = await windowOf(frame)
    expect(shown).toMatchObject({ account: frame.contract, owner: frame.owner })
    expect(shown).not.toHaveProperty('barred')
    // The page finds its own request by it, to withdraw it.
    expect(frame.said.find((one) => one.event === 'approval')).toMatchObject({
      approval: { method: 'eth_sendTransaction' },
    })
    expect(shown.request.params).toMatchObject([
      {
        sender: frame.contract.toLowerCase(),
        nonce: '0x0',
        factory: smart.factory,
        ...gas,
        maxFeePerGas: '0x15',
      },
      entryPoint,
    ])
    decide(true)
    // This bundler names another operation than was handed to it.
    await expect(sending).rejects.toMatchObject({
      code: 'rpc-answer-invalid',
      reason: 'eth_sendUserOperation',
    })
    frame.stop()
  })

  test('behavior: an operation of the page is taken for its calls, shown as one of ours, and told by its hash', async () => {
    const frame = await open()
    const call = { to: to.toLowerCase(), value: 100n, data: '0x' }
    const operation = {
      sender: frame.contract,
      nonce: '0x63',
      callData: encodeExecute([call]),
      signature: '0x',
    }
    const refused = (more: object, point: string = entryPoint) =>
      expect(
        ask(frame, 'eth_sendUserOperation', [{ ...operation, ...more }, point]),
        JSON.stringify(more),
      ).rejects.toMatchObject({ code: 'rpc-invalid-params' })
    for (const more of [
      { paymaster: to },
      { factory: to },
      { initCode: '0x' },
      { sender: frame.owner },
      { callData: '0x12345678' },
      {
        callData: encodeExecute([
          { ...call, to: frame.contract.toLowerCase(), data: '0x12345678' },
        ]),
      },
    ]) {
      await refused(more)
    }
    await refused({}, to)
    expect(frame.said.some((one) => one.event === 'approval' && one.approval !== null)).toBe(false)
    const sending = ask(frame, 'eth_sendUserOperation', [operation, entryPoint])
    const { shown, decide } = await windowOf(frame)
    expect(shown).toMatchObject({ account: frame.contract, request: { method: operationMethod } })
    expect(shown.request.params).toMatchObject([
      {
        sender: frame.contract.toLowerCase(),
        nonce: '0x0',
        factory: smart.factory,
        callData: operation.callData,
      },
      entryPoint,
    ])
    // The bundler answers what it is asked for by its hash.
    const hash = getUserOperationHash({
      chainId: 31337,
      entryPointAddress: entryPoint,
      entryPointVersion: '0.7',
      userOperation: formatted(shown.request.params as never),
    })
    frame.gateway.held.node.set('eth_sendUserOperation', hash)
    frame.gateway.held.node.set('eth_getUserOperationReceipt', null)
    decide(true)
    expect(await sending).toBe(hash)
    frame.stop()
    const plain = await signedUp()
    await expect(
      ask(plain, 'eth_sendUserOperation', [operation, entryPoint]),
    ).rejects.toMatchObject({
      code: 'request-not-allowed',
    })
    plain.stop()
  })

  test.each<
    [string, (of: { contract: string; owner: string }) => readonly [string, unknown], object]
  >([
    [
      'a factory',
      (of) => ['eth_sendTransaction', [{ from: of.contract, to, factory: to }]],
      { code: 'rpc-invalid-params' },
    ],
    [
      'initCode',
      (of) => ['eth_sendTransaction', [{ from: of.contract, to, initCode: '0x12' }]],
      { code: 'rpc-invalid-params' },
    ],
    [
      'a payer',
      (of) => ['eth_sendTransaction', [{ from: of.contract, to, paymaster: to }]],
      { code: 'rpc-invalid-params' },
    ],
    [
      'paymasterAndData',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ to }], { paymasterAndData: to })],
      { code: 'rpc-invalid-params' },
    ],
    [
      'an authorisation',
      (of) => ['eth_sendTransaction', [{ from: of.owner, to, authorizationList: [] }]],
      { code: 'rpc-invalid-params' },
    ],
    [
      'an authorisation of a batch',
      (of) => ['wallet_sendCalls', batch(of.owner, [{ to }], { authorizationList: [] })],
      { code: 'rpc-invalid-params' },
    ],
    [
      'another entry point',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ to }], { entryPoint: to })],
      { code: 'rpc-invalid-params' },
    ],
    [
      'calldata of a call',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ to, callData: '0x' }])],
      { code: 'rpc-invalid-params' },
    ],
    [
      'a contract to be made',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ data: '0x12' }])],
      { code: 'rpc-invalid-params' },
    ],
    [
      'a call of the account itself',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ to: of.contract, data: '0xf2fde38b' }])],
      { code: 'rpc-invalid-params' },
    ],
    [
      'a call of it by the key',
      (of) => ['eth_sendTransaction', [{ from: of.owner, to: of.contract, data: '0xf2fde38b' }]],
      { code: 'rpc-invalid-params' },
    ],
    [
      'a call of the key’s account by itself',
      (of) => ['wallet_sendCalls', batch(of.owner, [{ to }, { to: of.owner, data: '0x12' }])],
      { code: 'rpc-invalid-params' },
    ],
    [
      'a call of the entry point',
      (of) => ['eth_sendTransaction', [{ from: of.contract, to: entryPoint, data: '0x205c2878' }]],
      { code: 'rpc-invalid-params' },
    ],
    [
      'another version',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ to }], { version: '1.0' })],
      { code: 'rpc-invalid-params' },
    ],
    [
      'no word on atomicity',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ to }], { atomicRequired: undefined })],
      { code: 'rpc-invalid-params' },
    ],
    [
      'no calls',
      (of) => ['wallet_sendCalls', batch(of.contract, [])],
      { code: 'rpc-invalid-params' },
    ],
    [
      'another chain',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ to }], { chainId: '0x1' })],
      { sourceCode: 5710 },
    ],
    [
      'a sponsor of the page’s',
      (of) => [
        'wallet_sendCalls',
        batch(of.contract, [{ to }], {
          capabilities: { paymasterService: { url: 'https://evil.example' } },
        }),
      ],
      { sourceCode: 5700, reason: 'paymasterService' },
    ],
    [
      'a capability of a call',
      (of) => ['wallet_sendCalls', batch(of.contract, [{ to, capabilities: { x: {} } }])],
      { sourceCode: 5700 },
    ],
    [
      'too many calls',
      (of) => [
        'wallet_sendCalls',
        batch(
          of.contract,
          Array.from({ length: 65 }, () => ({ to })),
        ),
      ],
      { sourceCode: 5740 },
    ],
    [
      'somebody else’s account',
      () => ['wallet_sendCalls', batch(to, [{ to }])],
      { sourceCode: 4100 },
    ],
    ['capabilities of somebody else', () => ['wallet_getCapabilities', [to]], { sourceCode: 4100 }],
    [
      'an estimate for somebody else',
      () => ['latchkey_estimateCalls', [{ from: to, chainId: '0x7a69', calls: [{ to }] }]],
      { sourceCode: 4100 },
    ],
    [
      '32 bytes by the key itself',
      (of) => ['personal_sign', [`0x${'ab'.repeat(32)}`, of.owner]],
      { code: 'rpc-invalid-params' },
    ],
    [
      'an end of a delegation ready to be signed',
      (of) => ['eth_signEndOfDelegation', [{ from: of.owner, to: of.owner }]],
      { code: 'request-not-allowed' },
    ],
    [
      'an account to be taken back that runs no code',
      (of) => ['latchkey_endDelegation', [{ from: of.owner, chainId: '0x7a69' }]],
      { code: 'rpc-invalid-params', reason: 'the account runs no code' },
    ],
    [
      'the contract account to be taken back',
      (of) => ['latchkey_endDelegation', [{ from: of.contract, chainId: '0x7a69' }]],
      { sourceCode: 4100 },
    ],
    [
      'one taken back on another chain than is asked',
      (of) => ['latchkey_endDelegation', [{ from: of.owner, chainId: '0x1' }]],
      { code: 'rpc-invalid-params', reason: 'from or chainId' },
    ],
    [
      'a delegation of nobody’s',
      () => ['latchkey_readDelegation', ['0x']],
      { code: 'rpc-invalid-params' },
    ],
    [
      'an operation ready to be signed',
      (of) => ['eth_signUserOperation', [{ sender: of.contract }, entryPoint]],
      { code: 'request-not-allowed' },
    ],
    [
      'an authorisation alone',
      (of) => ['wallet_signAuthorization', [{ address: to, from: of.owner }]],
      { code: 'request-not-allowed' },
    ],
  ])('behavior: %s is refused before anything is shown', async (_, of, refusal) => {
    const frame = await open()
    await expect(ask(frame, ...of(frame))).rejects.toMatchObject(refusal)
    expect(frame.said.some((one) => one.event === 'approval')).toBe(false)
    frame.stop()
  })

  test('behavior: an optional capability that is not known is left aside', async () => {
    const frame = await open()
    const params = batch(frame.contract, [{ to }], { capabilities: { flow: { optional: true } } })
    ask(frame, 'wallet_sendCalls', params).catch(() => {})
    expect((await windowOf(frame)).shown.request.method).toBe('eth_signUserOperation')
    frame.stop()
  })

  test.each<[string, object, boolean]>([
    ['coins below the limit', { value: '0x64' }, false],
    ['coins above it', { value: '0x38d7ea4c68001' }, true],
    ['tokens', { data: `0xa9059cbb${'0'.repeat(127)}1` }, true],
  ])('behavior: until recovery is set, %s: barred %#', async (_, call, isBarred) => {
    const frame = await open()
    ask(
      frame,
      'wallet_sendCalls',
      batch(frame.contract, [
        { to, value: '0x1' },
        { to, ...call },
      ]),
    ).catch(() => {})
    expect('barred' in (await windowOf(frame)).shown).toBe(isBarred)
    frame.stop()
  })

  test('behavior: a fee above the limit waits for recovery; a delegation too', async () => {
    const frame = await open()
    frame.gateway.held.node.set('eth_estimateUserOperationGas', {
      ...gas,
      callGasLimit: '0xffffffff',
    })
    frame.gateway.held.node.set('eth_getBlockByNumber', { baseFeePerGas: '0x3b9aca00' })
    ask(frame, 'eth_sendTransaction', [{ from: frame.contract, to, value: '0x0' }]).catch(() => {})
    const first = await windowOf(frame)
    expect(first.shown.barred).toBe('recovery-needed')
    const from = frame.said.length
    first.decide(false)
    ask(frame, 'wallet_sendCalls', batch(frame.owner, [{ to }, { to }])).catch(() => {})
    const { shown } = await windowOf(frame, from)
    expect([shown.request.method, shown.barred]).toEqual([
      'eth_signBatchTransaction',
      'recovery-needed',
    ])
    frame.stop()
  })

  test('behavior: an account is taken back before recovery is set too; whose code it runs is told without a question', async () => {
    const frame = await open()
    const params = [{ from: frame.owner, chainId: '0x7a69' }]
    const told = () => ask(frame, 'latchkey_readDelegation', params)
    expect(await told()).toEqual({ to: null, isOwners: false })
    frame.gateway.held.node.set('eth_getCode', `0xef0100${smart.delegate.slice(2).toLowerCase()}`)
    expect(await told()).toEqual({ to: smart.delegate.toLowerCase(), isOwners: true })
    frame.gateway.held.node.set('eth_getCode', `0xef0100${to.slice(2).toLowerCase()}`)
    expect(await told()).toEqual({ to: to.toLowerCase(), isOwners: false })
    expect(frame.said.some((one) => one.event === 'approval')).toBe(false)
    const ending = ask(frame, 'latchkey_endDelegation', params)
    const { shown, decide } = await windowOf(frame)
    expect(shown).toMatchObject({ account: frame.owner, owner: frame.owner })
    expect(shown).not.toHaveProperty('barred')
    expect(shown.request).toMatchObject({
      method: 'eth_signEndOfDelegation',
      params: [
        {
          from: frame.owner.toLowerCase(),
          to: frame.owner.toLowerCase(),
          value: '0x0',
          data: '0x',
          nonce: '0x5',
          authorizationList: [{ address: `0x${'0'.repeat(40)}`, chainId: '0x7a69', nonce: '0x6' }],
        },
      ],
    })
    decide(true)
    expect(await ending).toBe(`0x${'ab'.repeat(32)}`)
    frame.stop()
  })

  test('behavior: an account is taken back where the owner names no contracts', async () => {
    const plain = await signedUp()
    withNode(plain)
    plain.gateway.held.node.set('eth_getCode', `0xef0100${to.slice(2)}`)
    const ending = ask(plain, 'latchkey_endDelegation', [{ from: plain.evm, chainId: '0x7a69' }])
    ;(await windowOf(plain)).decide(true)
    expect(await ending).toBe(`0x${'ab'.repeat(32)}`)
    plain.stop()
  })

  test('behavior: of two requests under one id at once, one is shown; after a rejection the id is free', async () => {
    const frame = await open()
    const params = batch(frame.contract, [{ to }], { id: 'pots' })
    const both = [ask(frame, 'wallet_sendCalls', params), ask(frame, 'wallet_sendCalls', params)]
    // Each is read beside the other: either may come first.
    const lost = await Promise.race(
      both.map(async (one, at) => ({
        at,
        error: await one.then(
          () => 'sent',
          (error: unknown) => error,
        ),
      })),
    )
    expect(lost.error).toMatchObject({ code: 'wallet-bundle-duplicate', sourceCode: 5720 })
    const { decide } = await windowOf(frame)
    const refused = expect(both[1 - lost.at]).rejects.toMatchObject({ code: 'user-rejected' })
    decide(false)
    await refused
    const from = frame.said.length
    ask(frame, 'wallet_sendCalls', params).catch(() => {})
    expect((await windowOf(frame, from)).shown.request.method).toBe('eth_signUserOperation')
    frame.stop()
  })

  test('behavior: without a delegate, calls go one by one, each approved; what was sent before a rejection is told, after a reload too, until the visitor signs out', async () => {
    const frame = await open({ delegate: undefined })
    const sending = ask(
      frame,
      'wallet_sendCalls',
      batch(
        frame.owner,
        [
          { to, value: '0x1' },
          { to, value: '0x2' },
        ],
        { atomicRequired: false },
      ),
    )
    const first = await windowOf(frame)
    expect(first.shown.request.method).toBe('eth_sendTransaction')
    const from = frame.said.length
    first.decide(true)
    const second = await windowOf(frame, from)
    expect(second.shown.request.params).toMatchObject([{ value: '0x2' }])
    second.decide(false)
    const { id } = (await sending) as { id: string }
    expect(asked(frame, 'eth_sendRawTransaction')).toHaveLength(1)
    frame.gateway.held.node.set('eth_getTransactionReceipt', null)
    expect(await ask(frame, 'wallet_getCallsStatus', [id])).toMatchObject({
      status: 100,
      atomic: false,
    })
    const hash = `0x${'ab'.repeat(32)}`
    const receipt = {
      transactionHash: hash,
      blockHash: hash,
      blockNumber: '0x1',
      gasUsed: '0x5208',
      logs: [],
    }
    for (const [status, told] of [
      ['0x1', 600],
      ['0x0', 500],
    ] as const) {
      frame.gateway.held.node.set('eth_getTransactionReceipt', { ...receipt, status })
      expect(await ask(frame, 'wallet_getCallsStatus', [id])).toMatchObject({
        status: told,
        receipts: [{ status }],
      })
    }
    const { gateway, indexedDB } = frame
    frame.stop()
    const again = openTestFrame({ gateway, indexedDB, project: { smart: { [chain]: smart } } })
    again.greet()
    const status = () =>
      again.call('request', { chain, method: 'wallet_getCallsStatus', params: [id] })
    expect(await status()).toMatchObject({ id, status: 500 })
    await again.call('logout', { everywhere: false })
    await again.call('login-email', { email: 'ada@shop.example', chains })
    await again.call('login-code', { code: '123456' })
    await expect(status()).rejects.toMatchObject({
      code: 'wallet-bundle-unknown',
      sourceCode: 5730,
    })
    again.stop()
  })
})
