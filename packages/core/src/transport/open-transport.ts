import {
  type AccountId,
  type ChainId,
  LatchkeyError,
  type Namespace,
  namespaceOf,
} from '@latchkey/protocol'
import type {
  Adapter,
  Connector,
  ConnectorEvent,
  ConnectRequest,
  Features,
  Grant,
  Session,
  Stop,
} from '../contract/contract.ts'
import type { RemoteSession } from '../contract/remote-session.ts'
import type { Transport, TransportContext, TransportRequest } from '../contract/transport.ts'
import { peerOf } from './peer-of.ts'

/** The part of a transport's connector that is loaded with its first call. */
export type OpenTransport = Pick<Connector, 'features' | 'connect' | 'disconnect'>

/**
 * Splits the session of a transport into one connector for each namespace, made by the adapter's
 * `remote`; without an adapter the transport makes a raw connector.
 */
export function openTransport(
  transport: Transport,
  adapters: readonly Adapter[],
  context: () => Promise<TransportContext>,
  tell: (event: ConnectorEvent) => void,
  renewSignIn: TransportRequest['renewSignIn'],
): OpenTransport {
  const remotes = new Map<Namespace, Connector>()
  let session: RemoteSession | undefined
  let stops: readonly Stop[] = []

  function forgetSession(): void {
    for (const stop of stops) {
      stop()
    }
    stops = []
    remotes.clear()
    session = undefined
  }

  async function openSession(
    next: RemoteSession,
    request: ConnectRequest,
  ): Promise<Grant['sessions']> {
    const made = await Promise.all(
      adapters
        .filter(({ namespace, remote }) => remote && next.namespaces[namespace]?.accounts.length)
        .map(async (adapter) => [adapter.namespace, await adapter.remote?.(next)] as const),
    )
    const raw = adapters.length ? undefined : transport.raw?.(next)
    for (const namespace of raw?.namespaces ?? []) {
      made.push([namespace, raw])
    }
    const opened = made.flatMap(([namespace, connector]) =>
      connector ? [[namespace, connector] as const] : [],
    )
    const connectors = [...new Set(opened.map(([, connector]) => connector))]
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
    for (const [namespace, connector] of opened) {
      remotes.set(namespace, connector)
    }
    const peer = peerOf(next)
    const withPeer = (granted: Session): Session => ({ ...granted, peer })
    const left = new Set(remotes.keys())
    stops = connectors.map((connector) =>
      connector.watch((event) => {
        if (event.type === 'session') {
          left.add(event.session.namespace)
          return tell({ ...event, session: withPeer(event.session) })
        }
        tell(event)
        // A session without any namespace left is ended: the wallet is told after it has its
        // answer, and a reload does not find the session.
        if (event.namespace && left.delete(event.namespace) && left.size === 0)
          setTimeout(() => next.end().catch(() => undefined))
      }),
    )
    return grants.flatMap((grant) => grant.sessions.map(withPeer))
  }

  return {
    get features() {
      return routeFeatures(remotes)
    },
    async connect(request) {
      if (request.silent) {
        for (const kept of await transport.restore(await context(), request.signal)) {
          if (kept.expiresAt > Date.now()) return { sessions: await openSession(kept, request) }
        }
        throw new LatchkeyError('resume-failed', { reason: 'no live session' })
      }
      const { session: started, proofs } = await transport.start({
        ...request,
        context: await context(),
        ...(request.signIn && renewSignIn && { renewSignIn }),
      })
      if (request.signal.aborted) {
        // Granted after the caller stopped waiting: the wallet is told, so that it does not show a
        // dead session.
        await started.end().catch(() => undefined)
        throw new LatchkeyError('aborted')
      }
      return { sessions: await openSession(started, request), ...(proofs ? { proofs } : {}) }
    },
    async disconnect(parameters) {
      const ending = session
      const { namespaces } = parameters ?? {}
      if (!namespaces) forgetSession()
      for (const namespace of namespaces ?? [undefined]) {
        await ending?.end(namespace)
      }
    },
  }
}

const verbs = [
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
type Verb = (typeof verbs)[number]
type Call = (parameters: never) => Promise<never>
type Routable = {
  readonly account?: AccountId
  readonly chain?: ChainId | { readonly id: ChainId }
  readonly transfer?: { readonly from: AccountId }
}

/**
 * Joins the features of several connectors: a method is present when one of them has it, and calls
 * go to the connector of the namespace.
 */
function routeFeatures(remotes: ReadonlyMap<Namespace, Connector>): Features {
  const features: Partial<Record<Verb, (parameters: Routable) => Promise<unknown>>> = {}
  for (const verb of verbs) {
    if ([...remotes.values()].some((connector) => connector.features[verb]))
      features[verb] = async (parameters) => {
        const { account, chain, transfer } = parameters
        const id = transfer?.from ?? account ?? (typeof chain === 'object' ? chain.id : chain)
        const call = id && (remotes.get(namespaceOf(id))?.features[verb] as Call | undefined)
        // A family without `estimateTransfer` leaves the estimate to the chain, and one without
        // `readDelegation` reports no delegation: both answer null.
        if (!call && (verb === 'estimateTransfer' || verb === 'readDelegation')) return null
        if (!call) throw new LatchkeyError('feature-unsupported', { reason: verb })
        return call(parameters as never)
      }
  }
  return features as Features
}
