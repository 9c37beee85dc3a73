import { type AccountView, getConnection, type Kit } from '@latchkey/core'
import { addressOf, type ChainId, chainOf, namespaceOf } from '@latchkey/protocol'

const keyOf = (connector: string, chain: ChainId): string => `lacks ${connector} ${chain}`

/** Remembers that a wallet said it does not know a network, until the wallet is on it. */
export function markLacking(kit: Kit, connector: string, chain: ChainId): void {
  kit.memory.set(keyOf(connector, chain), true)
}

/**
 * Whether an account's wallet cannot switch to a network: it said so, or it supports no switch and
 * its session has no account there.
 */
export function isLacking(
  kit: Kit,
  { account, connectorId, namespace }: AccountView,
  chain: ChainId,
): boolean {
  if (
    !account ||
    connectorId === undefined ||
    namespaceOf(chain) !== namespace ||
    chainOf(account) === chain
  )
    return false
  if (kit.memory.has(keyOf(connectorId, chain))) return true
  if (kit.getState().connectors[connectorId]?.features.switchChain) return false
  const connection = getConnection(kit, { connector: connectorId })
  const sessions = connection.status === 'connected' ? connection.sessions : []
  const wanted = `${chain}:${addressOf(account)}`
  return !sessions.some(({ accounts }) => accounts.some((one) => one.account === wanted))
}
