import type { Connector, Features } from './contract.ts'

type Verb = keyof Features

/**
 * A connector whose insides are loaded by the first thing asked of it, so that discovery costs
 * nearly nothing.
 */
export function lazyConnector(
  {
    verbs,
    ...face
  }: Pick<Connector, 'id' | 'namespaces' | 'wallet' | 'together'> & {
    readonly verbs: readonly Verb[]
  },
  load: () => Promise<Connector>,
): Connector {
  const held: { inner?: Promise<Connector> | undefined } = {}
  const inner = () => {
    held.inner ??= load().catch((error: unknown) => {
      held.inner = undefined
      throw error
    })
    return held.inner
  }
  const call = (verb: Verb) => async (parameters: never) =>
    (await inner()).features[verb]?.(parameters)
  return {
    ...face,
    features: Object.fromEntries(verbs.map((verb) => [verb, call(verb)])) as Features,
    connect: async (request) => (await inner()).connect(request),
    disconnect: async (parameters) => (await inner()).disconnect(parameters),
    watch(listener) {
      const held: { isOver?: boolean; stop?: () => void } = {}
      inner().then(
        (connector) => {
          if (!held.isOver) held.stop = connector.watch(listener)
        },
        () => {},
      )
      return () => {
        held.isOver = true
        held.stop?.()
      }
    },
  }
}
