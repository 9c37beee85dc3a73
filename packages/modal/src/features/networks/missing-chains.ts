import { type AccountView, getConnection, type Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { addressOf, type ChainId, chainOf, namespaceOf } from '@latchkey/protocol'

/** The networks that a wallet does not know, by connector. */
const missingChainsOfKit: (kit: Kit) => Map<string, Set<ChainId>> = perKit(() => new Map())

/**
 * Remembers that a wallet has said that it does not know a network; ignored while the wallet is on
 * that network.
 */
export function markChainMissing(kit: Kit, connector: string, chain: ChainId): void {
  const missingChains = missingChainsOfKit(kit)
  missingChains.set(connector, (missingChains.get(connector) ?? new Set()).add(chain))
}

/**
 * Whether an account's wallet cannot switch to a network: either the wallet said that it does not
 * know the network, or it supports no switching and its session has no account on the network.
 */
export function isChainMissing(
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
  if (missingChainsOfKit(kit).get(connectorId)?.has(chain)) return true
  if (kit.getState().connectors[connectorId]?.features.switchChain) return false
  const connection = getConnection(kit, { connector: connectorId })
  const sessions = connection.status === 'connected' ? connection.sessions : []
  const wantedAccount = `${chain}:${addressOf(account)}`
  return !sessions.some(({ accounts }) => accounts.some((one) => one.account === wantedAccount))
}
