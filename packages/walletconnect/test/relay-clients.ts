import { hasCode } from '@latchkey/protocol'
import type { MockRelay } from '@latchkey/testing'
import { vi } from 'vitest'
import type { Delivery, Identity, RelayOptions } from '../src/contract.ts'
import { type OpenRelay, openRelay } from '../src/relay/open-relay.ts'

export const a: string = 'a'.repeat(64)
export const b: string = 'b'.repeat(64)
export const c: string = 'c'.repeat(64)
export const letter = { topic: a, message: 'AAEC', tag: 1108, ttl: 300 } as const

/** An identity whose tokens tell who it is and prove nothing. */
export function fakeIdentity(name: string): Identity {
  const did = `did:key:z${name}`
  let count = 0
  return {
    did,
    authorise: async (aud) =>
      `e30.${btoa(JSON.stringify({ iss: did, aud, sub: count++ })).replaceAll('=', '')}.e30`,
  }
}

/** Opens relay clients against a mock relay, and closes them all. */
export function relayClients(): {
  open(
    server: MockRelay,
    options?: Partial<RelayOptions>,
    name?: string,
  ): { readonly relay: OpenRelay; readonly deliveries: Delivery[] }
  closeAll(): void
} {
  const opened: OpenRelay[] = []
  return {
    open(server, options = {}, name = 'Page') {
      const deliveries: Delivery[] = []
      const relay = openRelay({
        url: server.url,
        identity: fakeIdentity(name),
        WebSocket: server.WebSocket,
        onMessage: (delivery) => deliveries.push(delivery),
        ...options,
      })
      opened.push(relay)
      return { relay, deliveries }
    },
    closeAll() {
      for (const relay of opened.splice(0)) {
        relay.close()
      }
    },
  }
}

/** How a promise ended, readable at any time. */
export function watchEnd(promise: Promise<unknown>): { readonly end: unknown } {
  const seen: { end: unknown } = { end: 'open' }
  promise.then(
    () => {
      seen.end = 'done'
    },
    (error: unknown) => {
      seen.end = hasCode(error) ? error.code : error
    },
  )
  return seen
}

/** Lets virtual time pass. */
export async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

interface Request {
  readonly id: string
  readonly method?: string
  readonly params: { readonly topics?: readonly string[]; readonly topic?: string }
}

/** Requests of one method that the mock relay was sent. */
export function requestsOf(server: MockRelay, method: string): readonly Request[] {
  return server.log
    .filter((frame) => frame.direction === 'in')
    .map((frame) => frame.json as Request)
    .filter((frame) => frame.method === method)
}
