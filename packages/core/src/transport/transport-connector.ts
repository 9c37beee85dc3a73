import type { Namespace } from '@latchkey/protocol'
import type { Connector, ConnectorEvent } from '../contract/connector.ts'
import type { WireNeeds } from '../contract/remote-session.ts'
import type { Transport, TransportContext } from '../contract/transport.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import type { OpenTransport } from './open-transport.ts'

/**
 * Adds one connector for all namespaces of a transport, so that no connector is needed for each
 * pair of a namespace and a transport.
 */
export function addTransport(kit: Kit, transport: Transport): void {
  const reportConnector = (): void =>
    kit[inside].dispatch({ type: 'connector-found', connector: transportConnector(kit, transport) })
  // A phone may unload the page while the visitor approves in the wallet; the reloaded page then
  // fetches the wallet's answer.
  if (
    kit.options.enableReconnect !== false &&
    transport.isWaiting?.({ kit: kit.id, storage: kit.storage })
  )
    import('../connect/connect.ts').then(({ connect }) => {
      // The connector is reported in the same tick in which it begins to connect. If it were idle
      // in between, the page would prompt the visitor again although the wallet's answer is on its
      // way.
      reportConnector()
      connect(kit, { connector: transport.id, silent: true }).catch(() => undefined)
    }, reportConnector)
  else reportConnector()
}

async function buildContext(kit: Kit): Promise<TransportContext> {
  const wireNeeds: Partial<Record<Namespace, WireNeeds>> = {}
  for (const adapter of kit.options.adapters) {
    if (adapter.wire) wireNeeds[adapter.namespace] = await adapter.wire()
  }
  return {
    kit: kit.id,
    storage: kit.storage,
    metadata: kit.options.metadata ?? {},
    needs: wireNeeds,
  }
}

function transportConnector(kit: Kit, transport: Transport): Connector {
  const { id, wallet, prepare, auth } = transport
  const { adapters } = kit.options
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const notifyListeners = (event: ConnectorEvent): void => {
    for (const listener of listeners) {
      listener(event)
    }
  }
  let openedTransport: OpenTransport | undefined
  let contextPromise: Promise<TransportContext> | undefined
  const loadContext = (): Promise<TransportContext> => {
    transport.load?.()
    contextPromise ??= buildContext(kit).catch((error) => {
      // After a failed load, the next call loads the context again.
      contextPromise = undefined
      throw error
    })
    return contextPromise
  }
  return {
    id,
    wallet,
    auth,
    namespaces: adapters.length
      ? adapters.filter((adapter) => adapter.remote).map((adapter) => adapter.namespace)
      : (transport.namespaces ?? []),
    get features() {
      return openedTransport?.features ?? {}
    },
    async connect(request) {
      // The context and the module are loaded at the same time; a failed load of the context is
      // tried again below.
      loadContext().catch(() => undefined)
      const { openTransport } = await import('./open-transport.ts')
      openedTransport ??= openTransport(
        transport,
        adapters,
        loadContext,
        notifyListeners,
        kit.options.signIn && (async () => (await import('../sign/index.ts')).askFields(kit)),
      )
      return openedTransport.connect(request)
    },
    disconnect: async (parameters) => openedTransport?.disconnect(parameters),
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
