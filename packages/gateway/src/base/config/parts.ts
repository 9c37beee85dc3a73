import type { AssetId } from '@latchkey/protocol'
import { isAssetId } from '@latchkey/protocol'
import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'

export const address = z.string().regex(/^0x[\da-fA-F]{40}$/, 'must be 0x and 40 hex digits')
export const httpUrl = z.url({ protocol: /^https?$/ })

export const assetId = z.custom<AssetId>(isAssetId, 'must be CAIP-19, as eip155:1/erc20:0x…')

/** An external service that the gateway calls. */
export const upstream = z.strictObject({
  url: httpUrl,
  /** Chains for which the service is called. */
  chains: z.array(chainIdSchema).min(1).max(500),
  /**
   * API key of the service; the environment variable `LATCHKEY_UPSTREAM_KEY_<NAME>` overrides it.
   */
  key: z.string().max(256).optional(),
  timeoutMs: z.int().min(100).max(60_000).default(5_000),
})
