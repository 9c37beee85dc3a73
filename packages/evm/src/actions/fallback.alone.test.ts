import { disconnect } from '@latchkey/core'
import { createWalletClient, custom } from 'viem'
import { getCallsStatus as viemStatus } from 'viem/actions'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { kitWithWallet } from '../../test/connected-kit.ts'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { readFallbackId } from '../calls/fallback-id.ts'
import { getProvider } from '../provider/get-provider.ts'
import { getCallsStatus } from './get-calls-status.ts'
import { sendCalls } from './send-calls.ts'
import { watchCalls } from './watch-calls.ts'

const chain = 'eip155:31337'
const calls = [
  { to: grace, value: 5n },
  { to: ada, data: '0xabcd' },
  { to: grace, value: 7n, data: '0x12' },
] as const
const hashes = ['11', '22', '33'].map((byte) => `0x${byte.repeat(32)}` as const)

/** A node that knows what the test lets it know. */
const node = {
  receipts: new Map<string, object>(),
  transactions: new Map<string, object>(),
  count: '0x0',
  asked: [] as string[],
}
function mine(hash: string, status = '0x1', more: object = {}): void {
  node.receipts.set(hash, {
    transactionHash: hash,
    blockNumber: '0x5',
    status,
    logs: [],
    gasUsed: '0x9',
    ...more,
  })
}
const transactionOf = (hash: string, more: object = {}) => ({
  hash,
  from: ada,
  nonce: '0x7',
  to: grace,
  value: '0x5',
  input: '0x',
  ...more,
})
function answerOf(method: string, [param]: readonly unknown[]): unknown {
  switch (method) {
    case 'eth_getTransactionReceipt':
      return node.receipts.get(String(param)) ?? null
    case 'eth_getTransactionByHash':
      return node.transactions.get(String(param)) ?? null
    case 'eth_getTransactionCount':
      return node.count
    case 'eth_blockNumber':
      return '0x5'
    default:
      return { transactions: [...node.transactions.values()] }
  }
}

const stops: (() => void)[] = []
beforeEach(() => {
  node.receipts.clear()
  node.transactions.clear()
  node.asked.splice(0)
  node.count = '0x0'
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    const read = (one: { id: number; method: string; params: unknown[] }) => {
      node.asked.push(one.method)
      return { jsonrpc: '2.0', id: one.id, result: answerOf(one.method, one.params) }
    }
    const asked = JSON.parse(body)
    return Response.json(Array.isArray(asked) ? asked.map(read) : read(asked))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  for (const stop of stops.splice(0)) {
    stop()
  }
})

/** A kit whose wallet sends single transactions only; `answers` are what it says to each. */
async function open(answers: readonly unknown[] = hashes) {
  const all = kitWithWallet()
  stops.push(all.stop)
  await all.join()
  const queue = [...answers]
  const { request } = all.wallet.provider
  all.wallet.provider.request = async (asked) => {
    if (asked.method !== 'eth_sendTransaction') return request(asked)
    all.wallet.requests.push({ method: asked.method, params: asked.params })
    const answer = queue.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const sent = () =>
    all.wallet.requests.flatMap(({ method, params }) =>
      method === 'eth_sendTransaction' ? [(params as [object])[0]] : [],
    )
  return { ...all, sent }
}
const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 })

