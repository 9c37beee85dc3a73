import { type Asset, chainOf } from '@latchkey/protocol'
import { withTimeout } from '../http/with-timeout.ts'
import type { Kit } from '../machine/kit.ts'

/** Milliseconds to wait for the gateway's list of tokens with warnings. */
const tokensTimeoutMs = 1000

/**
 * Whether the gateway's operator warns of a token; false without a gateway, or when it does not
 * answer.
 */
export async function isWarnedToken(
  kit: Kit,
  { asset, signal }: { readonly asset: Asset; readonly signal?: AbortSignal | undefined },
): Promise<boolean> {
  if (!kit.options.gateway) return false
  const { readSwapTokens } = await import('../swap/read-swap-tokens.ts')
  const askTokens = (innerSignal: AbortSignal): ReturnType<typeof readSwapTokens> =>
    readSwapTokens(kit, { chain: chainOf(asset.id), signal: innerSignal })
  const tokens = await withTimeout(tokensTimeoutMs, signal, askTokens).catch(() => [])
  return tokens.some(({ id, warning }) => warning && id.toLowerCase() === asset.id.toLowerCase())
}
