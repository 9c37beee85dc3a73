import type { Namespace } from '@latchkey/protocol'
import { connect } from './actions/connect.ts'
import type { Connector, ConnectorEvent, WireNeeds } from './contract.ts'
import type { Kit } from './kit.ts'
import type { OpenTransport } from './open-transport.ts'
import type { Transport, TransportContext } from './transport.ts'

/** One connector for all namespaces of a transport: chains + transports, not chains × transports. */
export function addTransport(kit: Kit, transport: Transport): void {
  const context = contextOf(kit)
  const connector = transportConnector(kit, transport, context)
  kit.dispatch({ type: 'connector-found', connector })
  // A phone may have dropped the page while the visitor approved in the wallet: that answer is still worth having.
  if (kit.options.enableReconnect !== false && transport.isWaiting?.(context))
    connect(kit, { connector: transport.id, silent: true }).catch(() => undefined)
}

function contextOf(kit: Kit): TransportContext {
  const needs: Partial<Record<Namespace, WireNeeds>> = {}
  for (const { namespace, wire } of kit.options.adapters) if (wire) needs[namespace] = wire
  return { kit: kit.id, storage: kit.storage, metadata: kit.options.metadata ?? {}, needs }
}

function transportConnector(kit: Kit, transport: Transport, context: TransportContext): Connector {
  const { id, wallet, prepare } = transport
  const { adapters } = kit.options
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const tell = (event: ConnectorEvent): void => {
    for (const listener of listeners) listener(event)
  }
  let opened: OpenTransport | undefined
  return {
    id,
    wallet,
    namespaces: adapters.length
      ? adapters.filter((adapter) => adapter.remote).map((adapter) => adapter.namespace)
      : (transport.namespaces ?? []),
    get features() {
      return opened?.features ?? {}
    },
    async connect(request) {
      const { openTransport } = await import('./open-transport.ts')
      opened ??= openTransport(transport, adapters, context, tell, kit.options.signIn?.getChallenge)
      return opened.connect(request)
    },
    disconnect: async (parameters) => opened?.disconnect(parameters),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ...(prepare && { prepare: (request) => prepare.call(transport, { ...request, context }) }),
  }
}
