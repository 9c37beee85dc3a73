import type { ChainId } from '@latchkey/protocol'
import { refusal } from '../../base/refuse.ts'
import type { OnrampPort, OnrampRegion, OnrampSeller } from '../../ports/onramp-port.ts'
import { isNetworkOfChain } from './checked-seller.ts'

/**
 * Finds a seller of coins by its provider id; without an id the first seller.
 * @throws a refusal: 400 for an unknown id, 503 when no seller is configured
 */
export function findSeller({ sellers }: OnrampPort, name: string | undefined): OnrampSeller {
  const seller = name === undefined ? sellers.values().next().value : sellers.get(name)
  if (seller) return seller
  throw name === undefined
    ? refusal(503, '', 'Nobody sells anything here')
    : refusal(400, 'provider', `The provider ${name} is not known`)
}

/**
 * Finds the chain of the network that the seller calls `network`; when `network` is undefined, the
 * first chain on which the seller delivers the coin `wish`.
 * @throws a refusal: 400
 */
export async function chainOfNetwork(
  seller: OnrampSeller,
  { network, wish, place }: { network: string | undefined; wish: string; place?: OnrampRegion },
  signal?: AbortSignal,
): Promise<ChainId> {
  const { purchaseCurrencies } = await seller.options(signal, place)
  const soldCurrencies = purchaseCurrencies.filter(
    ({ id, symbol }) => id === wish || symbol === wish,
  )
  if (soldCurrencies.length === 0)
    throw refusal(400, 'purchaseCurrency', `${seller.provider.name} does not sell this`)
  const soldNetworks = soldCurrencies.flatMap(({ networks }) => networks)
  // A name such as `ethereum` also matches the network `ethereum-mainnet`.
  const matchingNetwork = soldNetworks.find(
    ({ name }) => network === undefined || name === network || name.startsWith(`${network}-`),
  )
  const chain =
    matchingNetwork && seller.provider.chains?.find((one) => isNetworkOfChain(matchingNetwork, one))
  if (!chain)
    throw refusal(400, network === undefined ? 'chainId' : 'network', 'It is not delivered there')
  return chain
}
