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

/** The chains that the gateway serves. Fetched once, and read before every call about a chain. */
export function supportedChains(kit: Kit, signal?: AbortSignal): Promise<SupportedChains> {
  // The request has a time limit and ignores the signals of single callers, because every caller
  // waits for this one request; a later call can start a new one only after it has failed.
  const askChains = (): Promise<SupportedChains> =>
    withTimeout(rpcTimeoutMs, undefined, (innerSignal) =>
      getFromGateway(kit, 'v1/supported-chains', {
        signal: innerSignal,
        read: (answer) => {
          const { http, ws = [], names } = (answer ?? {}) as Readonly<Record<string, unknown>>
          if (!Array.isArray(http) || !Array.isArray(ws)) return null
          const chains = http.filter(isChainId)
          // The answer is kept until the page closes, so a list without one valid chain is refused
          // as invalid; otherwise it would mean that the gateway serves no chain.
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
