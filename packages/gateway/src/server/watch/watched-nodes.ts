import type { Watch } from '../../base/watch/watch.ts'
import type { NodePort } from '../../ports/node-port.ts'

/**
 * Wraps a node port so that each call is recorded under its chain; chains that are not configured
 * share one label.
 */
export function watchedNodes(
  nodes: NodePort,
  chains: readonly { readonly id: string }[],
  watch: Watch,
): NodePort {
  const knownChains = new Set(chains.map(({ id }) => id))
  return {
    ask(chain, calls, signal) {
      const labels = { chain: knownChains.has(chain) ? chain : 'other', calls: calls.length }
      return watch({ kind: 'node', labels }, () => nodes.ask(chain, calls, signal))
    },
  }
}
