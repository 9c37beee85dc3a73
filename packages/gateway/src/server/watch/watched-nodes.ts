import type { Watch } from '../../base/watch/watch.ts'
import type { NodePort } from '../../ports/node-port.ts'

/** The same nodes, each call noted under its chain; chains that are not served share one name. */
export function watchedNodes(
  nodes: NodePort,
  chains: readonly { readonly id: string }[],
  watch: Watch,
): NodePort {
  const known = new Set(chains.map(({ id }) => id))
  return {
    ask(chain, calls, signal) {
      const labels = { chain: known.has(chain) ? chain : 'other', calls: calls.length }
      return watch({ kind: 'node', labels }, () => nodes.ask(chain, calls, signal))
    },
  }
}
