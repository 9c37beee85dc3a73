import type { AnalyticsEvent } from '@latchkey/protocol'
import { vi } from 'vitest'

export interface FakeGateway {
  /** Every request in order: how it was sent, its URL, its body. */
  readonly requests: {
    readonly by: 'fetch' | 'beacon'
    readonly path: string
    readonly body: string
  }[]
  /** Received events, in order. */
  events(): AnalyticsEvent[]
  /** Names of the received events. */
  names(): string[]
  /** Status that POST answers; 0 fails like a broken network. */
  status: number
  /** Answer of `getAnalyticsConfig`, or an error. */
  config: () => Promise<unknown>
  /** Whether beacons are accepted. */
  beacon: boolean | 'missing'
}

/** Replaces `fetch` and `navigator.sendBeacon`; undone by `vi.unstubAllGlobals`. */
export function fakeGateway(): FakeGateway {
  const gateway: FakeGateway = {
    requests: [],
    events: () => {
      const posted = gateway.requests.filter(({ body }) => body !== '')
      return posted.flatMap(({ body }) => JSON.parse(body) as AnalyticsEvent | AnalyticsEvent[])
    },
    names: () => gateway.events().map(({ props }) => props.event),
    status: 204,
    config: async () => ({ isAnalyticsEnabled: true }),
    beacon: true,
  }
  const pathOf = (url: string): string => new URL(url).pathname
  vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string } = {}) => {
    gateway.requests.push({ by: 'fetch', path: pathOf(url), body })
    if (pathOf(url) === '/getAnalyticsConfig')
      return new Response(JSON.stringify(await gateway.config()))
    if (gateway.status === 0) throw new TypeError('Failed to fetch')
    return new Response(null, { status: gateway.status })
  })
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    get: () =>
      gateway.beacon === 'missing'
        ? undefined
        : (url: string, body: string): boolean => {
            if (gateway.beacon !== true) return false
            gateway.requests.push({ by: 'beacon', path: pathOf(url), body })
            return true
          },
  })
  return gateway
}
