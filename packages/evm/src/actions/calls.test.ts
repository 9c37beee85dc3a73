import type { Features, Kit } from '@latchkey/core'
import { createWalletClient, custom } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { kitInState } from '../../test/connected-kit.ts'
import { ada, found, grace, request } from '../../test/fixture.ts'
import { getCallsStatus } from './get-calls-status.ts'
import { sendCalls } from './send-calls.ts'
import { watchCalls } from './watch-calls.ts'

type Asked = Parameters<NonNullable<Features['request']>>[0]
const hash = `0x${'11'.repeat(32)}`
const chain = 'eip155:31337'

/** A kit whose wallet answers with this; an error is thrown. */
function kitOf(
  answer: unknown,
  features?: Features,
): { readonly kit: Kit; readonly asked: Asked[] } {
  const asked: Asked[] = []
  const ask = async ({ signal: _, ...one }: Asked) => {
    asked.push(one)
    const now: unknown = Array.isArray(answer) && answer.length > 1 ? answer.shift() : answer
    const said: unknown = Array.isArray(now) ? now[0] : now
    if (said instanceof Error) throw said
    return said
  }
  const session = { namespace: 'eip155', chains: [], accounts: [], selected: `${chain}:${ada}` }
  const state = {
    active: { eip155: 'w' },
    connectors: { w: { id: 'w', features: features ?? { request: ask } } },
    connections: { w: { status: 'connected', sessions: [session], hidden: [] } },
  }
  return { kit: kitInState(state), asked }
}
const error = (code: number, more: object = {}) => Object.assign(new Error('no'), { code, ...more })
const calls = [
  { to: grace, value: 5n },
  { to: ada, data: '0xabcd' },
] as const

