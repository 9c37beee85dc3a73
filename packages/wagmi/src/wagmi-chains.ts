import type { Kit } from '@latchkey/core'
import { getReadProvider, toViemChain } from '@latchkey/evm/provider'
import { type Chain, type ChainId, LatchkeyError } from '@latchkey/protocol'
import { custom, type Transport, type Chain as ViemChain } from 'viem'
import type { Config } from 'wagmi'

/**
 * The numbers of the Ethereum-like chains among CAIP-2 ids: `1` for
 * `'eip155:1' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'`. It is `number` for ids that the
 * compiler does not know.
 */
export type EvmChainNumber<Id extends ChainId> = [NumbersOf<Id>] extends [never]
  ? number
  : NumbersOf<Id>

type NumbersOf<Id extends ChainId> = Id extends `eip155:${infer N extends number}` ? N : never

/** A chain as wagmi's hooks know it. */
export type WagmiChain<Id extends ChainId = ChainId> = ViemChain & {
  readonly id: EvmChainNumber<Id>
}

/** The wagmi configuration of a kit whose chains have the CAIP-2 ids `Id`. */
export type WagmiConfig<Id extends ChainId = ChainId> = Config<
  readonly [WagmiChain<Id>, ...WagmiChain<Id>[]],
  Record<EvmChainNumber<Id>, Transport>
>

/** The kit's Ethereum-like chains, in the owner's order. Throws `config-invalid` without any. */
export function chainsOf<Id extends ChainId>(
  kit: Kit<Id>,
): readonly [WagmiChain<Id>, ...WagmiChain<Id>[]] {
  const [first, ...others] = evmChainsOf(kit).map((chain) => toViemChain(chain) as WagmiChain<Id>)
  if (first) return [first, ...others]
  throw new LatchkeyError('config-invalid', {
    reason: 'adapters: no Ethereum-like chain, so wagmi has none',
    fix: 'pass evm({ chains }) to createKit',
  })
}

/**
 * A transport for each chain, over the kit's own reads: the owner's nodes, else the gateway, else
 * the wallet. viem does not retry, because the kit has tried all of them when an error comes.
 */
export function transportsOf<Id extends ChainId>(
  kit: Kit<Id>,
): Record<EvmChainNumber<Id>, Transport> {
  const transports = evmChainsOf(kit).map(
    ({ id }) =>
      [numberOf(id), custom(getReadProvider(kit, { chain: id }), { retryCount: 0 })] as const,
  )
  return Object.fromEntries(transports) as Record<EvmChainNumber<Id>, Transport>
}

/** The number of a CAIP-2 chain of this family: 1 of `eip155:1`. */
export function numberOf(chain: ChainId): number {
  return Number(chain.slice(chain.indexOf(':') + 1))
}

/** The CAIP-2 id of a chain's number: `eip155:1` of 1. */
export function chainIdOf(chain: number): ChainId {
  return `eip155:${chain}`
}

function evmChainsOf(kit: Kit): readonly Chain[] {
  return kit.chains.filter(({ id }) => id.startsWith('eip155:'))
}
