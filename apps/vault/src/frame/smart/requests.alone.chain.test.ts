import 'fake-indexeddb/auto'
import { addresses, startEvmDevnet } from '@latchkey/devnet'
import { type Bundler, type Sponsor, startBundler, startSponsor } from '@latchkey/devnet/bundler'
import { IDBFactory } from 'fake-indexeddb'
import { createPublicClient, type Hex, http, parseTransaction, toHex } from 'viem'
import {
  entryPoint07Abi,
  getUserOperationHash,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import { recoverAuthorizationAddress } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { UserOperation } from '../../decode/evm/smart-forms.ts'
import { signedUp, vaultOrigin } from '../../test/open-test-frame.ts'
import { standInGateway } from '../../test/stand-in-gateway.ts'
import { ask, chain, type Frame, windowOf, withRecovery } from '../../test/vault-windows.ts'

vi.setConfig({ testTimeout: 90_000 })

const run = {} as {
  devnet: Awaited<ReturnType<typeof startEvmDevnet>>
  bundler: Bundler
  sponsor: Sponsor
}
beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  run.bundler = await startBundler({ chain: run.devnet.url })
  run.sponsor = await startSponsor({ chain: run.devnet.url })
})
afterAll(async () => {
  await run.sponsor?.stop()
  await run.bundler?.stop()
  await run.devnet?.stop()
})

const smart = (more: object = {}) => ({
  factory: addresses.smartAccountFactory,
  implementation: addresses.smartAccount,
  bundler: `${vaultOrigin}/bundler`,
  delegate: addresses.batchDelegate,
  ...more,
})
const client = () => createPublicClient({ transport: http(run.devnet.url), pollingInterval: 20 })
/** Every request to node and bundler, as it left. */
type Left = { readonly to: string; readonly method: string; readonly params: readonly unknown[] }

/** A signed-up frame whose node and bundler are real. */
async function open(more: object = {}, indexedDB = new IDBFactory()) {
  const gateway = standInGateway()
  const left: Left[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url))
    if (pathname.startsWith('/api/')) return gateway.fetch(url, init)
    const servers: Readonly<Record<string, string>> = {
      '/bundler': run.bundler.url,
      '/sponsor': run.sponsor.url,
    }
    const to = servers[pathname] ?? run.devnet.url
    left.push({ to: pathname, ...JSON.parse(String(init?.body)) })
    return globalThis.fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: String(init?.body),
    })
  }
  const frame = await signedUp({
    gateway: { ...gateway, fetch },
    indexedDB,
    project: { smart: { [chain]: smart(more) } },
  })
  await withRecovery(frame)
  const [contract = '', owner = ''] = (await ask(frame, 'eth_accounts', [])) as readonly Hex[]
  return { ...frame, left, contract: contract as Hex, owner: owner as Hex }
}
const fund = (address: Hex, value = 10n ** 18n) =>
  client().request({ method: 'anvil_setBalance', params: [address, toHex(value)] } as never)

/** Asks, approves what is shown, and resolves to both. */
async function approved(frame: Frame, method: string, params: unknown) {
  const from = frame.said.length
  const asking = ask(frame, method, params)
  asking.catch(() => {})
  const early = asking.then(
    () => null,
    (error: unknown) => Promise.reject(error),
  )
  const opened = await Promise.race([windowOf(frame, from), early])
  if (!opened) throw new Error('answered without a window')
  opened.decide(true)
  return { shown: opened.shown, answer: await asking }
}
const calls = (...list: object[]) => ({
  version: '2.0.0',
  chainId: '0x7a69',
  atomicRequired: true,
  calls: list,
})
const statusOf = async (frame: Frame, id: string) => {
  await expect
    .poll(
      async () => ((await ask(frame, 'wallet_getCallsStatus', [id])) as { status: number }).status,
    )
    .not.toBe(100)
  return (await ask(frame, 'wallet_getCallsStatus', [id])) as Record<string, unknown> & {
    receipts: { logs: object[]; transactionHash: Hex }[]
  }
}
const [to, other] = [
  '0x00000000000000000000000000000000000000e1',
  '0x00000000000000000000000000000000000000e2',
] as const

