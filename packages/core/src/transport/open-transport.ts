import {
  type AccountId,
  type ChainId,
  LatchkeyError,
  type Namespace,
  namespaceOf,
} from '@latchkey/protocol'
import type { Adapter } from '../contract/adapter.ts'
import type { Connector, ConnectorEvent, ConnectRequest } from '../contract/connector.ts'
import type { Features } from '../contract/features.ts'
import type { RemoteSession } from '../contract/remote-session.ts'
import type { Grant, Session } from '../contract/session.ts'
import type { Stop } from '../contract/stop.ts'
import type { Transport, TransportContext, TransportRequest } from '../contract/transport.ts'
import { readSafePeer } from './peer-of.ts'

/** The members of a transport's connector whose code is loaded with the first call. */
export type OpenTransport = Pick<Connector, 'features' | 'connect' | 'disconnect'>

/**
 * Splits the session of a transport, such as WalletConnect, into one connector for each namespace,
 * made by the adapter's `remote`. A kit without an adapter gets the connector that the transport
 * makes itself.
 */
export function openTransport(
  transport: Transport,
  adapters: readonly Adapter[],
  context: () => Promise<TransportContext>,
  notify: (event: ConnectorEvent) => void,
  renewSignIn: TransportRequest['renewSignIn'],
): OpenTransport {
  const remoteConnectors = new Map<Namespace, Connector>()
  let session: RemoteSession | undefined
  let cleanups: readonly Stop[] = []

  function forgetSession(): void {
    for (const stop of cleanups) {
      stop()
    }
    cleanups = []
    remoteConnectors.clear()
    session = undefined
  }

  async function openSession(
    next: RemoteSession,
    request: ConnectRequest,
  ): Promise<Grant['sessions']> {
    const namespaceConnectors = await Promise.all(
      adapters
        .filter(({ namespace, remote }) => remote && next.namespaces[namespace]?.accounts.length)
        .map(async (adapter) => [adapter.namespace, await adapter.remote?.(next)] as const),
    )
    const rawConnector = adapters.length ? undefined : transport.raw?.(next)
    for (const namespace of rawConnector?.namespaces ?? []) {
      namespaceConnectors.push([namespace, rawConnector])
    }
    const openedConnectors = namespaceConnectors.flatMap(([namespace, connector]) =>
      connector ? [[namespace, connector] as const] : [],
    )
    const connectors = [...new Set(openedConnectors.map(([, connector]) => connector))]
    const grants = await Promise.all(
      connectors.map((connector) =>
        connector.connect({
          ...request,
          silent: true,
          chains: request.chains.filter(({ id }) => connector.namespaces.includes(namespaceOf(id))),
        }),
      ),
    )
    if (!grants.length)
      throw new LatchkeyError('wallet-answer-invalid', {
        reason: `${transport.wallet.name} offers no known chain`,
      })
    request.signal.throwIfAborted()
    forgetSession()
    session = next
    for (const [namespace, connector] of openedConnectors) {
      remoteConnectors.set(namespace, connector)
    }
    const peer = readSafePeer(next)
    const addPeer = (grantedSession: Session): Session => ({ ...grantedSession, peer })
    const activeNamespaces = new Set(remoteConnectors.keys())
    cleanups = connectors.map((connector) =>
      connector.watch((event) => {
        if (event.type === 'session') {
          activeNamespaces.add(event.session.namespace)
          return notify({ ...event, session: addPeer(event.session) })
        }
        notify(event)
        // A session that has no namespace left is ended, so that a reload does not find it. This
        // happens in a later task, after the wallet has received its answer.
        if (
          event.namespace &&
          activeNamespaces.delete(event.namespace) &&
          activeNamespaces.size === 0
        )
          setTimeout(() => next.end().catch(() => undefined))
      }),
    )
    return grants.flatMap((grant) => grant.sessions.map(addPeer))
  }

  return {
    get features() {
      return routeFeatures(remoteConnectors)
    },
    async connect(request) {
      if (request.silent) {
        for (const storedSession of await transport.restore(await context(), request.signal)) {
          if (storedSession.expiresAt > Date.now())
            return { sessions: await openSession(storedSession, request) }
        }
        throw new LatchkeyError('resume-failed', { reason: 'no live session' })
      }
      const { session: startedSession, proofs } = await transport.start({
        ...request,
        context: await context(),
        ...(request.signIn && renewSignIn && { renewSignIn }),
      })
      if (request.signal.aborted) {
        // The wallet granted the session after the caller had stopped waiting. It is ended, so that
        // the wallet does not show a session that nobody uses.
        await startedSession.end().catch(() => undefined)
        throw new LatchkeyError('aborted')
      }
      return { sessions: await openSession(startedSession, request), ...(proofs ? { proofs } : {}) }
    },
    async disconnect(parameters) {
      const endingSession = session
      const { namespaces } = parameters ?? {}
      if (!namespaces) forgetSession()
      for (const namespace of namespaces ?? [undefined]) {
        await endingSession?.end(namespace)
      }
    },
  }
}

const routedFeatures = [
  'signMessage',
  'signIn',
  'switchChain',
  'transfer',
  'sendCall',
  'estimateTransfer',
  'readDelegation',
  'endDelegation',
  'capabilities',
  'request',
] as const
type FeatureName = (typeof routedFeatures)[number]
type Call = (parameters: never) => Promise<never>
type RoutedFeatures = {
  readonly account?: AccountId
  readonly chain?: ChainId | { readonly id: ChainId }
  readonly transfer?: { readonly from: AccountId }
}

/**
 * Joins the features of the connectors for several namespaces: a method is present when one of them
 * has it, and each call goes to the connector of its namespace.
 */
function routeFeatures(remoteConnectors: ReadonlyMap<Namespace, Connector>): Features {
  const features: Partial<Record<FeatureName, (parameters: RoutedFeatures) => Promise<unknown>>> =
    {}
  for (const featureName of routedFeatures) {
    if ([...remoteConnectors.values()].some((connector) => connector.features[featureName]))
      features[featureName] = async (parameters) => {
        const { account, chain, transfer } = parameters
        const id = transfer?.from ?? account ?? (typeof chain === 'object' ? chain.id : chain)
        const call =
          id && (remoteConnectors.get(namespaceOf(id))?.features[featureName] as Call | undefined)
        // A chain family without `estimateTransfer` leaves the estimate to the chain, and one
        // without `readDelegation` reports no delegation; in both cases the result is null.
        if (!call && (featureName === 'estimateTransfer' || featureName === 'readDelegation'))
          return null
        if (!call) throw new LatchkeyError('feature-unsupported', { reason: featureName })
        return call(parameters as never)
      }
  }
  return features as Features
}
