import type { ChainId } from '@latchkey/protocol'
import {
  type Channel,
  type Hex32,
  type Incoming,
  makeIdentity,
  openChannel,
  openRelay,
  parsePairingLink,
  type Relay,
} from '@latchkey/walletconnect/parts'
import { openBehaviors } from '../parts/behavior-queue.ts'
import { openAnswers, type RelayedRequest } from './answers.ts'
import type { WalletConnectBehavior } from './behavior.ts'
import type {
  WalletConnectSession,
  WalletConnectWallet,
  WalletConnectWalletOptions,
} from './contract.ts'

/**
 * Creates a simulated WalletConnect wallet for tests; it works with any relay, also with
 * `mockRelay`.
 */
export async function walletConnectWallet(
  options: WalletConnectWalletOptions,
): Promise<WalletConnectWallet> {
  const { accounts, sign = () => '0x' } = options
  const metadata = options.metadata ?? {
    name: 'Mock Wallet',
    description: '',
    url: 'https://wallet.test',
    icons: [],
  }
  const identity = await makeIdentity()
  const storedState = {
    now: { version: 1 as const, pairings: [], sessions: [], seen: [] as readonly string[] },
  }
  const channel: Channel = openChannel({
    keep: {
      read: async () => storedState.now,
      change: async (edit) => {
        storedState.now = { ...storedState.now, seen: edit(storedState.now).seen }
        return storedState.now
      },
    },
  })
  const behaviors = openBehaviors<WalletConnectBehavior>(options.behavior ?? 'approve')
  const heardRequests: Incoming[] = []
  const hangingRequests: ((behavior: WalletConnectBehavior) => Promise<void>)[] = []
  const sessions = new Map<Hex32, WalletConnectSession>()
  const topics = new Set<Hex32>()
  const walletState: { relays: Relay[]; isDead: boolean } = {
    relays: [],
    isDead: false,
  }
  const openRelays = (): void => {
    walletState.relays = options.relays.map((url) =>
      openRelay({
        url,
        identity,
        onMessage: (delivery, relay) => void channel.receive(delivery, relay),
        WebSocket: options.WebSocket,
      }),
    )
  }
  openRelays()
  const closeRelays = (): void => {
    for (const relay of walletState.relays) {
      relay.close()
    }
  }
  const currentRelayOf = (relay: Relay): Relay =>
    walletState.relays.find(({ url }) => url === relay.url) ?? relay

  const { approve, refuse } = openAnswers({
    channel,
    metadata,
    accounts,
    sign,
    signIn: options.signIn,
    relayNow: currentRelayOf,
    onSession(session) {
      sessions.set(session.topic, session)
      topics.add(session.topic)
    },
  })

  const handleRequest = async (
    incoming: RelayedRequest,
    behavior: WalletConnectBehavior,
  ): Promise<void> => {
    if (walletState.isDead) return
    if (behavior === 'die') {
      walletState.isDead = true
      return closeRelays()
    }
    if (behavior === 'hang')
      return void hangingRequests.push((next) => handleRequest(incoming, next))
    if (behavior === 'reject') return refuse(incoming, { code: 5000, message: 'User rejected.' })
    if (typeof behavior === 'object' && 'error' in behavior) return refuse(incoming, behavior.error)
    if (typeof behavior === 'object' && 'late' in behavior)
      await new Promise((resolve) => setTimeout(resolve, behavior.late))
    await approve(incoming, behavior)
    if (behavior === 'twice') await refuse(incoming, { code: 5000, message: 'User rejected.' })
  }

  channel.watch((incoming) => {
    const { method, topic, relay, params } = incoming
    heardRequests.push(incoming)
    if (!relay || walletState.isDead) return
    const answerIncoming = (result: unknown): void =>
      void channel
        .answer({ ...incoming, relay: currentRelayOf(relay) }, { result })
        .catch(() => undefined)
    if (method.endsWith('Ping')) return answerIncoming(true)
    if (method === 'wc_sessionDelete') {
      sessions.delete(topic)
      return answerIncoming(true)
    }
    if (method === 'wc_sessionAuthenticate' && !options.signIn) return
    const isReplacedBySignIn =
      method === 'wc_sessionPropose' && options.signIn && pairingsOfSignIn.has(topic)
    if (
      isReplacedBySignIn ||
      !['wc_sessionPropose', 'wc_sessionAuthenticate', 'wc_sessionRequest'].includes(method)
    )
      return
    const { request, chainId } = (params ?? {}) as {
      readonly request?: { readonly method: string; readonly params: unknown }
      readonly chainId?: ChainId
    }
    if (request && chainId) options.onRequest?.({ ...request, chain: chainId })
    const sessionRequest = request?.method ?? method
    // An error of a lost relay is ignored here: the page has to notice the loss itself.
    handleRequest({ ...incoming, relay }, behaviors.take(sessionRequest, true)).catch(
      () => undefined,
    )
  })
  const pairingsOfSignIn = new Set<Hex32>()
  const latestSession = (): WalletConnectSession => {
    const session = [...sessions.values()].at(-1)
    if (!session) throw new Error('the wallet has no session')
    return session
  }
  const askPage = (method: string, params: unknown): Promise<unknown> => {
    const { topic, relay } = latestSession()
    return channel.ask({ relay: currentRelayOf(relay), topic, method, params })
  }
  const tellPage = (method: string, params: unknown): Promise<void> => {
    const { topic, relay } = latestSession()
    return channel.tell({ relay: currentRelayOf(relay), topic, method, params })
  }

  return {
    heard: heardRequests,
    async pair(link) {
      const { topic, symKey, methods } = await parsePairingLink(link)
      if (methods.includes('wc_sessionAuthenticate')) pairingsOfSignIn.add(topic)
      channel.addKey(topic, { symKey })
      topics.add(topic)
      await Promise.any(walletState.relays.map((relay) => relay.subscribe([topic])))
    },
    behave: behaviors.set,
    behaveOnce: behaviors.addOnce,
    async release(behavior = 'approve') {
      const releasedRequest = hangingRequests.shift()
      await releasedRequest?.(behavior)
      return releasedRequest !== undefined
    },
    sessions: () => [...sessions.values()],
    ask: askPage,
    tell: tellPage,
    emit: (chain, name, data) =>
      tellPage('wc_sessionEvent', { event: { name, data }, chainId: chain }),
    update: (namespaces) => askPage('wc_sessionUpdate', { namespaces }),
    extend: () => askPage('wc_sessionExtend', {}),
    async end() {
      const { topic } = latestSession()
      await tellPage('wc_sessionDelete', { code: 6000, message: 'User disconnected.' })
      sessions.delete(topic)
    },
    sleep: closeRelays,
    async wake() {
      openRelays()
      await Promise.any(walletState.relays.map((relay) => relay.subscribe([...topics])))
    },
    close() {
      walletState.isDead = true
      closeRelays()
      channel.close()
    },
  }
}
