import type { RemoteSession, TransportContext } from '@latchkey/core'
import { inWords, namespaceOf } from '@latchkey/protocol'
import type { VaultSession } from '@latchkey/protocol/vault'
import { methodsOf } from './methods.ts'

type Listener = Parameters<RemoteSession['watch']>[0]

/** A session of the vault in the form that adapters expect, with the function that changes it. */
export interface VaultRemote {
  readonly remote: RemoteSession
  /** The next session; null when it has ended. */
  change(next: VaultSession | null): void
}

export function vaultRemote({
  session,
  needs,
  ask,
  end,
}: {
  readonly session: VaultSession
  readonly needs: TransportContext['needs']
  readonly ask: RemoteSession['request']
  readonly end: () => Promise<void>
}): VaultRemote {
  const listeners = new Set<Listener>()
  let present = session
  const tellListeners = (event: Parameters<Listener>[0]): void => {
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  return {
    remote: {
      id: `vault:${session.account}`,
      peer: { name: session.identities[0]?.label || 'Email or social account' },
      namespaces: Object.fromEntries(
        familiesOf(session).map((family) => [family, grantOf(session, family)]),
      ),
      methods: methodsOf(needs),
      expiresAt: session.expiresAt,
      // Pages may call it directly, without an action that adds the error text.
      request: (...asked) => inWords(ask(...asked)),
      watch: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      // The page hides a single family by itself; the vault has one session for all.
      end: async (namespace) => {
        if (namespace === undefined) await end()
      },
    },
    change: (next) => {
      if (!next || next.account !== session.account) return tellListeners({ type: 'end' })
      const before = present
      present = next
      if (next.expiresAt !== before.expiresAt)
        tellListeners({ type: 'expiry', expiresAt: next.expiresAt })
      for (const family of new Set([...familiesOf(before), ...familiesOf(next)])) {
        const grant = grantOf(next, family)
        if (spellingOf(grant) !== spellingOf(grantOf(before, family)))
          tellListeners({
            type: 'accounts',
            namespace: family,
            accounts: grant.accounts,
            ...typesOf(grant),
          })
      }
    },
  }
}

type FamilyGrant = RemoteSession['namespaces'][string]

const familiesOf = ({ accounts }: VaultSession): readonly string[] => [
  ...new Set(accounts.map(({ account }) => namespaceOf(account))),
]

function grantOf({ accounts, chains }: VaultSession, family: string): FamilyGrant {
  const held = accounts.filter(({ account }) => namespaceOf(account) === family)
  // Bitcoin's account kinds share one key, and its adapter tells them apart by their addresses.
  const types = Object.fromEntries(
    held.filter(({ type }) => type === 'smartAccount').map(({ account, type }) => [account, type]),
  )
  return {
    accounts: held.map(({ account }) => account),
    chains: chains.filter((chain) => namespaceOf(chain) === family),
    ...(Object.keys(types).length > 0 && { types }),
  }
}

const typesOf = ({ types }: FamilyGrant): Pick<FamilyGrant, 'types'> => (types ? { types } : {})

/** A text that is equal for equal accounts of equal kinds in the same order. */
const spellingOf = ({ accounts, types }: FamilyGrant): string =>
  accounts.map((account) => `${account} ${types?.[account] ?? ''}`).join()
