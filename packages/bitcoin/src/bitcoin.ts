import type { Adapter } from '@latchkey/core'
import { type Chain, type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'
import { isAddressOf, isSameAddress } from './address.ts'
import { nativeAsset, readChains } from './chains.ts'
import { discovery } from './discover.ts'
import type { heavy } from './heavy.ts'

export declare namespace bitcoin {
  interface Options {
    /** The first is the one a wallet is asked for. */
    readonly chains: readonly Chain[]
    /** Where wallets stand; default `window`, if there is one. */
    readonly page?: object
  }
}

/** The adapter for Bitcoin: wallets that are asked by WBIP requests or like UniSat and OKX. Throws `config-invalid`. */
export function bitcoin(options: bitcoin.Options): Adapter {
  const chains = readChains(options.chains)
  const held: { heavy?: typeof heavy } = {}
  const load = async () => {
    held.heavy ??= (await import('./heavy.ts')).heavy
    return held.heavy
  }
  const ids = chains.map(({ id }) => id)
  return {
    namespace: 'bip122',
    name: 'Bitcoin',
    chains,
    read: { balances: unread, estimateTransfer: unread, verdict: unread },
    nativeAsset,
    tokenId: () => null,
    isAddress: (text) => isAddressOf(ids, text),
    isSameAddress,
    discover: discovery(
      () => options.page ?? (typeof window === 'undefined' ? undefined : window),
      async (...all) => (await load()).connector(...all),
    ),
    // Whatever this adapter throws is thrown after the tables have been loaded.
    explain: (error) => held.heavy?.explain(error) ?? (hasCode(error) ? error.code : unnamed),
  }
}

const unnamed: ErrorCode = 'unknown'

async function unread(): Promise<never> {
  throw new LatchkeyError('read-unavailable', { reason: 'this adapter does not read the chain yet' })
}
