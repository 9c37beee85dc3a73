import type { ChainId } from '@latchkey/protocol'
import type { VaultProject } from '@latchkey/protocol/vault'

/**
 * Finds the chains that share one limit: all networks of Solana, because one key and one form of
 * signature are valid on all of them.
 */
function sharesLimitWith(chain: ChainId): (other: string) => boolean {
  return (other) => (chain.startsWith('solana:') ? other.startsWith('solana:') : other === chain)
}

/**
 * Amount that may be sent on a chain before recovery is set up: the smallest limit among the chains
 * that share it.
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

/** Amount already sent on a chain and on those that share its limit. */
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
