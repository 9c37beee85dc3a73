import type { Connector } from './connector.ts'
import type { Features } from './features.ts'
import type { Guard } from './lazy-adapter.ts'
import type { Stop } from './stop.ts'

type FeatureName = keyof Features

/**
 * Makes a connector whose implementation is loaded by its first call, so that finding wallets costs
 * almost nothing.
 * @param guard - wraps connecting and each feature with the adapter's errors
 */
export function lazyConnector(
  {
    verbs,
    ...identity
  }: Pick<Connector, 'id' | 'namespaces' | 'wallet' | 'together'> & {
    readonly verbs: readonly FeatureName[]
  },
  loadConnector: () => Promise<Connector>,
  guard: Guard = (call) => call,
): Connector {
  let loadingConnector: Promise<Connector> | undefined
  const loadOnce = () => {
    loadingConnector ??= loadConnector().catch((error: unknown) => {
      loadingConnector = undefined
      throw error
    })
    return loadingConnector
  }
  const callFeature = (featureName: FeatureName) =>
    guard(async (parameters: never) => (await loadOnce()).features[featureName]?.(parameters))
  return {
    ...identity,
    features: Object.fromEntries(
      verbs.map((featureName) => [featureName, callFeature(featureName)]),
    ) as Features,
    connect: guard(async (request) => (await loadOnce()).connect(request)),
    disconnect: async (parameters) => (await loadOnce()).disconnect(parameters),
    watch(listener) {
      let isOver = false
      let stop: Stop | undefined
      loadOnce().then(
        (connector) => {
          if (!isOver) stop = connector.watch(listener)
        },
        () => {},
      )
      return () => {
        isOver = true
        stop?.()
      }
    },
  }
}
