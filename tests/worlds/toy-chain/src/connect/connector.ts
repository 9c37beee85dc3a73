import type { Connector, ConnectorEvent, Session, WalletIdentity } from '@latchkey/core'
import { chainOf, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { featuresOf } from './features.ts'
import type { ToyProvider } from './provider.ts'
import { sessionOf } from './session.ts'

/** A connector of one wallet. It calls only that object for as long as it exists. */
export function toyConnector(id: string, wallet: WalletIdentity, provider: ToyProvider): Connector {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const held: { session?: Session | undefined; stop?: (() => void) | undefined } = {}

  const tellListeners = (event: ConnectorEvent) => {
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  const endSession = (error?: unknown) => {
    held.session = undefined
    tellListeners(error === undefined ? { type: 'end' } : { type: 'end', error })
  }
  const hearState = (state: unknown) => {
    const before = held.session
    if (!before) return
    try {
      const session = sessionOf(state)
      if (!session) return endSession()
      held.session = session
      const isMoved = chainOf(session.selected) !== chainOf(before.selected)
      tellListeners({ type: 'session', session, reason: isMoved ? 'chain' : 'accounts' })
    } catch (error) {
      endSession(error)
    }
  }
  const attachListener = () => {
    held.stop ??= provider.watch(hearState)
  }
  const detachListener = () => {
    held.stop?.()
    held.stop = undefined
  }

  return {
    id,
    namespaces: ['toy'],
    wallet,
    features: featuresOf(provider),
    async connect({ silent, signal }) {
      try {
        const method = silent ? 'toy_state' : 'toy_connect'
        const session = sessionOf(await race(() => provider.request(method), signal))
        if (!session)
          throw new LatchkeyError('account-missing', { reason: 'the wallet shares no account' })
        held.session = session
        attachListener()
        return { sessions: [session] }
      } catch (error) {
        held.session = undefined
        if (listeners.size === 0) detachListener()
        throw error
      }
    },
    async disconnect() {
      detachListener()
      held.session = undefined
      // A wallet that never answers must not keep the page waiting.
      await race(() => provider.request('toy_disconnect'), AbortSignal.timeout(100)).catch(() => {})
    },
    watch(listener) {
      listeners.add(listener)
      attachListener()
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) detachListener()
      }
    },
  }
}