describe('sendCalls, parameters: allowsFallback', () => {
  test('default: without it, a wallet that sends no batches refuses', async () => {
    const { kit, sent } = await open()
    await expect(sendCalls(kit, { calls })).rejects.toMatchObject({
      code: 'wallet-method-unsupported',
    })
    expect(sent()).toEqual([])
  })

  test('behavior: one transaction a call, in their order, and the result says so', async () => {
    const { kit, sent } = await open()
    const batch = await sendCalls(kit, { calls, allowsFallback: true })
    expect(batch).toEqual({
      id: expect.any(String),
      isFallback: true,
      calls: hashes.map((hash) => ({ status: 'sent', hash })),
    })
    const from = { from: ada, chainId: '0x7a69' }
    expect(sent()).toEqual([
      { ...from, to: grace, value: '0x5' },
      { ...from, to: ada, value: '0x0', data: '0xabcd' },
      { ...from, to: grace, value: '0x7', data: '0x12' },
    ])
    expect(readFallbackId(batch.id)).toEqual({ chain, hashes })
  })

  test('behavior: its id is the one of another library’s fall-back', async () => {
    const [one, two] = [await open(), await open()]
    const batch = await sendCalls(one.kit, { calls, allowsFallback: true })
    // viem falls back after this number, and not after 4200.
    two.wallet.behave(
      { fail: Object.assign(new Error('no'), { code: -32601 }) },
      'wallet_sendCalls',
    )
    const client = createWalletClient({ account: ada, transport: custom(two.wallet.provider) })
    const theirs = await client.sendCalls({
      calls: [...calls],
      chain: { id: 31337 } as never,
      experimental_fallback: true,
      experimental_fallbackDelay: 0,
    })
    expect(batch.id).toBe(theirs.id)
  })

  test.each([
    ['atomicRequired', { atomicRequired: true }],
    [
      'a capability that is not optional',
      { capabilities: { paymasterService: { url: 'https://paymaster.example' } } },
    ],
    [
      'a call’s capability that is not optional',
      { calls: [{ to: grace, capabilities: { gasLimit: { value: '0x5208' } } }] },
    ],
  ])('behavior: never with %s', async (_, parameters) => {
    const { kit, sent } = await open()
    const outcome = sendCalls(kit, { calls, allowsFallback: true, ...parameters })
    await expect(outcome).rejects.toMatchObject({ code: 'wallet-method-unsupported' })
    expect(sent()).toEqual([])
  })

  test('behavior: optional capabilities are left out', async () => {
    const { kit, sent } = await open()
    const capabilities = { exampleService: { optional: true } }
    const batch = await sendCalls(kit, { calls, capabilities, allowsFallback: true })
    expect([batch.isFallback, sent().length]).toEqual([true, 3])
  })

  test.each([
    [4200, true],
    [-32601, true],
    [-32004, true],
    [5710, true],
    [4001, false],
    [4100, false],
    [5700, false],
    [5720, false],
    [5740, false],
    [5750, false],
    [5760, false],
    [-32603, false],
  ])('behavior: after the wallet’s %i: %s', async (code, isSent) => {
    const { kit, sent, wallet } = await open()
    wallet.behave({ fail: Object.assign(new Error('no'), { code }) }, 'wallet_sendCalls')
    await sendCalls(kit, { calls, allowsFallback: true }).catch(() => {})
    expect(sent().length > 0).toBe(isSent)
  })

  test('behavior: the first call’s refusal is thrown, since nothing has gone', async () => {
    const { kit, sent } = await open([rejection])
    await expect(sendCalls(kit, { calls, allowsFallback: true })).rejects.toMatchObject({
      code: 'user-rejected',
    })
    expect(sent()).toHaveLength(1)
  })

  test('behavior: a later refusal ends it, and tells which calls went', async () => {
    const { kit, sent } = await open([hashes[0], rejection])
    const batch = await sendCalls(kit, { calls, allowsFallback: true })
    expect(batch).toMatchObject({
      isFallback: true,
      calls: [
        { status: 'sent', hash: hashes[0] },
        { status: 'refused', error: { code: 'user-rejected' } },
        { status: 'not-asked' },
      ],
    })
    expect(sent()).toHaveLength(2)
    expect(readFallbackId(batch.id)?.hashes).toEqual([hashes[0], null, null])
  })

  test('behavior: an answer that is no hash leaves open whether the call went', async () => {
    const { kit } = await open([hashes[0], 'sent'])
    expect(await sendCalls(kit, { calls, allowsFallback: true })).toMatchObject({
      calls: [
        { status: 'sent' },
        { status: 'unknown', error: { code: 'wallet-answer-invalid' } },
        { status: 'not-asked' },
      ],
    })
  })

  test('behavior: a wallet that switches its chain in between gets no further call', async () => {
    const { kit, wallet, sent } = await open()
    const { request } = wallet.provider
    wallet.provider.request = async (asked) => {
      const answer = await request(asked)
      if (asked.method === 'eth_sendTransaction') wallet.selectChain(5)
      return answer
    }
    expect(await sendCalls(kit, { calls, allowsFallback: true })).toMatchObject({
      calls: [
        { status: 'sent' },
        { status: 'refused', error: { code: 'chain-mismatch' } },
        { status: 'not-asked' },
      ],
    })
    expect(sent()).toHaveLength(1)
  })

  test('parameters: signal: what went before is told', async () => {
    const controller = new AbortController()
    const { kit, wallet } = await open()
    const { request } = wallet.provider
    wallet.provider.request = async (asked) => {
      if (asked.method !== 'eth_sendTransaction' || wallet.requests.at(-1)?.method !== asked.method)
        return request(asked)
      controller.abort()
      return new Promise(() => {})
    }
    const { signal } = controller
    expect(await sendCalls(kit, { calls, allowsFallback: true, signal })).toMatchObject({
      calls: [
        { status: 'sent' },
        { status: 'unknown', error: { code: 'aborted' } },
        { status: 'not-asked' },
      ],
    })
  })
})

