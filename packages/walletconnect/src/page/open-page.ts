import type {
  Connector,
  Prompt,
  RemoteSession,
  TransportContext,
  TransportRequest,
} from '@latchkey/core'
import type { KeepOptions, LinkMode, Metadata } from '../contract.ts'
import { makeIdentity } from '../crypto/identity.ts'
import { openKeep } from '../keep/open-keep.ts'
import { openSeal } from '../keep/open-seal.ts'
import { readWaitingEnd } from '../keep/waiting-end.ts'
import { openRelay } from '../relay/open-relay.ts'
import { openChannel } from '../sign/open-channel.ts'
import { awaitOrAbort } from './await-or-abort.ts'
import { openPairings, type Pairing } from './open-pairings.ts'
import type { Sessions } from './open-sessions.ts'
import type { Outcome } from './outcome.ts'
import type { PageContext } from './page-context.ts'
import { pageMetadata } from './page-metadata.ts'
import type { RawNeeds } from './proposal.ts'
import { promptOfPairing, startPairing } from './start-pairing.ts'

export interface PageOptions {
  readonly context: TransportContext
  readonly relays: readonly { readonly url: string; readonly projectId?: string }[]
  readonly metadata?: Partial<Metadata> | undefined
  readonly raw?: RawNeeds | undefined
  readonly linkMode?: LinkMode | undefined
  readonly seal?: KeepOptions['seal']
  readonly WebSocket?: typeof globalThis.WebSocket | undefined
}

/** What one kit's page does by WalletConnect: pairing, sessions, and their end. */
export interface Page {
  prepare(request: TransportRequest): Promise<Prompt>
  start(
    request: TransportRequest & { readonly onPrompt: (prompt: Prompt) => void },
  ): Promise<Outcome>
  restore(signal: AbortSignal): Promise<readonly RemoteSession[]>
  /** Creates a connector without an adapter; present when the owner configured `raw`. */
  raw?(session: RemoteSession): Connector
}

/**
 * Milliseconds after which a restored session counts as live although the relay has not answered;
 * the connection continues to open.
 */
const restoreTimeoutMs = 3000

/** Opens the page's side of WalletConnect; no socket is opened before it is needed. */
export async function openPage(options: PageOptions): Promise<Page> {
  const { context, raw, linkMode, WebSocket } = options
  // The storage's encryption key is not awaited here, because keys, sockets and requests work
  // without it.
  const sealPromise = Promise.resolve(
    options.seal ?? (context.storage ? openSeal(context.kit) : undefined),
  )
  let isSealed = false
  void sealPromise.then((seal) => {
    isSealed = Boolean(seal)
  })
  const [identity, rawConnector, openPageLinks] = await Promise.all([
    makeIdentity(),
    raw && import('./raw-connector.ts').then((module) => module.rawConnector),
    linkMode && import('../link-mode/open-page-links.ts').then((module) => module.openPageLinks),
  ])
  const keep = openKeep({ kit: context.kit, storage: context.storage, seal: sealPromise })
  const channel = openChannel({ keep })
  const relays = options.relays.map((relay) =>
    openRelay({
      ...relay,
      identity,
      WebSocket,
      onMessage: (delivery, fromRelay) => void channel.receive(delivery, fromRelay),
    }),
  )
  const pageContext: PageContext = {
    context,
    metadata: pageMetadata(context.metadata, options.metadata),
    keep,
    get storage() {
      return isSealed ? context.storage : null
    },
    channel,
    relays,
    links: linkMode && openPageLinks?.(linkMode, relays, channel.receive),
  }
  let loadingSessions: Promise<Sessions> | undefined
  const loadSessions = (): Promise<Sessions> => {
    loadingSessions ??= import('./open-sessions.ts').then(
      ({ openSessions }) => openSessions(pageContext),
      (error) => {
        // A module that failed to load is loaded again at the next call.
        loadingSessions = undefined
        throw error
      },
    )
    return loadingSessions
  }
  const pairings = openPairings(pageContext, loadSessions, raw)

  return {
    async prepare(request) {
      const pairing = await awaitOrAbort(pairings.obtainPairing(request), request.signal)
      pairing.isPrepared = true
      return promptOfPairing(pairing)
    },
    start: (request) => startPairing(pairings, request),
    async restore(signal) {
      const storedState = await awaitOrAbort(keep.read(), signal)
      const records = storedState.sessions
        .filter(({ expiresAt }) => expiresAt > Date.now())
        .reverse()
      const sessions = records.length ? await awaitOrAbort(loadSessions(), signal) : undefined
      // A message from the page's address is delivered asynchronously, when all listeners are
      // registered.
      pageContext.links?.deliverArrived()
      const liveSessions = records.flatMap((record) => sessions?.open(record) ?? [])
      if (liveSessions.length) {
        const subscription = Promise.all(
          liveSessions.map(({ remote, relay }) => relay.subscribe([remote.id])),
        ).catch(() => undefined)
        await awaitOrAbort(
          Promise.race([
            subscription,
            new Promise((resolve) => setTimeout(resolve, restoreTimeoutMs)),
          ]),
          signal,
        )
        return liveSessions.map(({ remote }) => remote)
      }
      // When the link was tapped, only the expiry was stored at once. A page that was discarded
      // right then has not stored `isShown`, so a stored expiry counts as well.
      const hasStoredWait = readWaitingEnd(context.storage, context.kit) > 0
      const waitingPairings = storedState.pairings.filter(
        ({ isShown, expiresAt }) => (isShown || hasStoredWait) && expiresAt > Date.now(),
      )
      const outcome = await awaitFirstOutcome(waitingPairings.map(pairings.resumePairing), signal)
      return outcome ? [outcome.session] : []
    },
    ...(rawConnector && { raw: rawConnector }),
  }
}

/**
 * Waits for the first outcome of an earlier page's pairings; undefined when they expire or are
 * refused.
 */
async function awaitFirstOutcome(
  pairings: readonly Pairing[],
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const settlements = pairings.map(
    ({ claims }) =>
      new Promise<Outcome | undefined>((resolve) => {
        const claim = { settle: resolve, fail: dropClaim, expire: dropClaim }
        function dropClaim(): void {
          claims.delete(claim)
          resolve(undefined)
        }
        signal.addEventListener('abort', dropClaim, { once: true })
        claims.add(claim)
      }),
  )
  const allSettled = Promise.all(settlements).then(() => undefined)
  const firstOutcome = new Promise<Outcome>((resolve) => {
    for (const settlement of settlements) {
      void settlement.then((outcome) => outcome && resolve(outcome))
    }
  })
  return awaitOrAbort(Promise.race([firstOutcome, allSettled]), signal)
}
