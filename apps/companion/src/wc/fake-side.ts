import type { SessionRecord, WalletEvent, WalletSide } from '@latchkey/walletconnect/wallet'

/**
 * Replaces the wallet's WalletConnect connection in tests, without a relay: it records calls, and
 * tests send events by `emitWalletEvent`.
 */
export interface FakeSide extends WalletSide {
  readonly calls: (readonly unknown[])[]
  readonly sessions: SessionRecord[]
  emitWalletEvent(event: WalletEvent): Promise<void>
}

export function createFakeSide(): FakeSide {
  const calls: (readonly unknown[])[] = []
  const sessions: SessionRecord[] = []
  const listeners = new Set<(event: WalletEvent) => void>()
  const recordCall =
    (name: string) =>
    async (...args: readonly unknown[]): Promise<void> => {
      calls.push([name, ...args])
    }
  return {
    calls,
    sessions,
    async emitWalletEvent(event) {
      for (const listener of [...listeners]) {
        listener(event)
      }
      await new Promise((resolve) => setTimeout(resolve))
    },
    pair: recordCall('pair'),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSessions: () => [...sessions],
    getPending: () => [],
    async approve(id, grant) {
      calls.push(['approve', id, grant])
      sessions.push(fakeSession({ namespaces: grant.namespaces }))
      return sessions.at(-1) as SessionRecord
    },
    async authenticate(id, proofs) {
      calls.push(['authenticate', id, proofs])
      return fakeSession({})
    },
    reject: recordCall('reject'),
    respond: recordCall('respond'),
    async update(topic, namespaces) {
      calls.push(['update', topic, namespaces])
      const index = sessions.findIndex((session) => session.topic === topic)
      sessions[index] = { ...(sessions[index] as SessionRecord), namespaces }
    },
    extend: recordCall('extend'),
    emit: recordCall('emit'),
    ping: recordCall('ping'),
    async end(topic) {
      calls.push(['end', topic])
      sessions.splice(0, sessions.length, ...sessions.filter((session) => session.topic !== topic))
    },
    dispatchLink: recordCall('dispatchLink'),
    close: () => void calls.push(['close']),
  }
}

export const shopMetadata = {
  name: 'Shop',
  description: '',
  url: 'http://localhost:4300/',
  icons: [],
}

export function fakeSession(overrides: Partial<SessionRecord>): SessionRecord {
  const key = 'a'.repeat(64)
  return {
    topic: 'b'.repeat(64),
    symKey: key,
    pairingTopic: key,
    relay: 'ws://localhost:1',
    controller: key,
    expiresAt: Date.now() + 1e6,
    self: { publicKey: key, metadata: shopMetadata },
    peer: { publicKey: key, metadata: shopMetadata },
    namespaces: {},
    masked: [],
    transport: 'relay',
    ...overrides,
  }
}
