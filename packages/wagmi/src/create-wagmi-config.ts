import type { Kit } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol'
import type { ClientConfig } from 'viem'
import { type CreateConfigParameters, createConfig } from 'wagmi'
import { keepInStep } from './keep-in-step.ts'
import { kitConnector } from './kit-connector.ts'
import { chainsOf, transportsOf, type WagmiConfig } from './wagmi-chains.ts'

export declare namespace createWagmiConfig {
  interface Options {
    /**
     * Lets the visitor connect a wallet; wagmi's `useConnect` calls it. It resolves once a wallet
     * is connected and rejects when the visitor gives up. Pass `() => modal.connect()`; without it
     * `useConnect` fails with `config-invalid` while no wallet is connected.
     */
    readonly connect?: (() => Promise<unknown>) | undefined
    /** The connector's name for wagmi's hooks; default `Latchkey`. */
    readonly name?: string | undefined
    /** The connector's icon for wagmi's hooks, as a URL. */
    readonly icon?: string | undefined
    /**
     * Whether the page is rendered on a server too: wagmi then reads its storage only once the page
     * is mounted. Default false.
     */
    readonly ssr?: boolean | undefined
    /**
     * Where wagmi stores the state that it shows first after a reload, as
     * `createStorage({ storage: cookieStorage })`. The kit's own storage decides whether a wallet
     * is connected again. Default `localStorage`; with `null` wagmi stores nothing.
     */
    readonly storage?: CreateConfigParameters['storage'] | undefined
    /**
     * How viem combines reads of contracts; by default those of the same tick become one call of
     * Multicall3.
     */
    readonly batch?: ClientConfig['batch'] | undefined
    /** Milliseconds between two reads of the chain while something is waited for; default 4000. */
    readonly pollingInterval?: number | undefined
    /** Milliseconds for which viem caches the block number; default `pollingInterval`. */
    readonly cacheTime?: number | undefined
    /**
     * Whether names may be looked up off the chain (ERC-3668). Default false, because the owner of
     * a name chooses the server that is asked; `{}` switches it on.
     */
    readonly ccipRead?: ClientConfig['ccipRead'] | undefined
  }
  type ReturnType<Id extends ChainId = ChainId> = WagmiConfig<Id>
}

/**
 * Makes a wagmi configuration for a kit, for `WagmiProvider` and wagmi's actions. Its chains are
 * the kit's Ethereum-like chains, its reads go where the kit's reads go, and its only connector is
 * the Ethereum-like wallet that the kit has connected, whichever that is. From then on wagmi and
 * the kit have the same state, whichever of them the page uses. On a server only the configuration
 * is made.
 * @param kit made once, outside of rendering
 * @returns the configuration; make it once, next to the kit
 * @throws `config-invalid` when the kit has no Ethereum-like chain
 *
 * @example
 * const config = createWagmiConfig(kit, { connect: () => modal.connect(), ssr: true })
 */
export function createWagmiConfig<Id extends ChainId>(
  kit: Kit<Id>,
  options: createWagmiConfig.Options = {},
): createWagmiConfig.ReturnType<Id> {
  const { connect, name = 'Latchkey', icon, ccipRead = false, ...others } = options
  const given = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined),
  ) as Omit<createWagmiConfig.Options, 'connect' | 'name' | 'icon' | 'ccipRead'>
  const config = createConfig({
    ...given,
    ccipRead,
    chains: chainsOf(kit),
    transports: transportsOf(kit),
    connectors: [kitConnector(kit, { connect, name, icon })],
    // The kit finds the wallets on the page. If wagmi found them too, it would connect them without
    // the kit.
    multiInjectedProviderDiscovery: false,
  } as CreateConfigParameters)
  // A server renders for many visitors, so on a server nothing that wagmi does for one of them may
  // reach the kit.
  if (typeof window !== 'undefined') keepInStep(kit, config)
  return config as unknown as WagmiConfig<Id>
}
