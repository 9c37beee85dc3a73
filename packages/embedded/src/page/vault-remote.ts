import type { RemoteSession, TransportContext } from '@latchkey/core'
import { inWords, namespaceOf } from '@latchkey/protocol'
import type { VaultSession } from '@latchkey/protocol/vault'
import { methodsOf } from './methods.ts'

type Listener = Parameters<RemoteSession['watch']>[0]

/** A session of the vault in the form that adapters expect, with the function that changes it. */
export interface VaultRemote {
  readonly remote: RemoteSession
  /** Replaces the session with a newer state of it; null ends the session. */
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
  let currentSession = session
  const notifyListeners = (event: Parameters<Listener>[0]): void => {
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  return {
    remote: {
      id: `vault:${session.account}`,
      peer: { name: session.identities[0]?.label || 'Email or social account' },
      namespaces: Object.fromEntries(
        listFamilies(session).map((family) => [family, readFamilyGrant(session, family)]),
      ),
      methods: methodsOf(needs),
      expiresAt: session.expiresAt,
      // Pages may call `request` directly, without an action that would add the error text, so the
      // text is added here.
      request: (...requestArguments) => inWords(ask(...requestArguments)),
      watch: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      // The end of a single chain family is ignored here: the page hides the family by itself, and
      // the vault has one session for all families.
      end: async (namespace) => {
        if (namespace === undefined) await end()
      },
    },
    change: (next) => {
      if (!next || next.account !== session.account) return notifyListeners({ type: 'end' })
      const previousSession = currentSession
      currentSession = next
      if (next.expiresAt !== previousSession.expiresAt)
        notifyListeners({ type: 'expiry', expiresAt: next.expiresAt })
      for (const family of new Set([...listFamilies(previousSession), ...listFamilies(next)])) {
        const grant = readFamilyGrant(next, family)
        if (serializeGrant(grant) !== serializeGrant(readFamilyGrant(previousSession, family)))
          notifyListeners({
            type: 'accounts',
            namespace: family,
            accounts: grant.accounts,
            ...makeTypesField(grant),
          })
      }
    },
  }
}

type FamilyGrant = RemoteSession['namespaces'][string]

const listFamilies = ({ accounts }: VaultSession): readonly string[] => [
  ...new Set(accounts.map(({ account }) => namespaceOf(account))),
]

function readFamilyGrant({ accounts, chains }: VaultSession, family: string): FamilyGrant {
  const familyAccounts = accounts.filter(({ account }) => namespaceOf(account) === family)
  // Account types are listed only for smart accounts: Bitcoin's adapter tells its types of accounts
  // apart by their addresses.
  const types = Object.fromEntries(
    familyAccounts
      .filter(({ type }) => type === 'smartAccount')
      .map(({ account, type }) => [account, type]),
  )
  return {
    accounts: familyAccounts.map(({ account }) => account),
    chains: chains.filter((chain) => namespaceOf(chain) === family),
    ...(Object.keys(types).length > 0 && { types }),
  }
}

const makeTypesField = ({ types }: FamilyGrant): Pick<FamilyGrant, 'types'> =>
  types ? { types } : {}

/** A text that is equal for equal accounts of equal kinds in the same order. */
const serializeGrant = ({ accounts, types }: FamilyGrant): string =>
  accounts.map((account) => `${account} ${types?.[account] ?? ''}`).join()
