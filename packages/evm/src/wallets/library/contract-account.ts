import type { Connector, ConnectorEvent, Session } from '@latchkey/core'

/**
 * Returns the connector with all its accounts marked as contract accounts (`smartAccount`), not as
 * accounts of a key.
 */
export function asContractAccount(connector: Connector): Connector {
  return {
    ...connector,
    async connect(request) {
      const grant = await connector.connect(request)
      return { ...grant, sessions: grant.sessions.map(toContractSession) }
    },
    watch: (listener) => connector.watch((event) => listener(toContractEvent(event))),
  }
}

function toContractEvent(event: ConnectorEvent): ConnectorEvent {
  return event.type === 'session' ? { ...event, session: toContractSession(event.session) } : event
}

function toContractSession(session: Session): Session {
  return {
    ...session,
    accounts: session.accounts.map(({ account }) => ({ account, type: 'smartAccount' })),
  }
}
