import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'

interface PendingRequest {
  readonly calls: readonly NodeCall[]
  readonly resolve: (answers: readonly NodeAnswer[]) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Wraps a node port: calls to one chain that are made at the same moment are joined into one
 * request, with the abort signal of the first call.
 */
export function joinNodeRequests(nodes: NodePort): NodePort {
  const pendingRequests: PendingRequest[] = []
  return {
    ask: (chain, calls, signal) =>
      new Promise((resolve, reject) => {
        pendingRequests.push({ calls, resolve, reject })
        if (pendingRequests.length > 1) return
        queueMicrotask(() => {
          const requests = pendingRequests.splice(0)
          nodes
            .ask(
              chain,
              requests.flatMap((one) => one.calls),
              signal,
            )
            .then(
              (answers) => {
                const requestStarts = requests.map((_, index) =>
                  requests.slice(0, index).reduce((sum, one) => sum + one.calls.length, 0),
                )
                requests.forEach((one, index) => {
                  one.resolve(
                    answers.slice(
                      requestStarts[index],
                      (requestStarts[index] ?? 0) + one.calls.length,
                    ),
                  )
                })
              },
              (reason: unknown) => {
                for (const pendingRequest of requests) {
                  pendingRequest.reject(reason)
                }
              },
            )
        })
      }),
  }
}
