import {
  type ChainId,
  isChainId,
  isNameZone,
  type NameZone,
  rpcTimeoutMs,
} from '@latchkey/protocol'
import { withTimeout } from '../http/with-timeout.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { getFromGateway } from './get.ts'
import { type Cache, readCached } from './read-cached.ts'

export interface SupportedChains {
  readonly http: readonly ChainId[]
  readonly ws: readonly ChainId[]
  /**
   * The zone in which the gateway's operator registers names, such as `latchkey.eth`; absent when
   * there is none.
   */
  readonly names?: NameZone
}

const supportedChainsCache: (kit: Kit) => Cache<SupportedChains> = perKit(() => new Map())

/**
 * Returns the chains that the gateway serves. The list is fetched once, and needed before every
 * call about a chain.
 */
export function supportedChains(kit: Kit, signal?: AbortSignal): Promise<SupportedChains> {
  // The request for the list has a time limit and ignores the abort signals of single callers,
  // because all callers wait for this one request. A later call can start a new request only after
  // this one has failed.
  const askChains = (): Promise<SupportedChains> =>
    withTimeout(rpcTimeoutMs, undefined, (innerSignal) =>
      getFromGateway(kit, 'v1/supported-chains', {
        signal: innerSignal,
        read: (answer) => {
          const { http, ws = [], names } = (answer ?? {}) as Readonly<Record<string, unknown>>
          if (!Array.isArray(http) || !Array.isArray(ws)) return null
          const chains = http.filter(isChainId)
          // The list is kept until the page closes, so a list without any valid chain is refused as
          // invalid; otherwise it would mean that the gateway serves no chain.
          if (http.length && !chains.length) return null
          return { http: chains, ws: ws.filter(isChainId), ...(isNameZone(names) && { names }) }
        },
      }),
    )
  return readCached(
    supportedChainsCache(kit),
    'chains',
    Number.POSITIVE_INFINITY,
    askChains,
    signal,
  )
}

/** Whether the gateway serves a chain; false when its list cannot be read. */
export async function isSupported(
  kit: Kit,
  chain: ChainId,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!kit.options.gateway) return false
  const { http } = await supportedChains(kit, signal).catch(() => ({
    http: [] as readonly ChainId[],
  }))
  return http.includes(chain)
}
