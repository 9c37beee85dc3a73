import { connect, dismissFailure, getConnection, type Kit } from '@latchkey/core'
import type { Route } from '../route.ts'

/** The one attempt to connect that the dialog has begun. */
export interface ConnectAttempt {
  /** Within the click, since wallets open windows of their own. */
  start(connector: string): void
  /** The visitor went from one view to another: an attempt nobody looks at any more is taken back. */
  leave(from: Route, to: Route | undefined): void
}

export function createAttempt(kit: Kit): ConnectAttempt {
  let controller: AbortController | undefined
  return {
    start: (connector) => {
      controller?.abort()
      const mine = new AbortController()
      controller = mine
      // The state says how it ends.
      connect(kit, { connector, signal: mine.signal }).catch(() => {})
    },
    leave: (from, to) => {
      if (from.view !== 'ConnectingExternal') return
      if (to?.view === 'ConnectingExternal' && to.connector === from.connector) return
      const { status } = getConnection(kit, { connector: from.connector })
      // A granted one is no longer the dialog's to take back.
      if (status === 'connecting') controller?.abort()
      if (status === 'failed') dismissFailure(kit, { connector: from.connector })
    },
  }
}
