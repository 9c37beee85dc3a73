import type { AnalyticsEvent } from '@latchkey/protocol'
import { vi } from 'vitest'

export interface FakeGateway {
  /** Every request, in order: how it was made, where it went, what was in it. */
  readonly requests: {
    readonly by: 'fetch' | 'beacon'
    readonly path: string
    readonly body: string
  }[]
  /** Events that arrived, in order. */
  events(): AnalyticsEvent[]
  /** Their names. */
  names(): string[]
  /** What POST answers; 0 fails as a line that is down. */
  status: number
  /** What `getAnalyticsConfig` answers; an error where it does not. */
  config: () => Promise<unknown>
  /** Whether beacons are taken. */
  beacon: boolean | 'missing'
}

/** Stands in for `fetch` and `navigator.sendBeacon`; undone by `vi.unstubAllGlobals`. */
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
