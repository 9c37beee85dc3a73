import type { Adapter, Reader } from '@latchkey/core'
import { type Chain, type ChainId, type ErrorCode, hasCode } from '@latchkey/protocol'
import { isPrincipalOf, tokenId } from './address.ts'
import { nativeAsset, readChains } from './chains.ts'
import { discovery } from './discover.ts'
import type { heavy } from './heavy.ts'

export declare namespace stacks {
  interface Options {
    /** The first is the one a wallet is asked to be on. */
    readonly chains: readonly Chain[]
    /**
     * Bases of REST servers (as Hiro's) by CAIP-2 chain, in order of preference; they take the
     * place of the chains' own.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /** Where wallets stand; default `window`, if there is one. */
    readonly page?: object
  }
}

/**
 * The adapter for Stacks: wallets that are asked by WBIP requests, nodes by REST. Throws
 * `config-invalid`.
 */
export function stacks(options: stacks.Options): Adapter {
  const chains = readChains(options.chains, options.rpc)
  const held: { heavy?: typeof heavy } = {}
  const load = async () => {
    held.heavy ??= (await import('./heavy.ts')).heavy
    return held.heavy
  }
  const loadRemote = () => import('./remote.ts')
  const read = Object.fromEntries(
    (['balances', 'estimateTransfer', 'verdict'] as const satisfies readonly (keyof Reader)[]).map(
      (name) => [name, async (...all: never) => ((await load()).reader[name] as Read)(...all)],
    ),
  ) as unknown as Reader
  const ids = chains.map(({ id }) => id)
  return {
    namespace: 'stacks',
    name: 'Stacks',
    chains,
    nodes: 'rest',
    read,
    nativeAsset,
    tokenId,
    isAddress: (text) => isPrincipalOf(ids, text),
    isSameAddress: (a, b) => a === b,
    discover: discovery(
      () => options.page ?? (typeof window === 'undefined' ? undefined : window),
      async (...all) => (await load()).connector(...all),
    ),
    wire: async () => (await loadRemote()).wire,
    remote: async (session) => {
      const [{ remote }] = await Promise.all([loadRemote(), load()])
      return remote(session)
    },
    // Whatever this adapter throws is thrown after the tables have been loaded.
    explain: (error) => held.heavy?.explain(error) ?? (hasCode(error) ? error.code : unnamed),
  }
}

type Read = (...all: never) => Promise<unknown>

const unnamed: ErrorCode = 'unknown'
