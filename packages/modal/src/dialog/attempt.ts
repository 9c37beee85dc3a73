import { connect, dismissFailure, getConnection, type Kit } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import type { Route } from '../contract/route.ts'
import { transportOf } from '../features/connect/transport-of.ts'

/** The connect attempt that this dialog has started; there is one at a time. */
export interface ConnectAttempt {
  /** Called within the click, because wallets open popups. */
  start(connector: string): void
  /** Starts to connect unless a connect attempt of this dialog is pending or has failed. */
  begin(connector: string): void
  /**
   * Called when the visitor went to another view: aborts an attempt that no view shows any more.
   */
  leave(fromRoute: Route, toRoute: Route | undefined): void
}

export function createAttempt(kit: Kit): ConnectAttempt {
  let currentAttempt:
    | { readonly connector: string; readonly controller: AbortController }
    | undefined
  const startAttempt = (connector: string): void => {
    currentAttempt?.controller.abort()
    const controller = new AbortController()
    currentAttempt = { connector, controller }
    const wallet = kit.getState().connectors[connector]
    // A visitor who opens the QR code while a phone is connected wants another wallet: the old
    // session is ended first.
    if (wallet?.prepare && getConnection(kit, { connector }).status === 'connected') {
      kit[inside].dispatch({ type: 'disconnected', connector })
      wallet.disconnect().catch(() => {})
    }
    // The error is ignored here, because the dialog shows it from the state of the connection.
    connect(kit, {
      connector,
      signal: controller.signal,
      signIn: kit.options.signIn && 'one-prompt',
    }).catch(() => {})
  }
  const findConnector = (route: Route | undefined): string | undefined => {
    if (route && 'connector' in route) return route.connector
    return route?.view.startsWith('ConnectingW') ? transportOf(kit.getState())?.id : undefined
  }
  return {
    start: startAttempt,
    begin: (connector) => {
      if (
        currentAttempt?.connector !== connector ||
        getConnection(kit, { connector }).status === 'idle'
      )
        startAttempt(connector)
    },
    leave: (fromRoute, toRoute) => {
      const connector = findConnector(fromRoute)
      if (connector === undefined || connector === findConnector(toRoute)) return
      const { status } = getConnection(kit, { connector })
      // A granted connection is not aborted.
      if (status === 'connecting') currentAttempt?.controller.abort()
      if (status === 'failed') dismissFailure(kit, { connector })
    },
  }
}
