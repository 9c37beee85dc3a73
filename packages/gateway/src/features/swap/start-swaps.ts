import type { Config } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { OperatorSettings } from '../../ports/operator-settings.ts'
import type { SwapPort, SwapProvider } from '../../ports/swap-port.ts'
import { routerProvider } from './router-provider.ts'
import { makeSwaps } from './swaps.ts'
import { wrapProvider } from './wrap-provider.ts'
import { zeroExProvider } from './zero-ex-provider.ts'

interface SwapDependencies {
  readonly config: Config
  readonly nodes: NodePort
  readonly log: { error(fields: object, message: string): void }
  readonly fetchOffer?: Fetch
  readonly settings?: OperatorSettings | undefined
}

/** Creates the swap providers that are configured: the routers in the operator's order, then 0x. */
export function startSwaps({
  config,
  nodes,
  log,
  fetchOffer = fetch,
  settings,
}: SwapDependencies): SwapPort {
  const { chains, swap } = config
  const routers = swap.routers.flatMap((router): readonly SwapProvider[] => {
    const chain = chains.find(({ id }) => id === router.chain)
    return chain ? [routerProvider({ router, chain, nodes })] : []
  })
  const coins = new Map(
    swap.routers.map((router) => [`${router.chain} ${router.wrapped.toLowerCase()}`, router]),
  )
  const wrappers = [...coins.values()].map(wrapProvider)
  const { zeroEx } = swap
  const readKey = settings && (() => settings.get('swap.zeroEx.key'))
  const aggregator = zeroEx
    ? [zeroExProvider({ upstream: zeroEx, chains, nodes, fetchOffer, keyOf: readKey })]
    : []
  return makeSwaps({
    config,
    providers: [...routers, ...wrappers, ...aggregator],
    nodes,
    onFailure: (provider, chain, reason) =>
      log.error({ provider, chain, reason }, 'a provider of swaps failed'),
  })
}
