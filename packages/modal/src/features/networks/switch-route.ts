import { getAccount, type Kit } from '@latchkey/core'
import { type ChainId, namespaceOf } from '@latchkey/protocol'
import type { RouteOf } from '../../contract/route.ts'

/**
 * The view that a press on a network opens. A wallet app asks the visitor to confirm the switch, so
 * the app is called at once. A wallet of a login by email or social account switches without a
 * prompt, so the dialog asks the visitor first.
 */
export function switchRoute(kit: Kit, chain: ChainId): RouteOf<'SwitchNetwork'> {
  const { connectorId } = getAccount(kit, { namespace: namespaceOf(chain) })
  const isConfirmed = connectorId !== undefined && !kit.getState().connectors[connectorId]?.auth
  return { view: 'SwitchNetwork', chain, ...(isConfirmed && { start: true }) }
}
