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
    /** The chains of the kit. The first one is the chain that a wallet is asked to use. */
    readonly chains: readonly Chain<Id>[]
    /**
     * HTTP(S) JSON-RPC URLs of the owner's nodes by CAIP-2 chain, in order of preference; they
     * replace the URLs in `chains`.
     */
    readonly rpc?: Readonly<Record<ChainId, string | readonly string[]>>
    /**
     * The event target on which wallets announce themselves (EIP-6963); default `window`, if there
     * is one.
     */
    readonly page?: EventTarget
  }
}

/**
 * Makes the adapter for Ethereum-like chains, with wallets that announce themselves (EIP-6963) or
 * are injected, and EIP-1193 requests. Throws `config-invalid`.
 */
export function evm<Id extends ChainId>(options: evm.Options<Id>): Adapter<Id> {
  // Each module is imported at one place only, because each `import()` expression adds bytes to a
  // page, even a second one for the same module.
  const loadNameModule = () => import('./read/names.ts')
  const loadReadModule = () => import('./read/index.ts')
  const loadRemoteModule = () => import('./connect/remote.ts')
  const { explain, guard } = lazyErrors(loadReadModule)
  return {
    namespace: 'eip155',
    name: 'Ethereum',
    chains: readChains(options.chains, options.rpc),
    read: lazyReader(
      {
        balances: loadReadModule,
        estimateTransfer: loadReadModule,
        simulate: loadReadModule,
        allowance: loadReadModule,
        approval: loadReadModule,
        swapCall: loadReadModule,
        decimals: loadReadModule,
        parseHash: loadReadModule,
        verdict: loadReadModule,
        isUnspendable: loadReadModule,
        addressOfName: loadNameModule,
        nameOfAddress: loadNameModule,
        spelling: loadReadModule,
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
