import type { AccountId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { ConnectorEvent, ConnectRequest } from '../contract/connector.ts'
import type { RemoteSession, RemoteSessionEvent } from '../contract/remote-session.ts'
import type { Session } from '../contract/session.ts'
import { type RemoteFamily, type RemoteState, remoteConnector } from './remote-connector.ts'

const request = (more: Partial<ConnectRequest> = {}): ConnectRequest =>
  ({
    chains: [{ id: 'alpha:2' }],
    silent: false,
    signal: new AbortController().signal,
    ...more,
  }) as ConnectRequest

function scene(
  accounts: readonly AccountId[] = ['alpha:1:a', 'alpha:2:a'],
  more: Partial<RemoteFamily> = {},
) {
  const watchers = new Set<(event: RemoteSessionEvent) => void>()
  const ended: unknown[] = []
  const held: { state?: RemoteState; tell?: (reason: 'chain') => void } = {}
  const session = {
    id: 'topic',
    peer: { name: 'N'.repeat(100), icon: 'https://x.example/i.svg' },
    namespaces: { alpha: { accounts, chains: ['alpha:1', 'alpha:2'] } },
    expiresAt: 5,
    watch: (listener: (event: RemoteSessionEvent) => void) => {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    end: async (namespace: unknown) => void ended.push(namespace),
  } as unknown as RemoteSession
  const connector = remoteConnector(session, 'alpha', (state, tell) => {
    Object.assign(held, { state, tell })
    const current = (): Session | undefined => {
      const [selected] = state.accounts.filter((one) => !state.chain || one.startsWith(state.chain))
      return state.hasEnded || !selected
        ? undefined
        : ({ selected, expiresAt: state.expiresAt } as unknown as Session)
    }
    return { current, features: {}, ...more }
  })
  const heard: ConnectorEvent[] = []
  const stop = connector.watch((event) => heard.push(event))
  const emit = (event: RemoteSessionEvent) => {
    for (const watcher of [...watchers]) {
      watcher(event)
    }
  }
  const shown = () =>
    heard.map((event) =>
      event.type === 'session'
        ? [event.reason, event.session.selected]
        : ['end', ...(event.namespace ? [event.namespace] : [])],
    )
  return { connector, emit, ended, held, shown, stop, watchers }
}

describe('remoteConnector', () => {
  test('default: the first chain wished for that is granted is shown', async () => {
    const { connector } = scene()
    expect(await connector.connect(request())).toEqual({
      sessions: [{ selected: 'alpha:2:a', expiresAt: 5 }],
    })
    expect(connector).toMatchObject({ id: 'topic', namespaces: ['alpha'] })
    expect(connector.wallet).toEqual({ name: 'N'.repeat(64), keys: [], origin: 'walletConnect' })
  })

  test('parameters: isGranted, signal', async () => {
    const chains = [{ id: 'alpha:9' }, { id: 'alpha:1' }] as unknown as ConnectRequest['chains']
    const { connector, held } = scene(undefined, { isGranted: (id) => id === 'alpha:1' })
    await connector.connect(request({ chains }))
    expect(held.state?.chain).toBe('alpha:1')
    await expect(connector.connect(request({ signal: AbortSignal.abort() }))).rejects.toMatchObject(
      { code: 'aborted' },
    )
  })

  test('behavior: nothing granted, nothing connected', async () => {
    const { connector } = scene(['nonsense' as AccountId], { current: () => undefined })
    await expect(connector.connect(request())).rejects.toMatchObject({ code: 'account-missing' })
  })

  test('behavior: what the session says is taken over and told, another family’s is not', () => {
    const seen: string[] = []
    const { emit, shown, held } = scene(undefined, {
      onAccounts: () => void seen.push('accounts'),
      onEvent: ({ name }) => (name === 'moved' ? 'chain' : undefined),
    })
    emit({ type: 'accounts', namespace: 'beta', accounts: ['beta:1:b'] })
    emit({ type: 'chain', chain: 'beta:1' })
    emit({ type: 'event', chain: 'beta:1', name: 'moved', data: null })
    emit({ type: 'event', chain: 'alpha:1', name: 'other', data: null })
    expect([shown(), seen]).toEqual([[], []])
    emit({ type: 'accounts', namespace: 'alpha', accounts: ['alpha:1:b'] })
    emit({ type: 'expiry', expiresAt: 9 })
    emit({ type: 'event', chain: 'alpha:1', name: 'moved', data: null })
    emit({ type: 'chain', chain: 'alpha:1' })
    expect(shown()).toEqual([
      ['accounts', 'alpha:1:b'],
      ['expiry', 'alpha:1:b'],
      ['chain', 'alpha:1:b'],
      ['chain', 'alpha:1:b'],
    ])
    expect([seen, held.state?.expiresAt]).toEqual([['accounts'], 9])
    emit({ type: 'accounts', namespace: 'alpha', accounts: [] })
    // The wallet may have left the other families as they are.
    expect(shown().at(-1)).toEqual(['end', 'alpha'])
  })

  test('behavior: ended by either side', async () => {
    const one = scene()
    one.emit({ type: 'end' })
    expect([one.shown(), one.held.state?.hasEnded]).toEqual([[['end']], true])
    const other = scene()
    await other.connector.disconnect()
    expect([other.ended, other.held.state?.hasEnded]).toEqual([['alpha'], true])
  })

  test('behavior: what the family tells reaches who watches, and nobody who has left', () => {
    const { held, shown, stop, watchers } = scene()
    held.tell?.('chain')
    expect(shown()).toEqual([['chain', 'alpha:1:a']])
    stop()
    held.tell?.('chain')
    expect([shown().length, watchers.size]).toEqual([1, 0])
  })
})
