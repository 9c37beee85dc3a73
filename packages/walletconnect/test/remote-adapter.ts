import type { Adapter, RemoteSession } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { chains, needs } from './small-page.ts'
import { account } from './small-wallet.ts'

/** An adapter of one namespace that only knows remote wallets. */
export function remoteAdapter(): Adapter {
  const remote = async (
    session: RemoteSession,
  ): Promise<Awaited<ReturnType<NonNullable<Adapter['remote']>>>> => {
    const sessionOf = (accounts: readonly AccountId[]) => ({
      namespace: 'eip155',
      chains: session.namespaces.eip155?.chains ?? [],
      accounts: accounts.map((one) => ({ account: one, type: 'eoa' as const })),
      selected: accounts[0] ?? account,
      expiresAt: session.expiresAt,
    })
    return {
      id: session.id,
      namespaces: ['eip155'],
      wallet: { name: session.peer.name, keys: [], origin: 'walletConnect' },
      features: {
        signMessage: async ({ message, signal }) => ({
          signature: `${await session.request('eip155:1', 'personal_sign', [message], { signal })}`,
        }),
      },
      connect: async () => ({ sessions: [sessionOf(session.namespaces.eip155?.accounts ?? [])] }),
      disconnect: () => session.end('eip155'),
      watch: (listener) =>
        session.watch((event) => {
          if (event.type === 'end') listener({ type: 'end' })
          else if (event.type === 'accounts')
            listener({ type: 'session', session: sessionOf(event.accounts), reason: 'accounts' })
        }),
    }
  }
  return {
    namespace: 'eip155',
    name: 'Ethereum',
    chains,
    read: {},
    isAddress: () => true,
    isSameAddress: (a: string, b: string) => a === b,
    discover: () => () => {},
    explain: (error: unknown) =>
      (error as { code?: unknown }).code === 4001 ? 'user-rejected' : 'unknown',
    wire: async () => needs.eip155 ?? { methods: [], events: [] },
    remote,
  } as unknown as Adapter
}
