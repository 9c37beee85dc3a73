// @vitest-environment happy-dom
import {
  connect,
  createKit,
  disconnect,
  type Kit,
  switchAccount,
  switchChain,
} from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { getProvider } from '@latchkey/evm/provider'
import { hasCode } from '@latchkey/protocol'
import { mockEvmWallet } from '@latchkey/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { type Abi, encodeAbiParameters, erc20Abi, verifyTypedData } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KitProvider } from '../KitProvider.tsx'
import * as hooks from './index.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const token = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', abi: erc20Abi } as const
const hash = `0x${'11'.repeat(32)}` as const
const chains = [31337, 5].map((id) => ({
  id: `eip155:${id}` as const,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [`http://127.0.0.1:1/${id}`],
}))

/** What the node answers, by method; it is given the chain's number and the parameters. */
type Node = (chain: number, params: readonly unknown[]) => unknown
const node: Record<string, Node> = {}
const stops: (() => unknown)[] = []
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const answer = (one: { id: number; method: string; params: unknown[] }) => {
      const result = node[one.method]?.(Number(String(url).split('/').at(-1)), one.params)
      return result === undefined
        ? { jsonrpc: '2.0', id: one.id, error: { code: -32601, message: 'no such method' } }
        : { jsonrpc: '2.0', id: one.id, result }
    }
    const asked = JSON.parse(body)
    return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked))
  })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) {
    await stop()
  }
  for (const method of Object.keys(node)) {
    delete node[method]
  }
  vi.unstubAllGlobals()
})

function Probe<P>({ given, useIt }: { given: P; useIt: (given: P) => void }): null {
  useIt(given)
  return null
}
const Served = () => createElement('i', null, String(hooks.useProvider().isConnected()))

/** Draws a component that uses a hook, on a page with one wallet, which is connected. */
async function draw<P, T>(
  use: (given: P) => T,
  first: P,
  options: { readonly capabilities?: unknown; readonly isJoined?: boolean } = {},
) {
  const page = new EventTarget()
  const wallet = mockEvmWallet({ accounts: keys, chains: [5], capabilities: options.capabilities })
  wallet.install(page)
  const kit = createKit({ adapters: [evm({ chains, page })], storage: null })
  stops.push(kit.subscribe(() => {}))
  const join = () => connect(kit, { connector: Object.keys(kit.getState().connectors)[0] ?? '' })
  if (options.isJoined !== false) await join()
  const client = new QueryClient()
  const seen: T[] = []
  const call = (given: P) => void seen.push(use(given))
  const root = createRoot(document.createElement('div'))
  const again = (given: P) =>
    act(async () =>
      root.render(
        createElement(
          KitProvider,
          { kit },
          createElement(
            QueryClientProvider,
            { client },
            createElement(Probe<P>, { given, useIt: call }),
          ),
        ),
      ),
    )
  await again(first)
  stops.push(async () => {
    await act(async () => root.unmount())
    client.clear()
  })
  const last = () => seen.at(-1) as T
  return {
    kit,
    wallet,
    seen,
    last,
    again,
    join: () => act(async () => void (await join())),
    act: (run: (kit: Kit) => unknown) => act(async () => void (await run(kit))),
    /** Waits until the newest result satisfies the check. */
    until: (check: (result: T) => void) =>
      act(() => vi.waitFor(() => check(last()), { timeout: 10_000, interval: 5 })),
  }
}

describe('useProvider', () => {
  it('default: the kit’s own, drawn once, also on a server', async () => {
    const { kit, last, seen, act: does } = await draw(() => hooks.useProvider(), undefined)
    expect(last()).toBe(getProvider(kit))
    await does((at) => switchChain(at, { chain: 'eip155:5' }))
    expect(new Set(seen).size).toBe(1)
    const server = createKit({ adapters: [evm({ chains })], storage: null })
    const markup = renderToString(
      createElement(KitProvider, { kit: server }, createElement(Served)),
    )
    expect(markup).toBe('<i>false</i>')
  })
})

describe('useWalletClient', () => {
  it('default: a client of the selected account and the present chain, none without a wallet', async () => {
    const {
      last,
      until,
      join,
      act: does,
      wallet,
    } = await draw(() => hooks.useWalletClient(), undefined, { isJoined: false })
    expect([last().data, last().fetchStatus]).toEqual([undefined, 'idle'])
    await join()
    await until(({ data }) => expect(data?.account.address).toBe(ada))
    expect(last().data?.chain?.id).toBe(31337)
    expect(await last().data?.signMessage({ message: 'hi' })).toMatch(/^0x[0-9a-f]{130}$/)
    await does((kit) => switchAccount(kit, { account: `eip155:31337:${grace}` }))
    await until(({ data }) => expect(data?.account.address).toBe(grace))
    await does(() => wallet.selectChain(5))
    await until(({ data }) => expect(data?.chain?.id).toBe(5))
    await does((kit) => disconnect(kit))
    expect(last().data).toBeUndefined()
  })
})

