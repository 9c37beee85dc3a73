import { type Asset, chainOf } from '@latchkey/protocol'
import { withPatience } from '../http/with-patience.ts'
import type { Kit } from '../machine/kit.ts'

/** How long a list of warnings may keep a visitor waiting, in milliseconds. */
const patienceMs = 1000

/**
 * Whether the operator of the gateway warns of a token; no gateway, or one that does not answer,
 * warns of nothing.
 */
export async function isWarnedToken(
  kit: Kit,
  { asset, signal }: { readonly asset: Asset; readonly signal?: AbortSignal | undefined },
): Promise<boolean> {
  if (!kit.options.gateway) return false
  const { readSwapTokens } = await import('../swap/read-swap-tokens.ts')
  const askTokens = (inner: AbortSignal): ReturnType<typeof readSwapTokens> =>
    readSwapTokens(kit, { chain: chainOf(asset.id), signal: inner })
  const tokens = await withPatience(patienceMs, signal, askTokens).catch(() => [])
  return tokens.some(({ id, warning }) => warning && id.toLowerCase() === asset.id.toLowerCase())
}
