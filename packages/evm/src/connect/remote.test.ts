import type { ConnectorEvent, RemoteSession } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, devnet, grace, other, page, request, settle, signal } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'

type Listener = Parameters<RemoteSession['watch']>[0]
const hash = `0x${'ab'.repeat(32)}`

/** A session whose wallet answers from a script. */
async function scripted(
  more: {
    accounts?: readonly AccountId[]
    types?: Readonly<Record<AccountId, 'smartAccount'>>
    methods?: readonly string[]
    answers?: Readonly<Record<string, unknown>>
  } = {},
) {
  const { accounts = [`eip155:31337:${ada}`, `eip155:5:${ada}`, `eip155:31337:${grace}`] } = more
  const { methods = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'] } = more
  const requests: { chain: ChainId; method: string; params: unknown }[] = []
  const listeners = new Set<Listener>()
  const ended: unknown[] = []
  const reached = { chains: ['eip155:31337', 'eip155:5'] as readonly ChainId[] }
  const session: RemoteSession = {
    id: 'topic',
    peer: { name: 'Phone Wallet', icon: 'https://wallet.example/icon.png' },
    get namespaces() {
      return {
        eip155: { accounts, chains: reached.chains, ...(more.types && { types: more.types }) },
      }
    },
    methods: { eip155: methods },
    expiresAt: 5_000,
    request: async (chain, method, params) => {
      requests.push({ chain, method, params })
      const answer = more.answers?.[method]
      if (answer === undefined) throw Object.assign(new Error('no'), { code: 4001 })
      if (typeof answer === 'function') return answer()
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
    for (const listener of listeners) {
      listener(event)
    }
  }
  /** The wallet widens or narrows the session. */
  const update = (chains: readonly ChainId[]) => {
    reached.chains = chains
    const kept = accounts.filter((account) =>
      chains.some((chain) => account.startsWith(`${chain}:`)),
    )
    emit({ type: 'accounts', namespace: 'eip155', accounts: kept })
  }
  return { connector, requests, ended, listeners, emit, update }
}

describe('remote', () => {
  test('default', async () => {
    const { connector, requests } = await scripted()
    expect([connector.wallet.name, connector.wallet.icon, connector.wallet.origin]).toEqual([
      'Phone Wallet',
      undefined,
      'walletConnect',
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
    expect(
      Object.keys((await scripted({ methods: ['wallet_getCapabilities'] })).connector.features),
    ).toEqual(['request', 'switchChain', 'capabilities'])
    expect(
      Object.keys((await scripted({ methods: ['latchkey_readDelegation'] })).connector.features),
    ).toEqual(['request', 'switchChain', 'readDelegation', 'endDelegation'])
  })

  test('behavior: signing and sending name the chain and need no question before', async () => {
    const { connector, requests } = await scripted({
      answers: { personal_sign: '0xabcd', eth_sendTransaction: hash },
    })
    const account = `eip155:5:${grace}` as const
    expect(await connector.features.signMessage?.({ account, message: 'hi', signal })).toEqual({
      signature: '0xabcd',
    })
    const transfer = {
      from: `eip155:31337:${ada}`,
      to: grace,
      asset: nativeAsset(devnet),
      amount: 1n,
    } as const
    expect(await connector.features.transfer?.({ transfer, chain: devnet, signal })).toEqual({
      hash,
    })
    const call = { to: grace, data: '0xabcd', value: 0n }
    expect(
      await connector.features.sendCall?.({ from: transfer.from, call, chain: devnet, signal }),
    ).toEqual({ hash })
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
    expect(events).toMatchObject([
      { type: 'session', reason: 'chain', session: { selected: `eip155:5:${ada}` } },
    ])
  })

  test('behavior: another chain is asked for where the wallet can, on the chain it is on', async () => {
    const far = { ...other, id: 'eip155:10' as const }
    const widened = ['eip155:31337', 'eip155:5', 'eip155:10'] as const
    const held: { update?: () => void } = {}
    const answers = {
      wallet_switchEthereumChain: () => {
        held.update?.()
        return null
      },
    }
    const { connector, requests, update } = await scripted({ answers })
    held.update = () => update(widened)
    await connector.connect(request())
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await connector.features.switchChain?.({ chain: far, signal })
    expect(events.at(-1)).toMatchObject({
      session: { chains: widened, selected: `eip155:10:${ada}` },
    })
    expect(requests).toEqual([
      { chain: 'eip155:31337', method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] },
    ])
    const mute = await scripted({ methods: [] })
    await mute.connector.connect(request())
    await expect(
      mute.connector.features.switchChain?.({ chain: far, signal }),
    ).rejects.toMatchObject({
      code: 'chain-unsupported',
    })
  })

  test('behavior: a wallet that answers and widens later is waited for; one that does not has not switched', async () => {
    const far = { ...other, id: 'eip155:10' as const }
    const late = await scripted({ answers: { wallet_switchEthereumChain: null } })
    await late.connector.connect(request())
    const switching = late.connector.features.switchChain?.({ chain: far, signal })
    await settle()
    late.update(['eip155:31337', 'eip155:10'])
    await switching

    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const never = await scripted({ answers: { wallet_switchEthereumChain: null } })
    const { sessions } = await never.connector.connect(request())
    const events: ConnectorEvent[] = []
    never.connector.watch((event) => events.push(event))
    const failing = expect(
      never.connector.features.switchChain?.({ chain: far, signal }),
    ).rejects.toMatchObject({
      code: 'switch-failed',
    })
    await vi.advanceTimersByTimeAsync(2000)
    await failing
    expect([events, never.listeners.size]).toEqual([[], 1])
    // A switch that it tells of without widening shows no account that it did not grant either.
    never.emit({ type: 'chain', chain: 'eip155:10' })
    expect(events).toMatchObject([{ session: { selected: sessions[0]?.selected } }])
  })

  test('behavior: a chain that the wallet takes back is neither shown nor offered', async () => {
    const { connector, update, requests } = await scripted({
      methods: ['wallet_switchEthereumChain'],
    })
    await connector.connect(request({ chains: [other, devnet] }))
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    update(['eip155:31337'])
    expect(events).toMatchObject([
      { session: { chains: ['eip155:31337'], selected: `eip155:31337:${ada}` } },
    ])
    await expect(connector.features.switchChain?.({ chain: other, signal })).rejects.toMatchObject({
      code: 4001,
    })
    expect(requests).toMatchObject([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x5' }] },
    ])
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
      'accounts',
      'chain',
      'expiry',
      'end',
      'end',
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

  const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const there = `eip155:31337:${contract}` as const
  const smart = {
    accounts: [there, `eip155:31337:${ada}`, `eip155:5:${ada}`] as const,
    types: { [there]: 'smartAccount' } as const,
    methods: ['eth_sendTransaction', 'latchkey_estimateCalls'],
  }

  test('behavior: an account that is a contract stands on its own chain alone, first where it is told first', async () => {
    const { connector } = await scripted(smart)
    const { sessions } = await connector.connect(request())
    expect(sessions[0]).toMatchObject({
      accounts: [
        { account: there, type: 'smartAccount' },
        { account: `eip155:31337:${ada}`, type: 'eoa' },
      ],
      selected: there,
    })
    const events: ConnectorEvent[] = []
    connector.watch((event) => events.push(event))
    await connector.features.switchChain?.({ chain: other, signal })
    expect(events).toMatchObject([
      {
        session: {
          accounts: [{ account: `eip155:5:${ada}`, type: 'eoa' }],
          selected: `eip155:5:${ada}`,
        },
      },
    ])
  })

  test('behavior: what sending from a contract costs its wallet says; of the key’s own account the chain does', async () => {
    const asked: unknown[] = []
    const source = {
      chain: devnet,
      request: async (method: string) => {
        asked.push(method)
        return '0x'
      },
    }
    const estimate = async (fee: object, from: AccountId = there, to = grace) => {
      const { connector, requests } = await scripted({
        ...smart,
        answers: { latchkey_estimateCalls: fee },
      })
      await connector.connect(request())
      const transfer = { from, to, asset: nativeAsset(devnet), amount: 5n }
      const told = await connector.features.estimateTransfer?.({
        transfer,
        chain: devnet,
        source,
        signal,
      })
      return { told, requests }
    }
    const paid = await estimate({ fee: '0x64', isSponsored: false })
    expect(paid.told).toEqual({ fee: 120n, feeAsset: nativeAsset(devnet), notes: [] })
    expect(paid.requests).toEqual([
      {
        chain: 'eip155:31337',
        method: 'latchkey_estimateCalls',
        params: [{ from: contract, chainId: '0x7a69', calls: [{ to: grace, value: '0x5' }] }],
      },
    ])
    expect(asked).toEqual(['eth_getCode'])
    expect((await estimate({ fee: '0x64', isSponsored: true })).told).toMatchObject({
      fee: 0n,
      notes: ['sponsored-fee'],
    })
    const own = await estimate({ fee: '0x64', isSponsored: true }, `eip155:31337:${ada}`)
    expect([own.told, own.requests]).toEqual([null, []])
    const typo = grace.replace('C', 'c')
    await expect(estimate({ fee: '0x64', isSponsored: false }, there, typo)).rejects.toMatchObject({
      code: 'receiver-invalid',
    })
    for (const lie of [
      {},
      { fee: 1, isSponsored: true },
      { fee: '0x' },
      { fee: '0x1' },
      'x',
    ] as object[]) {
      await expect(estimate(lie)).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    }
  })

  test('behavior: gas that was tried for a key’s own account is not forced upon a contract; nor has a bundle its nonce', async () => {
    const answers = {
      eth_sendTransaction: hash,
      eth_getTransactionByHash: { from: grace, nonce: '0x7' },
    }
    const { connector, requests } = await scripted({ ...smart, answers })
    await connector.connect(request())
    const simulation = { fee: 9n, feeAsset: nativeAsset(devnet), data: { gas: 9n } }
    const call = { to: grace, data: '0xabcd', value: 0n }
    const sendCall = (from: AccountId) =>
      connector.features.sendCall?.({ from, call, chain: devnet, simulation, signal })
    expect(await sendCall(there)).toEqual({ hash })
    expect(await sendCall(`eip155:31337:${ada}`)).toEqual({ hash })
    const sent = requests.filter(({ method }) => method === 'eth_sendTransaction')
    expect(sent.map(({ params }) => (params as [{ gas?: string }])[0].gas)).toEqual([
      undefined,
      '0x9',
    ])
    const plain = await scripted({
      ...smart,
      answers: { ...answers, eth_getTransactionByHash: { from: ada.toLowerCase(), nonce: '0x7' } },
    })
    await plain.connector.connect(request())
    const transfer = {
      from: `eip155:31337:${ada}`,
      to: grace,
      asset: nativeAsset(devnet),
      amount: 5n,
    } as const
    expect(await plain.connector.features.transfer?.({ transfer, chain: devnet, signal })).toEqual({
      hash,
      nonce: 7,
    })
  })

  test('behavior: after a reload the chain shown before it is shown, while it is granted', async () => {
    const at = async (selected: AccountId) => {
      const { connector } = await scripted(smart)
      const last = [
        {
          namespace: 'eip155',
          chains: [],
          accounts: [{ account: selected, type: 'eoa' as const }],
          selected,
        },
      ]
      return (await connector.connect(request({ silent: true, last }))).sessions[0]?.selected
    }
    expect(await at(`eip155:5:${ada}`)).toBe(`eip155:5:${ada}`)
    expect(await at(`eip155:77:${ada}`)).toBe(there)
  })

  test('behavior: a phone that sleeps is waited for until the abort', async () => {
    const { connector } = await scripted({ answers: { personal_sign: 'hang' } })
    const controller = new AbortController()
    const account = `eip155:31337:${ada}` as const
    const signing = connector.features.signMessage?.({
      account,
      message: 'hi',
      signal: controller.signal,
    })
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
