import type { Connector, Features, Stop } from './contract.ts'
import type { Guard } from './lazy-adapter.ts'

type Verb = keyof Features

/**
 * A connector whose implementation is loaded by its first call, so that discovery costs almost
 * nothing.
 * @param guard - wraps connecting and each feature with the adapter's errors
 */
export function lazyConnector(
  {
    verbs,
    ...face
  }: Pick<Connector, 'id' | 'namespaces' | 'wallet' | 'together'> & {
    readonly verbs: readonly Verb[]
  },
  load: () => Promise<Connector>,
  guard: Guard = (call) => call,
): Connector {
  let loading: Promise<Connector> | undefined
  const loadOnce = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const callFeature = (verb: Verb) =>
    guard(async (parameters: never) => (await loadOnce()).features[verb]?.(parameters))
  return {
    ...face,
    features: Object.fromEntries(verbs.map((verb) => [verb, callFeature(verb)])) as Features,
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
