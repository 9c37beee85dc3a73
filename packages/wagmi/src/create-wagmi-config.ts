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
     * Where wagmi keeps what it shows first after a reload, as
     * `createStorage({ storage: cookieStorage })`. The kit's own storage decides whether a wallet is
     * connected again. Default `localStorage`; `null` keeps nothing.
     */
    readonly storage?: CreateConfigParameters['storage'] | undefined
    /** How viem joins reads; default: those of one tick in one call of Multicall3. */
    readonly batch?: ClientConfig['batch'] | undefined
    /** Milliseconds between two looks at the chain, where something is waited for; default 4000. */
    readonly pollingInterval?: number | undefined
    /** Milliseconds for which viem keeps a block number; default `pollingInterval`. */
    readonly cacheTime?: number | undefined
    /**
     * Off-chain look-ups of names (ERC-3668). Default false, because the owner of a name chooses the
     * server that is asked; `{}` switches them on.
     */
    readonly ccipRead?: ClientConfig['ccipRead'] | undefined
  }
  type ReturnType<Id extends ChainId = ChainId> = WagmiConfig<Id>
}

/**
 * Makes a wagmi configuration out of a kit, for `WagmiProvider` and for wagmi's actions. Its
 * chains are the kit's Ethereum-like ones, its reads go where the kit reads, and its one connector
 * is whichever Ethereum-like wallet the kit has connected. From then on wagmi and the kit say the
 * same, whichever of them the page or the wallet uses. On a server it only makes the configuration.
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
    // The kit finds the wallets of the page; wagmi would connect them past the kit.
    multiInjectedProviderDiscovery: false,
  } as CreateConfigParameters)
  // A server renders for many visitors, so nothing that one of them did may reach the kit there.
  if (typeof window !== 'undefined') keepInStep(kit, config)
  return config as unknown as WagmiConfig<Id>
}
