import { type ChainId, namespaceOf } from '@latchkey/protocol'
import type { Config } from '../base/config/schema.ts'
import { refusal } from '../base/refuse.ts'
import type { BalancePort } from '../ports/balance-port.ts'
import type { HistoryPort } from '../ports/history-port.ts'
import type { NodePort } from '../ports/node-port.ts'
import type { PricePort } from '../ports/price-port.ts'
import { bitcoinBalances } from './bitcoin/bitcoin-balances.ts'
import { bitcoinHistory } from './bitcoin/bitcoin-history.ts'
import { type HistoryReader, pagedHistory } from './shared/paged-history.ts'
import { solanaBalances } from './solana/solana-balances.ts'
import { solanaHistory } from './solana/solana-history.ts'
import { sipTokens } from './stacks/sip-tokens.ts'
import { stacksBalances } from './stacks/stacks-balances.ts'
import { stacksHistory } from './stacks/stacks-history.ts'

/** The parts of a chain family that need its nodes. */
export interface FamilyPorts {
  readonly balances: BalancePort
  readonly history: HistoryPort
}

interface FamilyDependencies {
  readonly config: Config
  readonly nodes: NodePort
  readonly prices: Pick<PricePort, 'past'>
  /** The ports of the EVM family, whose history comes from the gateway's own index. */
  readonly evm: FamilyPorts
}

/**
 * Starts the balances and history of all chain families; each request goes to the family of its
 * chain.
 */
export function startFamilies(dependencies: FamilyDependencies): FamilyPorts {
  const { config, nodes, evm } = dependencies
  const tokens = sipTokens(config, nodes)
  const openHistory = (namespace: string, reader: HistoryReader): HistoryPort => {
    const chains = config.chains.map(({ id }) => id).filter((id) => namespaceOf(id) === namespace)
    return pagedHistory(chains, reader, dependencies)
  }
  const portsByNamespace: Readonly<Record<string, FamilyPorts>> = {
    eip155: evm,
    solana: {
      balances: solanaBalances(config, { nodes }),
      history: openHistory('solana', solanaHistory(config, { nodes })),
    },
    bip122: {
      balances: bitcoinBalances(config, { nodes }),
      history: openHistory('bip122', bitcoinHistory(config, { nodes })),
    },
    stacks: {
      balances: stacksBalances(config, { nodes, tokens }),
      history: openHistory('stacks', stacksHistory(config, { nodes, tokens })),
    },
  }
  const findPorts = (chain: ChainId): FamilyPorts => {
    const namespace = namespaceOf(chain)
    const familyPorts = Object.hasOwn(portsByNamespace, namespace)
      ? portsByNamespace[namespace]
      : undefined
    if (!familyPorts) throw refusal(400, 'chainId', `Accounts of ${chain} are not served here`)
    return familyPorts
  }
  return {
    balances: {
      read: async (request) => findPorts(request.chain).balances.read(request),
      coin: async (request) => findPorts(request.chain).balances.coin(request),
    },
    history: {
      chains: Object.values(portsByNamespace).flatMap(({ history }) => history.chains),
      async read(request) {
        const [first, ...otherChains] = request.chains
        if (!first) return { items: [], next: null }
        const foreignChain = otherChains.find((chain) => namespaceOf(chain) !== namespaceOf(first))
        if (foreignChain)
          throw refusal(400, 'chainId', `One account is not on ${first} and ${foreignChain}`)
        return findPorts(first).history.read(request)
      },
    },
  }
}
