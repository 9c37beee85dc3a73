import type { ConnectorEvent, RemoteSession } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace, other, page, request, settle, signal } from '../test/fixture.ts'
import { nativeAsset } from './chains.ts'

type Listener = Parameters<RemoteSession['watch']>[0]
const hash = `0x${'ab'.repeat(32)}`

/** A session whose wallet answers from a script. */
async function scripted(
  more: {
    accounts?: readonly AccountId[]
    methods?: readonly string[]
    answers?: Readonly<Record<string, unknown>>
  } = {},
) {
  const { accounts = [`eip155:31337:${ada}`, `eip155:5:${ada}`, `eip155:31337:${grace}`] } = more
  const { methods = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'] } = more
  const requests: { chain: ChainId; method: string; params: unknown }[] = []
  const listeners = new Set<Listener>()
  const ended: unknown[] = []
  const session: RemoteSession = {
    id: 'topic',
    peer: { name: 'Phone Wallet', icon: 'https://wallet.example/icon.png' },
    namespaces: { eip155: { accounts, chains: ['eip155:31337', 'eip155:5'] } },
    methods: { eip155: methods },
    expiresAt: 5_000,
    request: async (chain, method, params) => {
      requests.push({ chain, method, params })
      const answer = more.answers?.[method]
      if (answer === undefined) throw Object.assign(new Error('no'), { code: 4001 })
      return answer === 'hang' ? new Promise(() => {}) : answer
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end: async (namespace) => void ended.push(namespace),
  }
  const connector = await page().adapter.remote?.(session)
  if (!connector) throw new Error('the adapter has no remote')
  const emit: Listener = (event) => {
    for (const listener of listeners) listener(event)
  }
  return { connector, requests, ended, listeners, emit }
}

describe('remote', () => {
  test('default', async () => {
    const { connector, requests } = await scripted()
    expect([connector.wallet.name, connector.wallet.icon, connector.wallet.origin]).toEqual([
      ...['Phone Wallet', undefined, 'walletConnect'],
    ])
    expect(await connector.connect(request({ silent: true }))).toEqual({
      sessions: [
        {
          namespace: 'eip155',
          chains: ['eip155:31337', 'eip155:5'],
          accounts: [
            { account: `eip155:31337:${ada}`, type: 'eoa' },
            { account: `eip155:31337:${grace}`, type: 'eoa' },
          ],
          selected: `eip155:31337:${ada}`,
          expiresAt: 5_000,
        },
      ],
    })
    expect(requests).toEqual([])
  })

  test('parameters: methods', async () => {
    expect(Object.keys((await scripted()).connector.features)).toEqual([
      'request',
      'switchChain',
      'signMessage',
      'transfer',
      'sendCall',
    ])
    expect(Object.keys((await scripted({ methods: ['wallet_getCapabilities'] })).connector.features)).toEqual([
      ...['request', 'switchChain', 'capabilities'],
    ])
  })

  test('behavior: signing and sending name the chain and need no question before', async () => {
    const { connector, requests } = await scripted({ answers: { personal_sign: '0xabcd', eth_sendTransaction: hash } })
    const account = `eip155:5:${grace}` as const
    expect(await connector.features.signMessage?.({ account, message: 'hi', signal })).toEqual({ signature: '0xabcd' })
    const transfer = { from: `eip155:31337:${ada}`, to: grace, asset: nativeAsset(devnet), amount: 1n } as const
    expect(await connector.features.transfer?.({ transfer, chain: devnet, signal })).toEqual({ hash })
    const call = { to: grace, data: '0xabcd', value: 0n }
    expect(await connector.features.sendCall?.({ from: transfer.from, call, chain: devnet, signal })).toEqual({ hash })
    const sent = [
      ['eip155:31337', 'eth_sendTransaction'],
      ['eip155:31337', 'eth_getTransactionByHash'],
    ]
    expect(requests.map(({ chain, method }) => [chain, method])).toEqual([
      ['eip155:5', 'personal_sign'],
      ...sent,
      ...sent,
    ])
  })

  test('behavior: a chain of the session is gone to without asking', async () => {
    const { connector, requests } = await scripted()
    await connector.connect(request())
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await settle()
    await connector.features.switchChain?.({ chain: other, signal })
    expect(requests).toEqual([])
    expect(events).toMatchObject([{ type: 'session', reason: 'chain', session: { selected: `eip155:5:${ada}` } }])
  })

  test('behavior: another chain is asked for where the wallet can, on the chain it is on', async () => {
    const far = { ...other, id: 'eip155:10' as const }
    const { connector, requests } = await scripted({ answers: { wallet_switchEthereumChain: null } })
    await connector.connect(request())
    await connector.features.switchChain?.({ chain: far, signal })
    expect(requests).toEqual([
      { chain: 'eip155:31337', method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] },
    ])
    const mute = await scripted({ methods: [] })
    await mute.connector.connect(request())
    await expect(mute.connector.features.switchChain?.({ chain: far, signal })).rejects.toMatchObject({
      code: 'chain-unsupported',
    })
  })

  test('behavior: the session’s events are the connector’s', async () => {
    const { connector, emit, listeners } = await scripted()
    await connector.connect(request())
    const events: ConnectorEvent[] = []
    const stop = connector.watch((event) => events.push(event))
    await settle()
    emit({ type: 'accounts', namespace: 'eip155', accounts: [`eip155:31337:${grace}`] })
    emit({ type: 'accounts', namespace: 'solana', accounts: [] })
    emit({ type: 'chain', chain: 'eip155:5' })
    emit({ type: 'chain', chain: 'solana:5' })
    emit({ type: 'expiry', expiresAt: 9 })
    emit({ type: 'accounts', namespace: 'eip155', accounts: [] })
    emit({ type: 'end' })
    expect(events.map((event) => (event.type === 'session' ? event.reason : event.type))).toEqual([
      ...['accounts', 'chain', 'expiry', 'end', 'end'],
    ])
    expect(events[2]).toMatchObject({ session: { selected: `eip155:5:${grace}`, expiresAt: 9 } })
    stop()
    expect(listeners.size).toBe(0)
  })

  test('behavior: accounts that are none are left out; with none left nothing is granted', async () => {
    const lies = ['eip155:31337:zzz', 'nonsense', `eip155:31337:${ada}`] as AccountId[]
    const { sessions } = await (await scripted({ accounts: lies })).connector.connect(request())
    expect(sessions[0]?.accounts).toHaveLength(1)
    const empty = (await scripted({ accounts: lies.slice(0, 2) })).connector.connect(request())
    await expect(empty).rejects.toMatchObject({ code: 'account-missing' })
  })

  test('behavior: a phone that sleeps is waited for until the abort', async () => {
    const { connector } = await scripted({ answers: { personal_sign: 'hang' } })
    const controller = new AbortController()
    const account = `eip155:31337:${ada}` as const
    const signing = connector.features.signMessage?.({ account, message: 'hi', signal: controller.signal })
    await settle()
    controller.abort()
    await expect(signing).rejects.toMatchObject({ code: 'aborted' })
  })

  test('behavior: disconnecting ends the namespace', async () => {
    const { connector, ended } = await scripted()
    await connector.disconnect()
    expect(ended).toEqual(['eip155'])
  })
})
