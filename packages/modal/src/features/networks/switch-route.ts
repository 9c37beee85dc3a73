import { getAccount, type Kit } from '@latchkey/core'
import { type ChainId, namespaceOf } from '@latchkey/protocol'
import type { RouteOf } from '../../contract/route.ts'

/**
 * Where a press on a network leads. A wallet asks its owner itself, and is asked at once; one that
 * an email or a social account stands for changes without a question, so that the dialog asks
 * first.
 */
export function switchRoute(kit: Kit, chain: ChainId): RouteOf<'SwitchNetwork'> {
  const { connectorId } = getAccount(kit, { namespace: namespaceOf(chain) })
  const isConfirmed = connectorId !== undefined && !kit.getState().connectors[connectorId]?.auth
  return { view: 'SwitchNetwork', chain, ...(isConfirmed && { start: true }) }
}
