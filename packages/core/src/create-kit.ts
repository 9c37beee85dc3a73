import type { Chain, ChainId } from '@latchkey/protocol'
import { checkOptions } from './check-options.ts'
import type { Adapter, Connector, Stop } from './contract/contract.ts'
import type { KitEvent } from './machine/event.ts'
import type { Kit, KitOptions } from './machine/kit.ts'
import { type Reducer, reducePageLoad } from './machine/reduce-page-load.ts'
import type { State } from './machine/state.ts'
import { createStore } from './machine/store.ts'
import { loadSession } from './session/load-session.ts'
import { resume } from './session/resume.ts'
import { pageStorage } from './storage/page-storage.ts'
import { readStored, storageKey } from './storage/stored.ts'

/**
 * Makes the kit; nothing runs, reads or writes before its first subscriber.
 * @throws `config-invalid` with reason and fix
 */
export function createKit(options: KitOptions): Kit {
  checkOptions(options)
  const adapters: Record<string, Adapter> = {}
  const chains: Chain[] = []
  const wished: Record<string, ChainId> = {}
  for (const adapter of options.adapters) {
    adapters[adapter.namespace] = adapter
    chains.push(...adapter.chains)
    const [first] = adapter.chains
    if (first) wished[adapter.namespace] = first.id
  }
  const learnt: Record<string, Reducer> = {}
  const store = createStore<State, KitEvent>(
    {
      connectors: {},
      connections: {},
      active: {},
      namespace: options.defaultNamespace ?? options.adapters[0]?.namespace ?? '',
      chains: wished,
      transactions: {},
      recent: [],
    },
    (state, event) => (learnt[kindOf(event)] ?? reducePageLoad)(state, event),
  )
  let persist: typeof import('./session/persist.ts').persist | undefined
  let writer: ReturnType<typeof loadSession> | undefined
  let attempts = 0
  let subscribers = 0
  let isFirst = true
  let stopDiscovery: Stop | undefined

  const kit: Kit = {
    id: options.id ?? 'default',
    options,
    adapters,
    chains,
    storage: options.storage === undefined ? pageStorage() : options.storage,
    memory: new Map(),
    getState: store.getState,
    dispatch(event) {
      if (kindOf(event) === 'connection' || learnt.transaction) return store.dispatch(event)
      import('./machine/reduce-transaction.ts').then(({ reduceTransaction }) => {
        kit.learn('transaction', reduceTransaction)
        store.dispatch(event)
      }, ignoreFailure)
    },
    learn(kind: string, reducer: unknown) {
      learnt[kind] ??= reducer as Reducer
    },
    watch: store.watch,
    newAttempt: () => ++attempts,
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener)
      subscribers++
      startDiscovery()
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        unsubscribe()
        subscribers--
        // A remount (StrictMode, hot reload) unsubscribes and subscribes in one breath: that is no
        // end.
        setTimeout(stopIfUnused, 1000)
      }
    },
  }
  store.watch((event, ...states) => {
    // What discovery and storage itself say is not written; so a page load loads no writer.
    if (['connector-found', 'restored', 'resume-started'].includes(event.type)) return
    // One promise for all: what was told first is written first, or a question's start would undo
    // its grant.
    if (persist) return persist(kit, event, ...states)
    writer ??= loadSession()
    writer.then(
      (module) => {
        persist = module.persist
        persist(kit, event, ...states)
      },
      () => {
        // Did not load: the next event tries again.
        writer = undefined
      },
    )
  })

  function startDiscovery(): void {
    if (stopDiscovery) return
    const stops: Stop[] = []
    stopDiscovery = () => {
      for (const stop of stops) {
        stop()
      }
    }
    const reportFound = (connector: Connector): void =>
      kit.dispatch({ type: 'connector-found', connector })
    if (isFirst) {
      isFirst = false
      const isVisited = (['active', 'recent', 'pending'] as const).some((name) =>
        readStored(kit, name),
      )
      if (isVisited) loadSession().then(({ restore }) => restore(kit), ignoreFailure)
      // Marks the connections as resuming before anything is found, so that the first render says
      // so.
      void resume(kit)
      const { transports = [] } = options
      if (transports.length)
        import('./transport/transport-connector.ts').then(({ addTransport }) => {
          for (const transport of transports) {
            addTransport(kit, transport)
          }
        }, ignoreFailure)
    }
    for (const adapter of options.adapters) {
      stops.push(adapter.discover(reportFound))
    }
    // What another tab of the site has written.
    const hearStorage = ({ key }: StorageEvent): void => {
      if (key?.startsWith(storageKey(kit, '')))
        import('./session/follow-tabs.ts').then(({ followTabs }) => followTabs(kit), ignoreFailure)
    }
    globalThis.addEventListener?.('storage', hearStorage)
    stops.push(() => globalThis.removeEventListener?.('storage', hearStorage))
  }

  function stopIfUnused(): void {
    if (subscribers || !stopDiscovery) return
    stopDiscovery()
    stopDiscovery = undefined
  }
  return kit
}

/**
 * What did not load costs what it would have done, and is no fault of the page; storage still holds
 * it for the next load.
 */
function ignoreFailure(): void {}

/** Which reducer an event is for; until it is learnt, `reducePageLoad` does what is needed. */
function kindOf({ type }: KitEvent): 'connection' | 'transaction' {
  return type.startsWith('transaction-') ? 'transaction' : 'connection'
}