describe('sendCalls', () => {
  test('default: what another library asks for the same calls', async () => {
    const asked: unknown[] = []
    const provider = {
      request: async (args: unknown) => {
        asked.push(args)
        return { id: 'x' }
      },
    }
    const client = createWalletClient({ account: ada, transport: custom(provider) })
    await client.sendCalls({ calls: [...calls], chain: { id: 31337 } as never, forceAtomic: true })
    const mine = kitOf({ id: 'b1' })
    expect(await sendCalls(mine.kit, { calls, atomicRequired: true })).toEqual({
      id: 'b1',
      isFallback: false,
    })
    const [
      {
        method,
        params: [theirs],
      },
    ] = asked as [{ method: string; params: [Record<string, unknown>] }]
    const plain = JSON.parse(JSON.stringify(theirs))
    // It leaves `value` out where there is none; ours says 0x0.
    plain.calls[1].value = '0x0'
    expect(mine.asked).toEqual([{ chain, method, params: [plain] }])
  })

  test('parameters: chain, calls', async () => {
    const { kit, asked } = kitOf({ id: 'b1' })
    const refused = async (parameters: object) =>
      sendCalls(kit, { calls, ...parameters }).then(
        () => 'sent',
        ({ code }) => code,
      )
    expect(await refused({ chain: 'eip155:1' })).toBe('chain-mismatch')
    expect(await refused({ calls: [] })).toBe('rpc-invalid-params')
    expect(await refused({ calls: Array.from({ length: 101 }, () => calls[0]) })).toBe(
      'rpc-invalid-params',
    )
    expect(await refused({ calls: [{ to: 'ada.eth' }] })).toBe('receiver-invalid')
    expect(await refused({ calls: [{ to: ada, value: -1n }] })).toBe('amount-invalid')
    expect(await refused({ calls: [{ to: ada, data: '0xabc' }] })).toBe('rpc-invalid-params')
    expect(asked).toEqual([])
    expect(await refused({ chain })).toBe('sent')
  })

  test('parameters: capabilities, id: another library says the same', async () => {
    const asked: unknown[] = []
    const provider = {
      request: async (args: unknown) => {
        asked.push(args)
        return { id: 'x' }
      },
    }
    const capabilities = {
      paymasterService: {
        url: 'https://paymaster.example/rpc',
        context: { policyId: '7' },
        optional: true,
      },
      exampleService: { optional: true, level: 3 },
    } as const
    const client = createWalletClient({ account: ada, transport: custom(provider) })
    await client.sendCalls({
      calls: [calls[0]],
      chain: { id: 31337 } as never,
      capabilities,
      id: 'own',
    })
    const mine = kitOf({ id: 'own', capabilities: { paymasterService: { isUsed: true } } })
    expect(await sendCalls(mine.kit, { calls: [calls[0]], capabilities, id: 'own' })).toEqual({
      id: 'own',
      isFallback: false,
      capabilities: { paymasterService: { isUsed: true } },
    })
    const [{ params: theirs }] = asked as [{ params: unknown[] }]
    expect(mine.asked[0]?.params).toEqual(JSON.parse(JSON.stringify(theirs)))
  })

  test('parameters: capabilities of a call', async () => {
    const { kit, asked } = kitOf({ id: 'b1' })
    const gasLimit = { value: '0x5208', optional: true }
    await sendCalls(kit, { calls: [{ to: grace, capabilities: { gasLimit } }] })
    expect(asked[0]?.params).toMatchObject([
      { calls: [{ to: grace, value: '0x0', capabilities: { gasLimit } }] },
    ])
  })

  test.each([
    ['a list', []],
    ['a text', { exampleService: 'yes' }],
    ['optional that is no boolean', { exampleService: { optional: 1 } }],
    ['a paymaster without address', { paymasterService: {} }],
    ['one that anybody can read', { paymasterService: { url: 'http://paymaster.example' } }],
    ['one that is no address', { paymasterService: { url: 'paymaster' } }],
    ['one that is a script', { paymasterService: { url: 'javascript:alert(1)' } }],
    ['a long address', { paymasterService: { url: `https://a.example/${'x'.repeat(2048)}` } }],
    ['a context that is a list', { paymasterService: { url: 'https://a.example', context: [] } }],
    ['a bigint', { exampleService: { amount: 1n } }],
    ['more than a wallet reads', { exampleService: { text: 'x'.repeat(65_536) } }],
  ])('behavior: capabilities with %s are refused', async (_, capabilities) => {
    const { kit, asked } = kitOf({ id: 'b1' })
    const outcome = sendCalls(kit, { calls, capabilities: capabilities as never })
    await expect(outcome).rejects.toMatchObject({ code: 'rpc-invalid-params' })
    expect(asked).toEqual([])
  })

  test('behavior: a paymaster of this machine, and one that is left out', async () => {
    const { kit, asked } = kitOf({ id: 'b1' })
    const paymasterService = { url: 'http://127.0.0.1:4337' }
    await sendCalls(kit, { calls, capabilities: { paymasterService } })
    await sendCalls(kit, { calls, capabilities: { paymasterService: undefined } })
    expect(
      asked.map(({ params }) => (params as [{ capabilities?: unknown }])[0].capabilities),
    ).toEqual([{ paymasterService }, undefined])
    await expect(sendCalls(kit, { calls, id: 'a b' })).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
  })

  test.each([null, {}, { id: '' }, { id: 5 }, { id: 'x'.repeat(8195) }, { id: 'a b' }])(
    'behavior: %o is no id',
    async (answer) => {
      await expect(sendCalls(kitOf(answer).kit, { calls })).rejects.toMatchObject({
        code: 'wallet-answer-invalid',
      })
    },
  )

  test('behavior: the bare id of the first version', async () => {
    expect(await sendCalls(kitOf(hash).kit, { calls })).toEqual({
      id: hash,
      isFallback: false,
    })
  })

  test.each([
    [4001, 'user-rejected'],
    [4200, 'wallet-method-unsupported'],
    [5700, 'wallet-capability-unsupported'],
    [5710, 'wallet-chain-id-unsupported'],
    [5720, 'wallet-bundle-duplicate'],
    [5740, 'wallet-bundle-too-large'],
    [5750, 'wallet-upgrade-rejected'],
    [5760, 'wallet-atomicity-unsupported'],
  ])('behavior: %i is %s', async (code, ours) => {
    const outcome = sendCalls(kitOf(error(-32603, { data: { originalError: { code } } })).kit, {
      calls,
    })
    await expect(outcome).rejects.toMatchObject({ code: ours })
    await expect(sendCalls(kitOf(error(code)).kit, { calls })).rejects.toMatchObject({
      code: ours,
      context: { sourceCode: code },
    })
  })

  test('behavior: a wallet of this browser is asked like any other', async () => {
    const { connector, wallet } = found()
    const { sessions } = await connector.connect(request())
    const state = {
      active: { eip155: connector.id },
      connectors: { [connector.id]: connector },
      connections: { [connector.id]: { status: 'connected', sessions, hidden: [] } },
    }
    wallet.behave({ lie: { id: 'b7' } }, 'wallet_sendCalls')
    expect(await sendCalls(kitInState(state), { calls })).toEqual({
      id: 'b7',
      isFallback: false,
    })
    expect(wallet.requests.at(-1)).toMatchObject({
      method: 'wallet_sendCalls',
      params: [{ from: ada }],
    })
  })

  test('behavior: without a wallet that takes requests', async () => {
    await expect(sendCalls(kitOf(null, {}).kit, { calls })).rejects.toMatchObject({
      code: 'feature-unsupported',
    })
  })
})

const receipt = {
  transactionHash: hash,
  blockNumber: '0x5',
  status: '0x1',
  logs: [],
  gasUsed: '0x1',
}
const log = { address: grace, data: '0xabcd', topics: [hash] }
const status = (code: unknown, more: object = {}) => ({
  version: '2.0.0',
  id: 'b1',
  status: code,
  ...more,
})

