import type { RegisteredName } from '@latchkey/protocol'
import { vi } from 'vitest'

export interface Asked {
  readonly method: string
  /** URL with its query. */
  readonly url: URL
  readonly body: string
}

export interface NameGateway {
  readonly asked: Asked[]
  /** Requested paths, without `supported-chains`. */
  paths(): readonly string[]
  /** Registered names. */
  readonly names: Map<string, RegisteredName>
  zone: { readonly zone: string; readonly perAddress: number } | undefined
  /** Another answer for paths with a prefix; `down` fails like a broken network. */
  readonly instead: Map<string, 'down' | { readonly status: number; readonly json: unknown }>
  /** Called with each registration and each change before it is answered. */
  onRegister: (body: Readonly<Record<string, unknown>>) => void
}

export function registered(
  name: string,
  address: string,
  coins: readonly number[] = [60],
): RegisteredName {
  const at = '2026-01-01T00:00:00.000Z'
  const addresses = Object.fromEntries(coins.map((coin) => [coin, { address, created_at: at }]))
  return { name, registered_at: at, updated_at: at, attributes: {}, addresses }
}

/** A refusal in the shape of the gateway. */
export function refused(
  status: number,
  field: string,
): { readonly status: number; readonly json: unknown } {
  return { status, json: { status: 'FAILED', reasons: [{ field, description: `no ${field}` }] } }
}

/** Replaces `fetch`; undone by `vi.unstubAllGlobals`. */
export function nameGateway(chains: readonly string[]): NameGateway {
  const answer = (json: unknown, status = 200) => new Response(JSON.stringify(json), { status })
  const gateway: NameGateway = {
    asked: [],
    paths: () =>
      gateway.asked
        .map(({ url }) => url.pathname)
        .filter((path) => path !== '/v1/supported-chains'),
    names: new Map(),
    zone: { zone: 'shop.eth', perAddress: 1 },
    instead: new Map(),
    onRegister: () => undefined,
  }
  vi.stubGlobal(
    'fetch',
    async (address: string, { method = 'GET', body = '' }: RequestInit = {}) => {
      const url = new URL(address)
      gateway.asked.push({ method, url, body: `${body}` })
      const path = url.pathname
      if (path === '/v1/profile/account') gateway.onRegister(JSON.parse(`${body}`))
      const instead = [...gateway.instead].find(([start]) =>
        `${method} ${path}`.startsWith(start),
      )?.[1]
      if (instead === 'down') throw new TypeError('Failed to fetch')
      if (instead) return answer(instead.json, instead.status)
      if (path === '/v1/supported-chains')
        return answer({ http: chains, ws: [], names: gateway.zone })
      const [, , , , name = '', change] = path.split('/').map(decodeURIComponent)
      if (method === 'POST' && change) {
        gateway.onRegister(JSON.parse(`${body}`))
        const there = gateway.names.get(name)
        if (!there) return answer(refused(400, 'name').json, 400)
        const { message } = JSON.parse(`${body}`)
        const { attributes, coin_type: coin, address } = JSON.parse(message)
        const more =
          change === 'attributes' ? {} : { [coin]: { address, created_at: there.updated_at } }
        const changed = {
          ...there,
          attributes: attributes ?? there.attributes,
          addresses: { ...there.addresses, ...more },
        }
        gateway.names.set(name, changed)
        return answer(changed)
      }
      const last = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
      if (path.startsWith('/v1/profile/account/')) return answer(gateway.names.get(last) ?? [])
      if (path.startsWith('/v1/profile/reverse/'))
        return answer(
          [...gateway.names.values()].filter((one) => one.addresses[60]?.address === last),
        )
      if (path !== '/v1/profile/account') return answer({}, 404)
      const { address: owner, coin_type: coin, message } = JSON.parse(`${body}`)
      const made = registered(JSON.parse(message).name, owner, [...new Set([60, coin as number])])
      gateway.names.set(made.name, made)
      return answer(made)
    },
  )
  return gateway
}