describe('usePublicClient', () => {
  it('parameters: chain', async () => {
    node.eth_blockNumber = (chain) => (chain === 5 ? '0x5' : '0x7')
    const {
      last,
      until,
      again,
      act: does,
    } = await draw(
      (chain: 'eip155:5' | 'eip155:1' | undefined) => hooks.usePublicClient({ chain }),
      undefined as 'eip155:5' | 'eip155:1' | undefined,
    )
    await until(({ data }) => expect(data?.chain.id).toBe(31337))
    expect(await last().data?.getBlockNumber()).toBe(7n)
    await does((kit) => switchChain(kit, { chain: 'eip155:5' }))
    await until(({ data }) => expect(data?.chain.id).toBe(5))
    expect(await last().data?.getBlockNumber()).toBe(5n)
    await again('eip155:1')
    await until(({ error }) => expect(error).toMatchObject({ code: 'chain-unsupported' }))
  })
})

describe('useReadContract', () => {
  const word = (amount: bigint) => encodeAbiParameters([{ type: 'uint256' }], [amount])

  it('default: reads, and again when an argument or the wallet’s chain changes', async () => {
    node.eth_call = (chain, [call]) =>
      word(
        BigInt(chain) +
          ((call as { data: string }).data.includes(ada.slice(2, 9).toLowerCase()) ? 1n : 2n),
      )
    const {
      last,
      until,
      again,
      act: does,
    } = await draw(
      (owner: typeof ada | typeof grace | undefined) =>
        hooks.useReadContract({
          ...token,
          address: owner && token.address,
          functionName: 'balanceOf',
          args: [owner ?? ada],
        }),
      undefined as typeof ada | typeof grace | undefined,
    )
    expect([last().fetchStatus, last().data]).toEqual(['idle', undefined])
    await again(ada)
    await until(({ data }) => expect(data).toBe(31338n))
    await again(grace)
    await until(({ data }) => expect(data).toBe(31339n))
    await does((kit) => switchChain(kit, { chain: 'eip155:5' }))
    await until(({ data }) => expect(data).toBe(7n))
  })

  it('behavior: an amount as argument, and functions of one name', async () => {
    const name = 'half'
    const half = (type: 'uint256' | 'string') =>
      [
        {
          type: 'function',
          name,
          stateMutability: 'view',
          inputs: [{ name: 'x', type }],
          outputs: [{ name: '', type: 'uint256' }],
        },
      ] as const
    const asked: string[] = []
    node.eth_call = (_, [call]) => {
      asked.push((call as { data: string }).data)
      return word(21n)
    }
    const { address } = token
    const { until, again } = await draw(
      (isText: boolean) =>
        hooks.useReadContract({
          address,
          abi: (isText ? half('string') : half('uint256')) as Abi,
          functionName: name,
          args: [isText ? '42' : 42n],
        }),
      false as boolean,
    )
    await until(({ data }) => expect(data).toBe(21n))
    await again(true)
    await until(() => expect(asked).toHaveLength(2))
    expect(new Set(asked).size).toBe(2)
  })

  it('behavior: errors have codes', async () => {
    const { until } = await draw(
      () => hooks.useReadContract({ ...token, functionName: 'symbol', chain: 'eip155:1' }),
      undefined,
    )
    await until(({ error }) => expect(hasCode(error) && error.code).toBe('chain-unsupported'))
  })
})

