import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'

interface Waiting {
  readonly calls: readonly NodeCall[]
  readonly resolve: (answers: readonly NodeAnswer[]) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Joins the calls that are made at the same moment on a chain into one request, with the signal of
 * the first call.
 */
export function joinAsks(nodes: NodePort): NodePort {
  const waiting: Waiting[] = []
  return {
    ask: (chain, calls, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ calls, resolve, reject })
        if (waiting.length > 1) return
        queueMicrotask(() => {
          const asks = waiting.splice(0)
          nodes
            .ask(
              chain,
              asks.flatMap((one) => one.calls),
              signal,
            )
            .then(
              (answers) => {
                const starts = asks.map((_, at) =>
                  asks.slice(0, at).reduce((sum, one) => sum + one.calls.length, 0),
                )
                asks.forEach((one, at) => {
                  one.resolve(answers.slice(starts[at], (starts[at] ?? 0) + one.calls.length))
                })
              },
              (reason: unknown) => {
                for (const one of asks) {
                  one.reject(reason)
                }
              },
            )
        })
      }),
  }
}
