import {
  addressOf,
  chainOf,
  isAccountId,
  isChainId,
  LatchkeyError,
  type Namespace,
  namespaceOf,
} from '@latchkey/protocol'
import type { Connector } from '../contract/connector.ts'
import type { Grant, Session } from '../contract/session.ts'
import type { Kit } from './kit.ts'
import { readOwnField } from './read-own-field.ts'

/**
 * Maximum number of accounts in a session: far more than any wallet has. A longer list would be an
 * attack on memory.
 */
const maxAccounts = 1000

/**
 * Whether a wallet's session is valid: CAIP-10 accounts of the namespace, valid addresses, one of
 * them selected.
 */
export function isSession(
  kit: Kit,
  session: unknown,
  namespaces?: readonly Namespace[],
): session is Session {
  const { namespace, chains, accounts, selected, expiresAt } = (session ?? {}) as Partial<Session>
  if (typeof namespace !== 'string' || (namespaces && !namespaces.includes(namespace))) return false
  const adapter = readOwnField(kit.adapters, namespace)
  const isInNamespace = (id: `${string}:${string}`): boolean => namespaceOf(id) === namespace
  return (
    Array.isArray(chains) &&
    chains.length <= maxAccounts &&
    chains.every((chain) => isChainId(chain) && isInNamespace(chain)) &&
    Array.isArray(accounts) &&
    accounts.length <= maxAccounts &&
    accounts.every(
      (a) =>
        isAccountId(a?.account) &&
        isInNamespace(a.account) &&
        isChainId(chainOf(a.account)) &&
        typeof a.type === 'string' &&
        (!adapter || adapter.isAddress(addressOf(a.account))),
    ) &&
    // The selected account must be one of the accounts; this also refuses a session without any
    // account.
    accounts.some((a) => a.account === selected) &&
    (expiresAt === undefined || Number.isFinite(expiresAt))
  )
}

/**
 * Returns what a wallet granted if all of it is valid, and otherwise refuses all of it.
 * @throws `wallet-answer-invalid`
 */
export function checkGrant(kit: Kit, connector: Connector, grant: Grant): Grant {
  const sessions: unknown = (grant as Grant | null | undefined)?.sessions
  const isValidGrant =
    Array.isArray(sessions) &&
    sessions.length > 0 &&
    sessions.every((s) => isSession(kit, s, connector.namespaces)) &&
    new Set(sessions.map((s: Session) => s.namespace)).size === sessions.length
  if (!isValidGrant)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: `${connector.wallet.name}: no valid account`,
    })
  return grant
}