describe('runSmart', () => {
  test('default: a first payment makes the account and sends; the answer is the transaction', async () => {
    const frame = await open()
    await fund(frame.contract)
    const { shown, answer } = await approved(frame, 'eth_sendTransaction', [
      { from: frame.contract, to, value: '0x5' },
    ])
    const [operation, point] = shown.request.params as [UserOperation & Record<string, Hex>, Hex]
    expect([shown.request.method, point]).toEqual(['eth_signUserOperation', addresses.entryPoint])
    expect(operation.factory?.toLowerCase()).toBe(addresses.smartAccountFactory.toLowerCase())
    const receipt = await client().getTransactionReceipt({ hash: answer as Hex })
    expect(receipt.status).toBe('success')
    expect(await client().getBalance({ address: to })).toBe(5n)
    expect((await client().getCode({ address: frame.contract }))?.length).toBeGreaterThan(2)
    // The hash by the EntryPoint itself, and by another library.
    const sent = frame.left.find(({ method }) => method === 'eth_sendUserOperation')
      ?.params[0] as Record<string, Hex>
    const packed = toPackedUserOperation({ ...numbers(sent), signature: '0x' } as never)
    const hash = await client().readContract({
      address: addresses.entryPoint,
      abi: entryPoint07Abi,
      functionName: 'getUserOpHash',
      args: [packed as never],
    })
    const viems = getUserOperationHash({
      chainId: 31_337,
      entryPointAddress: addresses.entryPoint,
      entryPointVersion: '0.7',
      userOperation: { ...numbers(sent), signature: '0x' } as never,
    })
    expect(hash).toBe(viems)
    expect(
      frame.left.some(
        ({ method, params }) => method === 'eth_getUserOperationReceipt' && params[0] === hash,
      ),
    ).toBe(true)
    // The next one makes nothing any more.
    const next = await approved(frame, 'eth_sendTransaction', [
      { from: frame.contract, to, value: '0x2' },
    ])
    expect((next.shown.request.params as [UserOperation])[0]).not.toHaveProperty('factory')
    expect(await client().getBalance({ address: to })).toBe(7n)
    frame.stop()
  })

  test('default: several calls are one operation, known by its id', async () => {
    const frame = await open()
    await fund(frame.contract)
    const list = [
      { to: other, value: '0x3' },
      { to: addresses.usdc, data: approveData(to, 9n) },
    ]
    const { answer } = await approved(frame, 'wallet_sendCalls', [
      { ...calls(...list), from: frame.contract },
    ])
    const { id } = answer as { id: string }
    const told = await statusOf(frame, id)
    expect(told).toMatchObject({
      version: '2.0.0',
      id,
      chainId: '0x7a69',
      status: 200,
      atomic: true,
    })
    expect(told.receipts).toHaveLength(1)
    expect(told.receipts[0]?.logs).toHaveLength(1)
    expect(await client().getBalance({ address: other })).toBe(3n)
    await expect(ask(frame, 'wallet_getCallsStatus', ['0x12'])).rejects.toMatchObject({
      sourceCode: 5730,
    })
    await expect(
      ask(frame, 'wallet_sendCalls', [{ ...calls(...list), from: frame.contract, id }]),
    ).rejects.toMatchObject({
      code: 'wallet-bundle-duplicate',
      sourceCode: 5720,
    })
    expect(await ask(frame, 'wallet_showCallsStatus', [id])).toBeNull()
    frame.stop()
  })

  test('default: a batch of the key’s own account takes over the delegate first, and not again', async () => {
    const frame = await open()
    await fund(frame.owner)
    const capabilities = () => ask(frame, 'wallet_getCapabilities', [frame.owner, ['0x7a69']])
    expect(await capabilities()).toEqual({ '0x7a69': { atomic: { status: 'ready' } } })
    expect(await ask(frame, 'wallet_getCapabilities', [frame.contract])).toEqual({
      '0x7a69': { atomic: { status: 'supported' } },
    })
    const list = [
      { to: '0x00000000000000000000000000000000000000e3', value: '0x4' },
      { to: addresses.usdc, data: approveData(to, 7n) },
    ]
    const { shown, answer } = await approved(frame, 'wallet_sendCalls', [
      { ...calls(...list), from: frame.owner },
    ])
    expect(shown.request).toMatchObject({
      method: 'eth_signBatchTransaction',
      params: [
        {
          authorizationList: [
            { address: addresses.batchDelegate, chainId: '0x7a69', nonce: '0x1' },
          ],
        },
      ],
    })
    const told = await statusOf(frame, (answer as { id: string }).id)
    expect(told).toMatchObject({ status: 200, atomic: true })
    expect(
      await client().getBalance({ address: '0x00000000000000000000000000000000000000e3' }),
    ).toBe(4n)
    expect(await client().getCode({ address: frame.owner })).toBe(
      `0xef0100${addresses.batchDelegate.slice(2).toLowerCase()}`,
    )
    const raw = frame.left.find(({ method }) => method === 'eth_sendRawTransaction')
      ?.params[0] as Hex
    const { authorizationList } = parseTransaction(raw as `0x04${string}`)
    expect(authorizationList).toHaveLength(1)
    expect(await capabilities()).toEqual({ '0x7a69': { atomic: { status: 'supported' } } })
    const again = await approved(frame, 'wallet_sendCalls', [
      { ...calls(...list), from: frame.owner },
    ])
    expect((again.shown.request.params as [object])[0]).not.toHaveProperty('authorizationList')
    expect(await statusOf(frame, (again.answer as { id: string }).id)).toMatchObject({
      status: 200,
    })
    frame.stop()
  })

  test('behavior: messages and typed data of the contract verify before it stands, and after', async () => {
    const frame = await open()
    const domain = { name: 'Shop', version: '1', chainId: 31_337, verifyingContract: to } as const
    const types = {
      Order: [
        { name: 'maker', type: 'address' },
        { name: 'items', type: 'Item[]' },
      ],
      Item: [{ name: 'sku', type: 'string' }],
    }
    const typed = {
      domain,
      types,
      primaryType: 'Order',
      message: { maker: frame.contract, items: [{ sku: 'lamp' }] },
    } as const
    const check = async () => {
      const { answer: signature } = await approved(frame, 'personal_sign', [
        toHex('Hello'),
        frame.contract,
      ])
      const { answer: data } = await approved(frame, 'eth_signTypedData_v4', [
        frame.contract,
        JSON.stringify(typed),
      ])
      const address = frame.contract
      return Promise.all([
        client().verifyMessage({ address, message: 'Hello', signature: signature as Hex }),
        client().verifyMessage({ address, message: 'Hallo', signature: signature as Hex }),
        client().verifyMessage({
          address: frame.owner,
          message: 'Hello',
          signature: signature as Hex,
        }),
        client().verifyTypedData({ address, ...typed, signature: data as Hex }),
        client().verifyTypedData({
          address,
          ...typed,
          domain: { ...domain, name: 'Shap' },
          signature: data as Hex,
        }),
        (signature as string).endsWith('6492'.repeat(16)),
      ])
    }
    expect(await check()).toEqual([true, false, false, true, false, true])
    await fund(frame.contract)
    await approved(frame, 'eth_sendTransaction', [
      { from: frame.contract, to: other, value: '0x0' },
    ])
    expect(await check()).toEqual([true, false, false, true, false, false])
    frame.stop()
  })

  test('behavior: where the owner’s sponsor pays, an empty account sends; where it refuses, the visitor pays and is told', async () => {
    const frame = await open({ sponsor: `${vaultOrigin}/sponsor` })
    const request = [{ from: frame.contract, to: other, value: '0x0' }]
    const estimate = [{ from: frame.contract, chainId: '0x7a69', calls: [{ to: other }] }]
    expect(await ask(frame, 'latchkey_estimateCalls', estimate)).toEqual({
      fee: '0x0',
      isSponsored: true,
    })
    const { shown, answer } = await approved(frame, 'eth_sendTransaction', request)
    expect(shown.request.params).toMatchObject([
      { paymaster: run.sponsor.paymaster.toLowerCase() },
      addresses.entryPoint,
    ])
    expect((await client().getTransactionReceipt({ hash: answer as Hex })).status).toBe('success')
    await fund(frame.contract)
    for (const when of ['final', 'always'] as const) {
      run.sponsor.refuse(frame.contract, when)
      const paid = await approved(frame, 'eth_sendTransaction', request)
      expect((paid.shown.request.params as [object])[0]).not.toHaveProperty('paymaster')
    }
    expect((await client().getBalance({ address: frame.contract })) < 10n ** 18n).toBe(true)
    expect(await ask(frame, 'latchkey_estimateCalls', estimate)).toMatchObject({
      isSponsored: false,
    })
    frame.stop()
  })

  test('behavior: a second operation waits for the first; what would be undone is told before anything is shown', async () => {
    const frame = await open()
    await fund(frame.contract)
    const send = () =>
      approved(frame, 'wallet_sendCalls', [
        { ...calls({ to: other, value: '0x0' }), from: frame.contract },
      ])
    const ids = [
      ((await send()).answer as { id: string }).id,
      ((await send()).answer as { id: string }).id,
    ]
    for (const id of ids) {
      expect(await statusOf(frame, id)).toMatchObject({ status: 200 })
    }
    const nonces = frame.left
      .filter(({ method }) => method === 'eth_sendUserOperation')
      .map(({ params }) => (params[0] as { nonce: string }).nonce)
    expect(nonces).toEqual(['0x0', '0x1'])
    // Of a token that the account does not hold: the bundler says so before anything is shown.
    const undone = [
      {
        from: frame.contract,
        to: addresses.usdc,
        data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
      },
    ]
    await expect(ask(frame, 'eth_sendTransaction', undone)).rejects.toMatchObject({
      code: 'node-unknown',
    })
    frame.stop()
  })

  test('behavior: after a delegation both accounts sign and send as before', async () => {
    const frame = await open()
    await fund(frame.owner)
    await fund(frame.contract)
    const zeros = calls({ to: other, value: '0x0' }, { to, value: '0x0' })
    const { answer } = await approved(frame, 'wallet_sendCalls', [{ ...zeros, from: frame.owner }])
    expect(await statusOf(frame, (answer as { id: string }).id)).toMatchObject({ status: 200 })
    for (const address of [frame.owner, frame.contract]) {
      const sent = await approved(frame, 'eth_sendTransaction', [
        { from: address, to: other, value: '0x0' },
      ])
      const receipt = await client().waitForTransactionReceipt({ hash: sent.answer as Hex })
      expect(receipt.status).toBe('success')
      const { answer: signature } = await approved(frame, 'personal_sign', [
        toHex('Hello'),
        address,
      ])
      expect(
        await client().verifyMessage({ address, message: 'Hello', signature: signature as Hex }),
      ).toBe(true)
    }
    frame.stop()
  })

  test('behavior: an account is taken back from the owner’s delegate, and from another’s; its code is gone, and it sends as before', async () => {
    const frame = await open()
    await fund(frame.owner)
    const { owner } = frame
    const params = [{ from: owner, chainId: '0x7a69' }]
    const codeOf = (delegate: string) => `0xef0100${delegate.slice(2).toLowerCase()}`
    const zeros = calls({ to: other, value: '0x0' }, { to, value: '0x0' })
    const batched = await approved(frame, 'wallet_sendCalls', [{ ...zeros, from: owner }])
    expect(await statusOf(frame, (batched.answer as { id: string }).id)).toMatchObject({
      status: 200,
    })
    expect(await client().getCode({ address: owner })).toBe(codeOf(addresses.batchDelegate))
    for (const [delegate, isOwners] of [
      [addresses.batchDelegate, true],
      [addresses.usdc, false],
    ] as const) {
      // Elsewhere the visitor has signed for somebody else's contract.
      if (!isOwners)
        await client().request({
          method: 'anvil_setCode',
          params: [owner, codeOf(delegate)],
        } as never)
      expect(await ask(frame, 'latchkey_readDelegation', params)).toEqual({
        to: delegate.toLowerCase(),
        isOwners,
      })
      const { answer } = await approved(frame, 'latchkey_endDelegation', params)
      const receipt = await client().waitForTransactionReceipt({ hash: answer as Hex })
      expect([receipt.status, receipt.from.toLowerCase()]).toEqual(['success', owner.toLowerCase()])
      expect(await client().getCode({ address: owner })).toBeUndefined()
      expect(await ask(frame, 'latchkey_readDelegation', params)).toEqual({
        to: null,
        isOwners: false,
      })
      const raw = frame.left.findLast(({ method }) => method === 'eth_sendRawTransaction')
        ?.params[0] as `0x04${string}`
      const [authorization] = parseTransaction(raw).authorizationList ?? []
      expect(authorization).toMatchObject({ address: `0x${'0'.repeat(40)}`, chainId: 31_337 })
      expect(authorization && (await recoverAuthorizationAddress({ authorization }))).toBe(owner)
      const sent = await approved(frame, 'eth_sendTransaction', [
        { from: owner, to: other, value: '0x1' },
      ])
      expect((await client().waitForTransactionReceipt({ hash: sent.answer as Hex })).status).toBe(
        'success',
      )
    }
    await expect(ask(frame, 'latchkey_endDelegation', params)).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
    // Whoever wants batches again is asked again.
    expect(await ask(frame, 'wallet_getCapabilities', [owner, ['0x7a69']])).toEqual({
      '0x7a69': { atomic: { status: 'ready' } },
    })
    frame.stop()
  })

  test('behavior: an estimate asks nobody; what the operation costs is no more', async () => {
    const frame = await open()
    await fund(frame.contract)
    const params = (from: string) => [{ from, chainId: '0x7a69', calls: [{ to, value: '0x1' }] }]
    const { fee, isSponsored } = (await ask(
      frame,
      'latchkey_estimateCalls',
      params(frame.contract),
    )) as {
      fee: Hex
      isSponsored: boolean
    }
    expect(isSponsored).toBe(false)
    await approved(frame, 'eth_sendTransaction', [{ from: frame.contract, to, value: '0x1' }])
    const spent = 10n ** 18n - 1n - (await client().getBalance({ address: frame.contract }))
    expect(spent <= BigInt(fee)).toBe(true)
    await fund(frame.owner)
    const plain = (await ask(frame, 'latchkey_estimateCalls', params(frame.owner))) as { fee: Hex }
    expect(BigInt(plain.fee) > 21_000n).toBe(true)
    expect(
      frame.said.filter((one) => one.event === 'approval' && one.approval !== null),
    ).toHaveLength(1)
    frame.stop()
  })
})

const approveData = (spender: string, amount: bigint): string =>
  `0x095ea7b3${spender.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
function numbers(operation: Readonly<Record<string, Hex>>): Record<string, unknown> {
  const plain = [
    'sender',
    'factory',
    'factoryData',
    'callData',
    'signature',
    'paymaster',
    'paymasterData',
  ]
  return Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [
      name,
      plain.includes(name) ? value : BigInt(value),
    ]),
  )
}
