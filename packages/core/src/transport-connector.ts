import type { Adapter, Connector, ConnectorEvent, Transport } from './contract.ts'
import type { OpenTransport } from './open-transport.ts'

/** One connector for all namespaces of a transport: chains + transports, not chains × transports. */
export function transportConnector(transport: Transport, adapters: readonly Adapter[]): Connector {
  const { id, wallet } = transport
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const tell = (event: ConnectorEvent): void => {
    for (const listener of listeners) listener(event)
  }
  let opened: OpenTransport | undefined
  return {
    id,
    wallet,
    namespaces: adapters.filter((adapter) => adapter.remote).map((adapter) => adapter.namespace),
    get features() {
      return opened?.features ?? {}
    },
    async connect(request) {
      const { openTransport } = await import('./open-transport.ts')
      opened ??= openTransport(transport, adapters, tell)
      return opened.connect(request)
    },
    disconnect: async (parameters) => opened?.disconnect(parameters),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
