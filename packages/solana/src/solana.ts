import type { Adapter } from '@latchkey/core'
import { type Chain, type ChainId, type ErrorCode, hasCode } from '@latchkey/protocol'
import { isAddress, isSameAddress, tokenId } from './address.ts'
import { nativeAsset, readChains } from './chains.ts'
import { discovery } from './discover.ts'
import type { heavy } from './heavy.ts'
import type { LegacyProvider } from './injected.ts'
import type { StandardWallet } from './standard-wallet.ts'

export declare namespace solana {
  interface Options {
    /** The first is the one that accounts are shown on. */
    readonly chains: readonly Chain[]
    /**
     * HTTP(S) JSON-RPC addresses by CAIP-2 chain, in order of preference; they take the place of
     * the chains' own.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /** Where wallets register; default `window`, if there is one. */
    readonly page?: EventTarget
  }
}

/** The adapter for Solana: wallets of Wallet Standard, SOL. Throws `config-invalid`. */
export function solana(options: solana.Options): Adapter {
  const held: { heavy?: typeof heavy } = {}
  const load = async () => {
    held.heavy ??= (await import('./heavy.ts')).heavy
    return held.heavy
  }
  return {
    namespace: 'solana',
    name: 'Solana',
    chains: readChains(options.chains, options.rpc),
    read: {
      balances: async (...all) => (await load()).reader.balances(...all),
      estimateTransfer: async (...all) => (await load()).reader.estimateTransfer(...all),
      verdict: async (...all) => (await load()).reader.verdict(...all),
    },
    nativeAsset,
    tokenId,
    isAddress,
    isSameAddress,
    discover: discovery(
      () => options.page ?? (typeof window === 'undefined' ? undefined : window),
      async (id, identity, wallet) => {
        const { connector, legacyWallet } = await load()
        const isLegacy = identity.origin === 'injected'
        return connector(
          id,
          identity,
          isLegacy ? legacyWallet(wallet as LegacyProvider) : (wallet as StandardWallet),
        )
      },
    ),
    wire: async () => (await import('./remote.ts')).wire,
    remote: async (session) => {
      const [{ remote }] = await Promise.all([import('./remote.ts'), load()])
      return remote(session)
    },
    // Whatever this adapter throws is thrown after the tables have been loaded.
    explain: (error) => held.heavy?.explain(error) ?? brief(error),
  }
}

function brief(error: unknown): ErrorCode {
  if (hasCode(error)) return error.code
  return (error as { code?: unknown } | null)?.code === 4001 ? 'user-rejected' : 'unknown'
}
