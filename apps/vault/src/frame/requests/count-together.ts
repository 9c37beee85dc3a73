import type { ChainId } from '@latchkey/protocol'
import type { VaultProject } from '@latchkey/protocol/vault'

/**
 * Chains whose coin counts to one limit: all networks of Solana, where one key and one form of
 * signature serve all.
 */
function isTogether(chain: ChainId): (other: string) => boolean {
  return (other) => (chain.startsWith('solana:') ? other.startsWith('solana:') : other === chain)
}

/**
 * What may leave on a chain before recovery is set: of chains that count together the smallest that
 * any of them has.
 */
export function limitOn(
  { limits, rpc }: Pick<VaultProject, 'limits' | 'rpc'>,
  chain: ChainId,
): bigint {
  const chains = new Set([chain, ...Object.keys(rpc).filter(isTogether(chain))])
  const each = [...chains].map((one) =>
    Object.hasOwn(limits, one) ? BigInt(limits[one as ChainId] ?? 0) : 0n,
  )
  return each.find((one) => each.every((other) => one <= other)) ?? 0n
}

/** What has left on a chain and all that count with it. */
export function spentOn(spent: Readonly<Record<ChainId, string>>, chain: ChainId): bigint {
  const isCounted = isTogether(chain)
  return Object.entries(spent).reduce(
    (sum, [one, amount]) => (isCounted(one) ? sum + BigInt(amount) : sum),
    0n,
  )
}
