import type { Adapter, Reader } from '@latchkey/core'
import { type Chain, type ChainId, type ErrorCode, hasCode } from '@latchkey/protocol'
import { isAddressOf, isSameAddress } from './address.ts'
import { nativeAsset, readChains } from './chains.ts'
import { discovery } from './discover.ts'
import type { heavy } from './heavy.ts'

export declare namespace bitcoin {
  interface Options {
    /** The first is the one a wallet is asked for. */
    readonly chains: readonly Chain[]
    /**
     * Addresses of Esplora-shaped servers by CAIP-2 chain, in order of preference; they take the
     * place of the chains' own.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /**
     * Address of an ord-shaped server: a plain transfer spends no coin in which it names something.
     */
    readonly ord?: string
    /** Where wallets stand; default `window`, if there is one. */
    readonly page?: object
  }
}

/**
 * The adapter for Bitcoin: wallets that are asked by WBIP requests or like UniSat and OKX,
 * Esplora-shaped nodes. Throws `config-invalid`.
 */
export function bitcoin(options: bitcoin.Options): Adapter {
  const chains = readChains(options.chains, options.rpc)
  const held: { heavy?: typeof heavy; reader?: Reader } = {}
  const load = async () => {
    held.heavy ??= (await import('./heavy.ts')).heavy
    return held.heavy
  }
  const read = async () => {
    const { openReader } = await load()
    held.reader ??= openReader(options.ord)
    return held.reader
  }
  const ids = chains.map(({ id }) => id)
  return {
    namespace: 'bip122',
    name: 'Bitcoin',
    chains,
    nodes: 'rest',
    // One by one they would cost a page bytes before its first click.
    read: Object.fromEntries(
      (['balances', 'estimateTransfer', 'verdict'] as const).map((verb) => [
        verb,
        async (...all: never) => ((await read())[verb] as Read)(...all),
      ]),
    ) as unknown as Reader,
    nativeAsset,
    tokenId: () => null,
    isAddress: (text) => isAddressOf(ids, text),
    isSameAddress,
    discover: discovery(
      () => options.page ?? (typeof window === 'undefined' ? undefined : window),
      async (...all) => (await load()).connector(...all),
    ),
    wire: async () => (await load()).wire,
    remote: async (session) => (await load()).remote(session),
    // Whatever this adapter throws is thrown after the tables have been loaded.
    explain: (error) =>
      held.heavy?.explain(error) ?? (hasCode(error) ? error.code : ('unknown' satisfies ErrorCode)),
  }
}

type Read = (...all: never) => Promise<unknown>
