import type { ConnectorEvent, RemoteSession } from '@latchkey/core'
import type { AccountId, Chain, ChainId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { rawConnector } from './raw-connector.ts'

type Heard = Parameters<Parameters<RemoteSession['watch']>[0]>[0]

/** A session of two families on a wallet elsewhere, and what it was asked. */
function remoteOf(accounts: Readonly<Record<string, readonly AccountId[]>> = granted) {
  const asked: unknown[] = []
  const ended: unknown[] = []
  const listeners = new Set<(event: Heard) => void>()
  const remote: RemoteSession = {
    id: 'session-1',
    peer: { name: 'A wallet with a name as long as no list could ever show it: '.repeat(2) },
    namespaces: Object.fromEntries(
      Object.entries(accounts).map(([namespace, list]) => [
        namespace,
        { accounts: list, chains: chainsOf(list) },
      ]),
    ),
    methods: {},
    expiresAt: 1_900_000_000_000,
    request: async (...parts) => {
      asked.push(parts)
      return 'answered'
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    end: async (namespace) => void ended.push(namespace),
  }
  const say = (event: Heard): void => {
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  return { remote, asked, ended, say, listeners }
}
const chainsOf = (list: readonly AccountId[]): ChainId[] => [
  ...new Set(list.map((one) => one.slice(0, one.lastIndexOf(':')) as ChainId)),
]
const granted = {
  alpha: ['alpha:1:a', 'alpha:2:a', 'alpha:2:b'],
  beta: ['beta:7:z'],
} as const
const chain = (id: ChainId) => ({ id }) as Chain
const requestFor = (...ids: ChainId[]) => ({
  chains: ids.map(chain),
  silent: false,
  signal: new AbortController().signal,
  onPrompt: () => {},
})

describe('rawConnector', () => {
  test('default: a session for each family, on the chain that the page asked for first', async () => {
    const connector = rawConnector(remoteOf().remote)
    const { sessions } = await connector.connect(requestFor('alpha:2', 'alpha:1', 'beta:7'))
    expect(sessions.map(({ namespace, selected }) => [namespace, selected])).toEqual([
      ['alpha', 'alpha:2:a'],
      ['beta', 'beta:7:z'],
    ])
    expect(sessions[0]?.accounts.map(({ account }) => account)).toEqual(['alpha:2:a', 'alpha:2:b'])
    expect(sessions[0]?.chains).toEqual(['alpha:1', 'alpha:2'])
    expect(sessions[0]?.expiresAt).toBe(1_900_000_000_000)
    expect(connector.wallet.name.length).toBeLessThanOrEqual(64)
  })

  test('behavior: where the wallet holds nothing on that chain, the first account it granted', async () => {
    const connector = rawConnector(remoteOf().remote)
    const { sessions } = await connector.connect(requestFor('alpha:9'))
    expect(sessions.map(({ selected }) => selected)).toEqual(['alpha:1:a', 'beta:7:z'])
  })

  test('behavior: a family without an account has no session; without any, it is refused', async () => {
    const half = rawConnector(remoteOf({ ...granted, beta: [] }).remote)
    const { sessions } = await half.connect(requestFor('alpha:1', 'beta:7'))
    expect(sessions.map(({ namespace }) => namespace)).toEqual(['alpha'])
    const none = rawConnector(remoteOf({ alpha: [] }).remote)
    await expect(none.connect(requestFor('alpha:1'))).rejects.toMatchObject({
      code: 'account-missing',
    })
  })

  test('behavior: a wish that is over asks nobody', async () => {
    const connector = rawConnector(remoteOf().remote)
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(connector.connect({ ...requestFor('alpha:1'), signal })).rejects.toThrow('gone')
  })

  test('behavior: requests go on as they are, and the signal with them', async () => {
    const { remote, asked } = remoteOf()
    const { request } = rawConnector(remote).features
    const question = { chain: 'alpha:1' as const, method: 'own_verb', params: [{ a: 1 }] }
    expect(await request?.(question)).toBe('answered')
    const { signal } = new AbortController()
    await request?.({ ...question, signal })
    expect(asked).toEqual([
      ['alpha:1', 'own_verb', [{ a: 1 }], {}],
      ['alpha:1', 'own_verb', [{ a: 1 }], { signal }],
    ])
  })

  test('behavior: one family is ended, or all of them', async () => {
    const { remote, ended } = remoteOf()
    const connector = rawConnector(remote)
    await connector.disconnect({ namespaces: ['beta'] })
    await connector.disconnect()
    expect(ended).toEqual(['beta', undefined])
  })

  test('behavior: what the wallet tells is told of the family it concerns', async () => {
    const { remote, say, listeners } = remoteOf()
    const connector = rawConnector(remote)
    await connector.connect(requestFor('alpha:1', 'beta:7'))
    const heard: ConnectorEvent[] = []
    const stop = connector.watch((event) => heard.push(event))
    const told = () =>
      heard
        .splice(0)
        .map((event) =>
          event.type === 'session'
            ? [event.reason, event.session.selected, event.session.accounts.length]
            : event,
        )
    say({ type: 'chain', chain: 'alpha:2' })
    expect(told()).toEqual([['chain', 'alpha:2:a', 2]])
    say({ type: 'accounts', namespace: 'alpha', accounts: ['alpha:2:c'] })
    expect(told()).toEqual([['accounts', 'alpha:2:c', 1]])
    say({ type: 'expiry', expiresAt: 1_900_000_000_000 })
    expect(told()).toEqual([
      ['expiry', 'alpha:2:c', 1],
      ['expiry', 'beta:7:z', 1],
    ])
    say({ type: 'accounts', namespace: 'beta', accounts: [] })
    expect(told()).toEqual([{ type: 'end', namespace: 'beta' }])
    // A family's own event is no change of chain, wherever it comes from.
    say({ type: 'event', chain: 'alpha:1', name: 'alpha_mined', data: 1 })
    expect(told()).toEqual([])
    say({ type: 'accounts', namespace: 'alpha', accounts: ['alpha:1:a', 'alpha:2:a'] })
    expect(told()).toEqual([['accounts', 'alpha:2:a', 1]])
    say({ type: 'end' })
    expect(told()).toEqual([{ type: 'end' }])
    stop()
    expect(listeners.size).toBe(0)
  })
})
