import {
  type ChainId,
  isChainId,
  isNameZone,
  type NameZone,
  rpcTimeoutMs,
} from '@latchkey/protocol'
import { withPatience } from '../http/with-patience.ts'
import type { Kit } from '../machine/kit.ts'
import { getFromGateway } from './get.ts'
import { readCached } from './read-cached.ts'

export interface SupportedChains {
  readonly http: readonly ChainId[]
  readonly ws: readonly ChainId[]
  /** The operator's own names, where any are kept. */
  readonly names?: NameZone
}

/** What the gateway serves; fetched once, then consulted before every call about a chain. */
export function supportedChains(kit: Kit, signal?: AbortSignal): Promise<SupportedChains> {
  // No longer: everybody waits for this one, and a later try must be a new one.
  const askChains = (): Promise<SupportedChains> =>
    withPatience(rpcTimeoutMs, undefined, (inner) =>
      getFromGateway(kit, 'v1/supported-chains', {
        signal: inner,
        read: (answer) => {
          const { http, ws = [], names } = (answer ?? {}) as Readonly<Record<string, unknown>>
          if (!Array.isArray(http) || !Array.isArray(ws)) return null
          const chains = http.filter(isChainId)
          // Kept for good: entries of which none is a chain are garbage, not "no chains".
          if (http.length && !chains.length) return null
          return { http: chains, ws: ws.filter(isChainId), ...(isNameZone(names) && { names }) }
        },
      }),
    )
  return readCached(kit, 'supported-chains', Number.POSITIVE_INFINITY, askChains, signal)
}

/** Whether the gateway serves a chain; a failed look-up means no. */
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