describe('getCallsStatus', () => {
  test('default', async () => {
    const { kit, asked } = kitOf(
      status(200, {
        atomic: true,
        chainId: '0x7a69',
        receipts: [{ ...receipt, logs: [{ ...log, logIndex: '0x0' }] }],
        capabilities: { paymasterService: { paid: '0x1' } },
      }),
    )
    expect(await getCallsStatus(kit, { id: 'b1' })).toEqual({
      id: 'b1',
      status: 'confirmed',
      code: 200,
      isFallback: false,
      isAtomic: true,
      chain,
      receipts: [{ hash, block: 5n, isSuccess: true, gasUsed: 1n, logs: [log] }],
      capabilities: { paymasterService: { paid: '0x1' } },
    })
    expect(asked).toEqual([{ chain, method: 'wallet_getCallsStatus', params: ['b1'] }])
  })

  test.each([
    [100, 'pending', 100],
    ['100', 'pending', 100],
    ['PENDING', 'pending', 100],
    ['CONFIRMED', 'confirmed', 200],
    [207, 'confirmed', 207],
    [400, 'failed', 400],
    [500, 'reverted', 500],
    [600, 'partly-reverted', 600],
  ])('behavior: %o is %s', async (code, named, number) => {
    expect(await getCallsStatus(kitOf(status(code)).kit, { id: 'b1' })).toEqual({
      id: 'b1',
      status: named,
      code: number,
      isFallback: false,
      receipts: [],
    })
  })

  test('behavior: a receipt without gas and events, as some wallets answer', async () => {
    const { gasUsed, logs, ...short } = receipt
    const { kit } = kitOf(status(200, { receipts: [short] }))
    expect((await getCallsStatus(kit, { id: 'b1' })).receipts).toEqual([
      { hash, block: 5n, isSuccess: true, logs: [] },
    ])
  })

  test.each([
    null,
    'x',
    status(300),
    status(2),
    status(Number.NaN),
    status('__proto__'),
    status(200, { receipts: {} }),
    status(200, { receipts: [null] }),
    status(200, { receipts: [{ ...receipt, transactionHash: '0x1' }] }),
    status(200, { receipts: [{ ...receipt, blockNumber: 5 }] }),
    status(200, { receipts: [{ ...receipt, status: true }] }),
    status(200, { receipts: [{ ...receipt, logs: {} }] }),
    status(200, { receipts: [{ ...receipt, logs: [null] }] }),
    status(200, { receipts: [{ ...receipt, logs: [{ ...log, data: 'x' }] }] }),
    status(200, { receipts: [{ ...receipt, logs: [{ ...log, topics: [hash, '0x1'] }] }] }),
    status(200.5),
    status(200, { receipts: Array.from({ length: 101 }, () => receipt) }),
  ])('behavior: %o is no status', async (answer) => {
    await expect(getCallsStatus(kitOf(answer).kit, { id: 'b1' })).rejects.toMatchObject({
      code: 'wallet-answer-invalid',
    })
  })

  test('behavior: an id the wallet does not know, and what is none', async () => {
    const { kit, asked } = kitOf(error(5730))
    await expect(getCallsStatus(kit, { id: 'b1' })).rejects.toMatchObject({
      code: 'wallet-bundle-unknown',
    })
    await expect(getCallsStatus(kit, { id: 'a b' })).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
    expect(asked).toHaveLength(1)
  })
})

describe('watchCalls', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('default: asks until it is settled', async () => {
    const { kit, asked } = kitOf([status(100), status(100), status(200, { receipts: [receipt] })])
    const outcome = watchCalls(kit, { id: 'b1' })
    await vi.advanceTimersByTimeAsync(999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1501)
    expect(await outcome).toMatchObject({ status: 'confirmed' })
    expect(asked).toHaveLength(3)
  })

  test('parameters: timeoutMs', async () => {
    vi.useRealTimers()
    const outcome = watchCalls(kitOf(status(100)).kit, { id: 'b1', timeoutMs: 20 })
    await expect(outcome).rejects.toMatchObject({ code: 'connection-timeout' })
    const hangs = kitOf(null, { request: () => new Promise(() => {}) }).kit
    await expect(watchCalls(hangs, { id: 'b1', timeoutMs: 20 })).rejects.toMatchObject({
      code: 'connection-timeout',
    })
  })

  test('behavior: the time ends beside a signal that never aborts, by a timer that holds what it ends', async () => {
    const hangs = kitOf(null, { request: () => new Promise(() => {}) }).kit
    const told: unknown[] = []
    const { signal } = new AbortController()
    watchCalls(hangs, { id: 'b1', signal }).catch((error) => told.push(error.code))
    await vi.advanceTimersByTimeAsync(599_999)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toEqual(['connection-timeout'])
  })

  test('parameters: signal', async () => {
    const controller = new AbortController()
    const { kit, asked } = kitOf(status(100))
    const outcome = watchCalls(kit, { id: 'b1', signal: controller.signal })
    const failed = expect(outcome).rejects.toMatchObject({ code: 'aborted' })
    await vi.advanceTimersByTimeAsync(10)
    controller.abort()
    await failed
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(1)
  })
})
