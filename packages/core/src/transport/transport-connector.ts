import type { Namespace } from '@latchkey/protocol'
import type { Connector, ConnectorEvent } from '../contract/contract.ts'
import type { WireNeeds } from '../contract/remote-session.ts'
import type { Transport, TransportContext } from '../contract/transport.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import type { OpenTransport } from './open-transport.ts'

/**
 * Adds one connector for all namespaces of a transport, so that chains and transports combine
 * without a connector for each pair.
 */
export function addTransport(kit: Kit, transport: Transport): void {
  const reportFound = (): void =>
    kit[inside].dispatch({ type: 'connector-found', connector: transportConnector(kit, transport) })
  // A phone may have unloaded the page while the visitor approved in the wallet: that answer is
  // still wanted.
  if (
    kit.options.enableReconnect !== false &&
    transport.isWaiting?.({ kit: kit.id, storage: kit.storage })
  )
    import('../connect/connect.ts').then(({ connect }) => {
      // In the same tick: if the connector were idle for a moment, the page would ask the visitor
      // again while the answer is on its way.
      reportFound()
      connect(kit, { connector: transport.id, silent: true }).catch(() => undefined)
    }, reportFound)
  else reportFound()
}

async function contextOf(kit: Kit): Promise<TransportContext> {
  const needs: Partial<Record<Namespace, WireNeeds>> = {}
  for (const adapter of kit.options.adapters) {
    if (adapter.wire) needs[adapter.namespace] = await adapter.wire()
  }
  return { kit: kit.id, storage: kit.storage, metadata: kit.options.metadata ?? {}, needs }
}

function transportConnector(kit: Kit, transport: Transport): Connector {
  const { id, wallet, prepare, auth } = transport
  const { adapters } = kit.options
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const tellListeners = (event: ConnectorEvent): void => {
    for (const listener of listeners) {
      listener(event)
    }
  }
  let opened: OpenTransport | undefined
  let known: Promise<TransportContext> | undefined
  const loadContext = (): Promise<TransportContext> => {
    transport.load?.()
    known ??= contextOf(kit).catch((error) => {
      // A failed load is tried again.
      known = undefined
      throw error
    })
    return known
  }
  return {
    id,
    wallet,
    auth,
    namespaces: adapters.length
      ? adapters.filter((adapter) => adapter.remote).map((adapter) => adapter.namespace)
      : (transport.namespaces ?? []),
    get features() {
      return opened?.features ?? {}
    },
    async connect(request) {
      // Both are loaded at the same time; a failed load is tried again below.
      loadContext().catch(() => undefined)
      const { openTransport } = await import('./open-transport.ts')
      opened ??= openTransport(
        transport,
        adapters,
        loadContext,
        tellListeners,
        kit.options.signIn?.getChallenge,
      )
      return opened.connect(request)
    },
    disconnect: async (parameters) => opened?.disconnect(parameters),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ...(prepare && {
      prepare: async (request) =>
        prepare.call(transport, { ...request, context: await loadContext() }),
    }),
  }
}
