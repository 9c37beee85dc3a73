import { connect, dismissFailure, getConnection, type Kit } from '@latchkey/core'
import type { Route } from '../contract/route.ts'
import { transportOf } from '../features/connect/transport-of.ts'

/** The one attempt to connect that the dialog has begun. */
export interface ConnectAttempt {
  /** Within the click, since wallets open windows of their own. */
  start(connector: string): void
  /** Starts unless an attempt of this dialog is under way or has failed. */
  begin(connector: string): void
  /**
   * The visitor went from one view to another: an attempt nobody looks at any more is taken back.
   */
  leave(from: Route, to: Route | undefined): void
}

export function createAttempt(kit: Kit): ConnectAttempt {
  let mine: { readonly connector: string; readonly controller: AbortController } | undefined
  const startAttempt = (connector: string): void => {
    mine?.controller.abort()
    const controller = new AbortController()
    mine = { connector, controller }
    const wallet = kit.getState().connectors[connector]
    // Whoever asks for a code while a phone is connected means another: one stands at the other
    // end, not two.
    if (wallet?.prepare && getConnection(kit, { connector }).status === 'connected') {
      kit.dispatch({ type: 'disconnected', connector })
      wallet.disconnect().catch(() => {})
    }
    // The state says how it ends.
    connect(kit, { connector, signal: controller.signal }).catch(() => {})
  }
  const connectorOf = (route: Route | undefined): string | undefined => {
    if (route && 'connector' in route) return route.connector
    return route?.view.startsWith('ConnectingW') ? transportOf(kit.getState())?.id : undefined
  }
  return {
    start: startAttempt,
    begin: (connector) => {
      if (mine?.connector !== connector || getConnection(kit, { connector }).status === 'idle')
        startAttempt(connector)
    },
    leave: (from, to) => {
      const connector = connectorOf(from)
      if (connector === undefined || connector === connectorOf(to)) return
      const { status } = getConnection(kit, { connector })
      // A granted one is no longer the dialog's to take back.
      if (status === 'connecting') mine?.controller.abort()
      if (status === 'failed') dismissFailure(kit, { connector })
    },
  }
}
