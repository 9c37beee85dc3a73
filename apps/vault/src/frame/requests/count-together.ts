import type { ChainId } from '@latchkey/protocol'
import type { VaultProject } from '@latchkey/protocol/vault'

/**
 * Finds the chains that share a limit. All networks of Solana share one, because they have the same
 * key, and a signature does not name its network.
 */
function sharesLimitWith(chain: ChainId): (other: string) => boolean {
  return (other) => (chain.startsWith('solana:') ? other.startsWith('solana:') : other === chain)
}

/**
 * Amount that may be sent on a chain before recovery is set up: the smallest limit of the chains
 * that share a limit with it.
 */
export function limitForChain(
  { limits, rpc }: Pick<VaultProject, 'limits' | 'rpc'>,
  chain: ChainId,
): bigint {
  const chains = new Set([chain, ...Object.keys(rpc).filter(sharesLimitWith(chain))])
  const chainLimits = [...chains].map((chainId) =>
    Object.hasOwn(limits, chainId) ? BigInt(limits[chainId as ChainId] ?? 0) : 0n,
  )
  return chainLimits.find((chainId) => chainLimits.every((other) => chainId <= other)) ?? 0n
}

/** Amount sent so far on a chain, and on the chains that share a limit with it. */
export function spentUnderLimit(
  spentAmounts: Readonly<Record<ChainId, string>>,
  chain: ChainId,
): bigint {
  const isCounted = sharesLimitWith(chain)
  return Object.entries(spentAmounts).reduce(
    (sum, [chainId, amount]) => (isCounted(chainId) ? sum + BigInt(amount) : sum),
    0n,
  )
}
