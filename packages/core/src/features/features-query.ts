import type { Kit } from '../machine/kit.ts'
import { type Query, queryKey } from '../machine/query.ts'

/**
 * One feature in the operator's configuration at the gateway; when `config` is null, the page's own
 * setting applies.
 */
export interface RemoteFeature {
  readonly id: string
  readonly isEnabled: boolean
  readonly config: readonly string[] | null
}

/**
 * The features that the gateway's operator configured; null without a gateway, and then the page's
 * own settings apply.
 */
export function featuresQuery(kit: Kit): Query<readonly RemoteFeature[] | null> {
  return {
    queryKey: queryKey(kit, 'features'),
    async queryFn({ signal } = {}) {
      if (!kit.options.gateway) return null
      const { getFromGateway } = await import('../gateway/get.ts')
      return getFromGateway(kit, 'appkit/v1/config', { read: toFeatures, signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
  }
}

function toFeatures(answer: unknown): readonly RemoteFeature[] | null {
  const features: unknown = (answer as { features?: unknown } | null)?.features
  if (!Array.isArray(features)) return null
  return features.slice(0, 100).flatMap((entry) => {
    const { id, isEnabled, config } = (entry ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || typeof isEnabled !== 'boolean') return []
    const list = Array.isArray(config)
      ? config.filter((item) => typeof item === 'string').slice(0, 100)
      : null
    return [{ id, isEnabled, config: config === undefined ? [] : list }]
  })
}
