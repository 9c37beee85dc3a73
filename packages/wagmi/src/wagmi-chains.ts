import type { Kit } from '@latchkey/core'
import { getReadProvider, toViemChain } from '@latchkey/evm/provider'
import { type Chain, type ChainId, LatchkeyError } from '@latchkey/protocol'
import { custom, type Transport, type Chain as ViemChain } from 'viem'
import type { Config } from 'wagmi'

/**
 * The type of the numbers of the Ethereum-like chains among CAIP-2 ids: `1` for
 * `'eip155:1' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'`. It is `number` for ids that the
 * compiler does not know.
 */
export type EvmChainNumber<Id extends ChainId> = [NumbersOf<Id>] extends [never]
  ? number
  : NumbersOf<Id>

type NumbersOf<Id extends ChainId> = Id extends `eip155:${infer N extends number}` ? N : never

/** A chain of the kit in the form in which wagmi's hooks return chains. */
export type WagmiChain<Id extends ChainId = ChainId> = ViemChain & {
  readonly id: EvmChainNumber<Id>
}

/** The wagmi configuration of a kit whose chains have the CAIP-2 ids `Id`. */
export type WagmiConfig<Id extends ChainId = ChainId> = Config<
  readonly [WagmiChain<Id>, ...WagmiChain<Id>[]],
  Record<EvmChainNumber<Id>, Transport>
>

/**
 * Returns the kit's Ethereum-like chains, in the owner's order. Throws `config-invalid` when there
 * are none.
 */
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
 * Makes a viem transport for each chain, whose reads go through the kit: to the owner's nodes, else
 * the gateway, else the wallet. viem does not retry, because the kit has tried all of these before
 * it reports an error.
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

/** Returns the number of an Ethereum-like CAIP-2 chain: 1 for `eip155:1`. */
export function numberOf(chain: ChainId): number {
  return Number(chain.slice(chain.indexOf(':') + 1))
}

/** Returns the CAIP-2 id for the number of a chain: `eip155:1` for 1. */
export function chainIdOf(chain: number): ChainId {
  return `eip155:${chain}`
}

function evmChainsOf(kit: Kit): readonly Chain[] {
  return kit.chains.filter(({ id }) => id.startsWith('eip155:'))
}
