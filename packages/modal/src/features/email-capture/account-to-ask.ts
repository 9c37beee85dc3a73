import { getConnection, type Kit } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { wasAccountAsked } from './asked-accounts.ts'

/** Whether the owner requires an email address from visitors who want to stay connected. */
export function isRequired(kit: Kit): boolean {
  const captureFeature = kit.getState().features.emailCapture
  return typeof captureFeature === 'object' && captureFeature.includes('required')
}

/**
 * The account to ask for an email address after a connection. There is none when the visitor logged
 * in by email or was asked before, or when there is no gateway.
 */
export function accountToAsk(kit: Kit, connector: string): AccountId | undefined {
  const { gateway } = kit.options
  const { connectors, features, namespace } = kit.getState()
  const isCaptureWanted = features.emailCapture === true || isRequired(kit)
  const connection = getConnection(kit, { connector })
  if (
    !gateway ||
    !isCaptureWanted ||
    connectors[connector]?.auth ||
    connection.status !== 'connected'
  )
    return undefined
  const { sessions } = connection
  const account = (sessions.find((session) => session.namespace === namespace) ?? sessions[0])
    ?.selected
  return account && !wasAccountAsked(kit, account) ? account : undefined
}