describe('getCallsStatus of single transactions', () => {
  const send = async (answers?: readonly unknown[]) => {
    const all = await open(answers)
    const { id } = await sendCalls(all.kit, { calls, allowsFallback: true })
    return { ...all, id }
  }

  test('default: pending until every transaction is on the chain', async () => {
    const { kit, id } = await send()
    expect(await getCallsStatus(kit, { id })).toEqual({
      id,
      status: 'pending',
      code: 100,
      isFallback: true,
      isAtomic: false,
      chain,
      receipts: [],
      calls: hashes.map((hash) => ({ status: 'pending', hash })),
    })
    mine(String(hashes[0]))
    mine(String(hashes[1]))
    expect(await getCallsStatus(kit, { id })).toMatchObject({ code: 100, receipts: [{}, {}] })
    mine(String(hashes[2]))
    expect(await getCallsStatus(kit, { id })).toMatchObject({
      status: 'confirmed',
      code: 200,
      receipts: hashes.map((hash) => ({ hash, block: 5n, isSuccess: true })),
      calls: hashes.map((hash) => ({ status: 'confirmed', hash })),
    })
  })

  test.each([
    ['0x1', '0x1', '0x1', 200],
    ['0x1', '0x0', '0x1', 600],
    ['0x0', '0x0', '0x0', 500],
    ['0x1', null, null, 600],
    ['0x0', null, null, 500],
    ['0x0', '0x1', null, 600],
  ])('behavior: %s %s %s is %i, as another library reads it', async (...given) => {
    const [code] = given.splice(3) as [number]
    const statuses = given as (string | null)[]
    const answers = statuses.map((status, i) => (status ? hashes[i] : rejection))
    const { kit, id } = await send(answers)
    for (const [i, status] of statuses.entries()) {
      if (status) mine(String(hashes[i]), status)
    }
    expect(await getCallsStatus(kit, { id })).toMatchObject({
      code,
      calls: statuses.map((status) => ({
        status: status ? (status === '0x1' ? 'confirmed' : 'reverted') : 'not-sent',
      })),
    })
    const client = createWalletClient({ account: ada, transport: custom(getProvider(kit)) })
    const theirs = await viemStatus(client, { id })
    // viem counts a batch whose only transactions reverted as partial when others never went.
    expect(theirs.statusCode).toBe(code === 500 && statuses.includes(null) ? 600 : code)
    expect(theirs.receipts?.map(({ transactionHash }) => transactionHash)).toEqual(
      hashes.filter((_, i) => statuses[i]),
    )
  })

  test('behavior: another page, or one without the wallet, follows it by its id', async () => {
    const { kit, id } = await send()
    for (const hash of hashes) {
      mine(hash)
    }
    await disconnect(kit)
    expect(await getCallsStatus(kit, { id })).toMatchObject({ status: 'confirmed' })
    const other = kitWithWallet()
    stops.push(other.stop)
    expect(await getCallsStatus(other.kit, { id })).toMatchObject({ status: 'confirmed' })
    const elsewhere = kitWithWallet({}, [{ ...devnet, id: 'eip155:10' }])
    stops.push(elsewhere.stop)
    await expect(getCallsStatus(elsewhere.kit, { id })).rejects.toMatchObject({
      code: 'chain-unsupported',
    })
  })

  test('behavior: a transaction that was sped up counts, one that was cancelled does not', async () => {
    const [first, second] = hashes.map(String) as [string, string]
    const { kit, id } = await send([first, second, rejection])
    node.transactions.set(first, transactionOf(first))
    node.transactions.set(second, transactionOf(second, { nonce: '0x8' }))
    expect(await getCallsStatus(kit, { id })).toMatchObject({ code: 100 })
    const [faster, cancelling] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]
    node.transactions.clear()
    node.transactions.set(faster, transactionOf(faster))
    node.transactions.set(cancelling, transactionOf(cancelling, { nonce: '0x8', value: '0x0' }))
    mine(faster)
    mine(cancelling)
    node.count = '0x9'
    expect(await getCallsStatus(kit, { id })).toMatchObject({
      status: 'partly-reverted',
      receipts: [{ hash: faster }],
      calls: [
        { status: 'confirmed', hash: first },
        { status: 'dropped', hash: second },
        { status: 'not-sent' },
      ],
    })
  })

  test('behavior: what no node knows for ten minutes is dropped; nothing on the chain is failed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { kit, id } = await send()
    expect(await getCallsStatus(kit, { id })).toMatchObject({ status: 'pending' })
    vi.setSystemTime(Date.now() + 600_001)
    expect(await getCallsStatus(kit, { id })).toMatchObject({
      status: 'failed',
      code: 400,
      calls: hashes.map((hash) => ({ status: 'dropped', hash })),
    })
  })

  test('behavior: a node that lies is not believed', async () => {
    const { kit, id } = await send()
    node.receipts.set(String(hashes[0]), { transactionHash: hashes[1], blockNumber: '0x5' })
    await expect(getCallsStatus(kit, { id })).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  })

  test('behavior: watchCalls follows it like any other', async () => {
    const { kit, id } = await send()
    for (const hash of hashes) {
      mine(hash)
    }
    expect(await watchCalls(kit, { id })).toMatchObject({ status: 'confirmed', isFallback: true })
  })

  test.each([
    `0x${'5792'.repeat(16)}`,
    `0x${'0'.repeat(64)}${'5792'.repeat(16)}`,
    `0x${'11'.repeat(32)}${'0'.repeat(64)}${'5792'.repeat(16)}`,
    `0x${'11'.repeat(31)}${'1'.padStart(64, '0')}${'5792'.repeat(16)}`,
    `0x${'11'.repeat(32)}${'f'.repeat(64)}${'5792'.repeat(16)}`,
  ])('behavior: %s is an id of the wallet', (id) => {
    expect(readFallbackId(id)).toBeNull()
  })
})
