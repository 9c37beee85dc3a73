import type { Adapter } from '@latchkey/core'
import type { Chain, ChainId } from '@latchkey/protocol'
import { isAddress, isSameAddress, tokenId } from './address.ts'
import { nativeAsset, readChains } from './chains.ts'
import { discovery } from './discover.ts'
import { explain } from './errors.ts'
import { reader } from './reader.ts'
import { remote } from './remote.ts'

export declare namespace evm {
  interface Options {
    /** The first is the one a wallet is asked to be on. */
    readonly chains: readonly Chain[]
    /** HTTP(S) JSON-RPC addresses by CAIP-2 chain, in order of preference; they take the place of the chains' own. */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /** Where wallets announce themselves; default `window`, if there is one. */
    readonly page?: EventTarget
  }
}

/** The adapter for Ethereum-like chains: EIP-6963 and injected wallets, EIP-1193 requests. Throws `config-invalid`. */
export function evm(options: evm.Options): Adapter {
  return {
    namespace: 'eip155',
    name: 'Ethereum',
    chains: readChains(options.chains, options.rpc),
    read: reader,
    nativeAsset,
    tokenId,
    isAddress,
    isSameAddress,
    discover: discovery(() => options.page ?? (typeof window === 'undefined' ? undefined : window)),
    remote,
    explain,
  }
}