describe('the hooks that ask the wallet', () => {
  it('useSendTransaction, useWaitForTransaction: default', async () => {
    node.eth_blockNumber = () => '0x5'
    const {
      last,
      until,
      act: does,
      wallet,
    } = await draw(() => {
      const sending = hooks.useSendTransaction()
      const sent = sending.state.status === 'done' ? sending.state.value.hash : undefined
      return { ...sending, wait: hooks.useWaitForTransaction({ hash: sent }) }
    }, undefined)
    expect(last().wait.fetchStatus).toBe('idle')
    wallet.behave({ lie: hash }, 'eth_sendTransaction')
    node.eth_getTransactionReceipt = () => ({
      transactionHash: hash,
      blockNumber: '0x5',
      blockHash: hash,
      status: '0x0',
      logs: [],
      from: ada,
      to: grace,
      gasUsed: '0x1',
      cumulativeGasUsed: '0x1',
      transactionIndex: '0x0',
    })
    await does(() => last().run({ to: grace, value: 5n }))
    expect(last().state).toMatchObject({ status: 'done', value: { hash } })
    await until(({ wait }) => expect(wait.data?.status).toBe('reverted'))
  })

  it('useWriteContract: default, and what the visitor declines', async () => {
    const { last, act: does, wallet } = await draw(() => hooks.useWriteContract(), undefined)
    const pay = () => last().run({ ...token, functionName: 'transfer', args: [grace, 7n] })
    wallet.behave({ lie: hash }, 'eth_sendTransaction')
    await does(pay)
    expect(last().state).toMatchObject({ status: 'done', value: { hash } })
    expect(wallet.requests.at(-1)?.params).toMatchObject([
      { to: token.address, data: expect.stringMatching(/^0xa9059cbb.*7$/) },
    ])
    wallet.behave('reject', 'eth_sendTransaction')
    await does(pay)
    expect(last().state).toMatchObject({ status: 'failed', error: { code: 'user-rejected' } })
  })

  it('useSignTypedData: default, and what the visitor declines', async () => {
    const { last, act: does, wallet } = await draw(() => hooks.useSignTypedData(), undefined)
    const typedData = {
      domain: { name: 'Shop', chainId: 31337 },
      types: { Order: [{ name: 'total', type: 'uint256' }] },
      primaryType: 'Order',
      message: { total: 100n },
    } as const
    await does(() => last().run({ typedData }))
    const { state } = last()
    if (state.status !== 'done') throw new Error(state.status)
    const { signature } = state.value
    expect(await verifyTypedData({ ...typedData, address: ada, signature })).toBe(true)
    wallet.behave('reject', 'eth_signTypedData_v4')
    await does(() => last().run({ typedData }))
    expect(last().state).toMatchObject({ status: 'failed', error: { code: 'user-rejected' } })
  })

  it('useSendCalls, useCallsStatus: default: a batch of the wallet is asked for until it settled', async () => {
    const {
      last,
      until,
      act: does,
      wallet,
    } = await draw(() => {
      const sending = hooks.useSendCalls()
      const id = sending.state.status === 'done' ? sending.state.value.id : undefined
      return { ...sending, batch: hooks.useCallsStatus({ id, refetchIntervalMs: 10 }) }
    }, undefined)
    expect(last().batch.fetchStatus).toBe('idle')
    wallet.behave({ lie: { id: 'b1' } }, 'wallet_sendCalls')
    wallet.behave({ lie: { status: 100 } }, 'wallet_getCallsStatus')
    await does(() => last().run({ calls: [{ to: grace, value: 1n }] }))
    await until(({ batch }) => expect(batch.data?.status).toBe('pending'))
    wallet.behave(
      { fail: Object.assign(new Error('busy'), { code: 4900 }) },
      'wallet_getCallsStatus',
    )
    await until(({ batch }) => expect(batch.error?.code).toBe('wallet-disconnected'))
    wallet.behave({ lie: { status: 200, receipts: [] } }, 'wallet_getCallsStatus')
    await until(({ batch }) => expect(batch.data?.status).toBe('confirmed'))
    const asked = wallet.requests.length
    await does(() => new Promise((resolve) => setTimeout(resolve, 60)))
    expect(wallet.requests).toHaveLength(asked)
  })

  it('useSendCalls, useCallsStatus: behavior: single transactions are followed by the same hook', async () => {
    const {
      last,
      until,
      act: does,
      wallet,
    } = await draw(() => {
      const sending = hooks.useSendCalls()
      const id = sending.state.status === 'done' ? sending.state.value.id : undefined
      return { ...sending, batch: hooks.useCallsStatus({ id, refetchIntervalMs: 10 }) }
    }, undefined)
    wallet.behave({ lie: hash }, 'eth_sendTransaction')
    node.eth_getTransactionReceipt = () => ({
      transactionHash: hash,
      blockNumber: '0x5',
      status: '0x1',
      logs: [],
    })
    await does(() => last().run({ calls: [{ to: grace, value: 1n }], allowsFallback: true }))
    expect(last().state).toMatchObject({ value: { isFallback: true, calls: [{ status: 'sent' }] } })
    await until(({ batch }) =>
      expect(batch.data).toMatchObject({ status: 'confirmed', isFallback: true }),
    )
  })

  it('useCapabilities: default, and none without a wallet', async () => {
    const capabilities = { '0x1': { atomic: { status: 'ready' } }, '0x0': { other: {} } }
    const { last, until, join, wallet } = await draw(
      () => hooks.useCapabilities({ chains: ['eip155:1'] }),
      undefined,
      { capabilities, isJoined: false },
    )
    expect([last().fetchStatus, wallet.requests.length]).toEqual(['idle', 0])
    await join()
    await until(({ data }) =>
      expect(data).toEqual({ 'eip155:1': { atomic: { status: 'ready' }, other: {} } }),
    )
  })
})
