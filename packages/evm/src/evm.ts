import type { Adapter, Reader } from '@latchkey/core'
import { type Chain, type ChainId, type ErrorCode, hasCode } from '@latchkey/protocol'
import { isAddress, isSameAddress, tokenId } from './address.ts'
import { nativeAsset, readChains } from './chains.ts'
import { discovery } from './discover.ts'
import type { Heavy } from './heavy.ts'

export declare namespace evm {
  interface Options {
    /** The first is the one a wallet is asked to be on. */
    readonly chains: readonly Chain[]
    /**
     * HTTP(S) JSON-RPC addresses by CAIP-2 chain, in order of preference; they take the place of
     * the chains' own.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /** Where wallets announce themselves; default `window`, if there is one. */
    readonly page?: EventTarget
  }
}

/**
 * The adapter for Ethereum-like chains: EIP-6963 and injected wallets, EIP-1193 requests. Throws
 * `config-invalid`.
 */
export function evm(options: evm.Options): Adapter {
  const held: { heavy?: Heavy } = {}
  const load = async () => {
    const { openHeavy } = await import('./heavy.ts')
    held.heavy ??= openHeavy()
    return held.heavy
  }
  const loadRemote = () => import('./remote.ts')
  return {
    namespace: 'eip155',
    name: 'Ethereum',
    chains: readChains(options.chains, options.rpc),
    // One by one they would cost a page bytes before its first click.
    read: Object.fromEntries(
      (
        [
          'balances',
          'estimateTransfer',
          'simulate',
          'allowance',
          'approval',
          'decimals',
          'verdict',
          'addressOfName',
          'nameOfAddress',
          'spelling',
        ] as const satisfies readonly (keyof Reader)[]
      ).map((read) => [
        read,
        async (...all: never) => ((await load()).reader[read] as Read)(...all),
      ]),
    ) as unknown as Reader,
    nativeAsset,
    tokenId,
    isAddress,
    isSameAddress,
    discover: discovery(
      () => options.page ?? (typeof window === 'undefined' ? undefined : window),
      async (...all) => (await load()).connector(...all),
    ),
    wire: async () => (await loadRemote()).wire,
    remote: async (session) => {
      const [{ remote }, heavy] = await Promise.all([loadRemote(), load()])
      return heavy.told(remote(session))
    },
    // Whatever this adapter throws is thrown after the tables have been loaded.
    explain: (error) => held.heavy?.explain?.(error) ?? brief(error),
  }
}

type Read = (...all: never) => Promise<unknown>

function brief(error: unknown): ErrorCode {
  if (hasCode(error)) return error.code
  return (error as { code?: unknown } | null)?.code === 4001 ? 'user-rejected' : 'unknown'
}
