import {
  type ChainId,
  defaultOnrampOptions,
  isOnrampOptions,
  isOnrampProviders,
  namespaceOf,
  type OnrampOptions,
  type OnrampProvider,
  onrampNamespaces,
  referenceOf,
} from '@latchkey/protocol'
import { getFromGateway } from '../gateway/get.ts'
import { type Cache, readCached } from '../gateway/read-cached.ts'
import { isSupported } from '../gateway/supported-chains.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import type { BuyOptions } from './onramp.ts'
import { onrampFailure } from './onramp-failure.ts'

/** How long a list of providers or of their options is cached, in milliseconds. */
export const listCacheMs = 60_000

const emptyOptions: BuyOptions = { purchaseCurrencies: [], paymentCurrencies: [], isDefault: false }

const providersOf: (kit: Kit) => Cache<readonly OnrampProvider[]> = perKit(() => new Map())
const optionsOf: (kit: Kit) => Cache<BuyOptions> = perKit(() => new Map())

/**
 * Returns the providers that sell coins, which are read from the gateway at most once a minute.
 * @throws `onramp-unavailable` | `aborted`
 */
export async function readProviders(
  kit: Kit,
  signal?: AbortSignal,
): Promise<readonly OnrampProvider[]> {
  if (!kit.options.gateway) return []
  const askProviders = (): Promise<readonly OnrampProvider[]> =>
    getFromGateway(kit, 'v1/onramp/providers', {
      read: (answer) => (isOnrampProviders(answer) ? answer : null),
    })
  return readCached(providersOf(kit), 'all', listCacheMs, askProviders, signal).catch((cause) => {
    throw onrampFailure(cause, 'onramp-unavailable')
  })
}

/**
 * Returns the coins and payment methods of one provider on a chain, read at most once a minute.
 * When the gateway fails, the built-in list is returned; on a chain that the gateway does not serve
 * or no provider delivers to, the list is empty.
 * @throws `aborted`
 */
export async function readOptions(
  kit: Kit,
  {
    chain,
    provider,
    signal,
  }: {
    readonly chain: ChainId
    readonly provider: string
    readonly signal?: AbortSignal | undefined
  },
): Promise<BuyOptions> {
  if (!(onrampNamespaces as readonly string[]).includes(namespaceOf(chain))) return emptyOptions
  if (!(await isSupported(kit, chain, signal))) return emptyOptions
  const askOptions = async (): Promise<BuyOptions> => {
    const query = { provider, chainId: chain }
    const readAnswer = (answer: unknown): OnrampOptions | null =>
      isOnrampOptions(answer) ? answer : null
    return optionsOnChain(
      {
        ...(await getFromGateway(kit, 'v1/onramp/options', { query, read: readAnswer })),
        isDefault: false,
      },
      chain,
    )
  }
  try {
    const key = `${chain}:${provider}`
    return await readCached(optionsOf(kit), key, listCacheMs, askOptions, signal)
  } catch (cause) {
    const failure = onrampFailure(cause, 'onramp-unavailable')
    if (failure.code === 'aborted') throw failure
    if (failure.code === 'onramp-chain-unsupported') return emptyOptions
    return optionsOnChain({ ...defaultOnrampOptions, isDefault: true }, chain)
  }
}

/** Leaves out of a provider's options the coins that are not delivered on this chain. */
function optionsOnChain(options: BuyOptions, chain: ChainId): BuyOptions {
  const chainReference = referenceOf(chain)
  const isThisChain = (id: string): boolean => id === chainReference || id === chain
  const purchaseCurrencies = options.purchaseCurrencies.flatMap((currency) => {
    const networks = currency.networks.filter(({ chain_id }) => isThisChain(chain_id))
    return networks.length > 0 ? [{ ...currency, networks }] : []
  })
  return purchaseCurrencies.length > 0 ? { ...options, purchaseCurrencies } : emptyOptions
}
