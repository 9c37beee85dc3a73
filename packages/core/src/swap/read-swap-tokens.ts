import { type ChainId, hasCode, isSwapTokensAnswer } from '@latchkey/protocol'
import { type Cache, readCached } from '../gateway/read-cached.ts'
import { isSameAsset } from '../gateway/token-id.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import type { SwapAsset } from './swap.ts'
import { askSwapGateway, chainContextOf } from './swap-gateway.ts'
import { toSwapAsset } from './swap-token.ts'

/** How long the list is cached, in milliseconds. */
export const swapTokensCacheMs = 300_000

const swapTokensCache: (kit: Kit) => Cache<readonly SwapAsset[]> = perKit(() => new Map())

/**
 * Reads the assets that can be swapped on a chain, as described for `swapTokensQuery`.
 * @throws `swap-unavailable` | `gateway-answer-invalid` | `aborted`
 */
export async function readSwapTokens(
  kit: Kit,
  { chain, signal }: { readonly chain: ChainId; readonly signal?: AbortSignal | undefined },
): Promise<readonly SwapAsset[]> {
  if (!kit.options.gateway) return []
  const askTokens = async (): Promise<readonly SwapAsset[]> => {
    const { adapter, source } = chainContextOf(kit, chain, undefined)
    const query = { chainId: chain }
    const { tokens } = await askSwapGateway(kit, {
      chain,
      path: 'tokens',
      query,
      isAnswer: isSwapTokensAnswer,
    })
    const assets = tokens.flatMap((token) => toSwapAsset(adapter, source.chain, token) ?? [])
    return assets.filter(
      ({ id }, at) => assets.findIndex((other) => isSameAsset(other.id, id)) === at,
    )
  }
  try {
    return await readCached(swapTokensCache(kit), chain, swapTokensCacheMs, askTokens, signal)
  } catch (cause) {
    if (hasCode(cause, 'swap-chain-unsupported')) return []
    throw cause
  }
}
