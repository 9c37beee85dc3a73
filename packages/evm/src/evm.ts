import type { Adapter } from '@latchkey/core'
import { lazyErrors, lazyReader } from '@latchkey/core/lazy-adapter'
import type { Chain, ChainId } from '@latchkey/protocol'
import { nativeAsset, readChains } from './chains.ts'
import { openDiscovery } from './connect/discover.ts'
import { isAddress, isSameAddress, tokenId } from './encoding/address.ts'

declare module '@latchkey/core' {
  interface AddressTypes {
    readonly eip155: `0x${string}`
  }
}

export declare namespace evm {
  interface Options<Id extends ChainId = ChainId> {
    /** The first chain is the one that a wallet is asked to use. */
    readonly chains: readonly Chain<Id>[]
    /**
     * HTTP(S) JSON-RPC URLs by CAIP-2 chain, in order of preference; they replace the chains' own.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /** Event target on which wallets announce themselves; default: `window`, if there is one. */
    readonly page?: EventTarget
  }
}

/**
 * The adapter for Ethereum-like chains: EIP-6963 and injected wallets, EIP-1193 requests. Throws
 * `config-invalid`.
 */
export function evm<Id extends ChainId>(options: evm.Options<Id>): Adapter<Id> {
  const { explain, guard } = lazyErrors(() => import('./errors.ts'))
  // Each `import()` expression adds bytes to a page, even a second one for the same module, so each
  // is written only once.
  const loadNameModule = () => import('./read/names.ts')
  const loadAbiModule = () => import('./read/abi/index.ts')
  const loadReadModule = () => import('./read/index.ts')
  const loadRemoteModule = () => import('./connect/remote.ts')
  return {
    namespace: 'eip155',
    name: 'Ethereum',
    chains: readChains(options.chains, options.rpc),
    read: lazyReader(
      {
        balances: loadAbiModule,
        estimateTransfer: loadReadModule,
        simulate: loadReadModule,
        allowance: loadReadModule,
        approval: loadReadModule,
        swapCall: loadAbiModule,
        decimals: loadReadModule,
        parseHash: loadReadModule,
        verdict: loadReadModule,
        isUnspendable: loadReadModule,
        addressOfName: loadNameModule,
        nameOfAddress: loadNameModule,
        spelling: loadAbiModule,
      },
      guard,
    ),
    nativeAsset,
    tokenId,
    isAddress,
    isSameAddress,
    discover: openDiscovery(
      () => options.page ?? globalThis.window,
      async (...connectorArguments) =>
        (await import('./connect/connector.ts')).providerConnector(...connectorArguments),
      guard,
    ),
    wire: async () => (await loadRemoteModule()).wire,
    remote: async (session) => (await loadRemoteModule()).connectorOfRemote(session, guard),
    explain,
  }
}
