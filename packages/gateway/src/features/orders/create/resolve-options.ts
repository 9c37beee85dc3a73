import type { ChainId } from '@latchkey/protocol'
import { chainOf } from '@latchkey/protocol'
import type { paymentOrderRequestSchema } from '@latchkey/protocol/schema'
import { type Hex, isAddress, zeroAddress } from 'viem'
import type { z } from 'zod'
import { currencies } from '../../../base/config/currencies.ts'
import type { Config } from '../../../base/config/schema.ts'
import { normalizeAsset, readAssetContract } from '../../../base/money/asset.ts'
import { refusal } from '../../../base/refuse.ts'
import { coinOfChain } from '../../../families/families.ts'
import type { PricePort } from '../../../ports/price-port.ts'
import type { TokenPort } from '../../../ports/token-port.ts'
import type { OptionRow } from '../state/order-rows.ts'
import { computeAmount } from './compute-amount.ts'

export type OrderRequest = z.output<typeof paymentOrderRequestSchema>
type RequestedOption = OrderRequest['accepts'][number]

/** A way to pay an order, with the fields that are read from the chain, the token and the price. */
export type ResolvedOption = Omit<OptionRow, 'orderId' | 'madeAfterBlock' | 'isScanned'>

export interface ResolveServices {
  readonly config: Pick<Config, 'chains'>
  readonly tokens: TokenPort
  readonly prices: Pick<PricePort, 'now'>
}

type CheckedOption = Omit<ResolvedOption, 'amount'>

/**
 * Completes the ways to pay of a request: the symbol and decimals of each asset, and the amount at
 * the current price when the request has a price in money.
 * @throws a refusal: 422 for an asset or receiver that cannot be accepted, 503 when no price is
 *   known
 */
export async function resolveOptions(
  services: ResolveServices,
  request: OrderRequest,
  signal: AbortSignal,
): Promise<readonly ResolvedOption[]> {
  const checked = await Promise.all(
    request.accepts.map((option, position) => checkOption(services, option, position, signal)),
  )
  const keys = checked.map(({ chain, token, receiver }) => `${chain} ${token} ${receiver}`)
  const repeated = keys.findIndex((key, position) => keys.indexOf(key) !== position)
  if (repeated >= 0) throw refuseOption(repeated, 'is the same as another one')
  if (!request.price)
    return checked.map((option, position) => ({
      ...option,
      amount: BigInt(request.accepts[position]?.amount ?? 0),
    }))
  return priceOptions(services, checked, request.price, signal)
}

async function checkOption(
  { config, tokens }: ResolveServices,
  { asset, to }: RequestedOption,
  position: number,
  signal: AbortSignal,
): Promise<CheckedOption> {
  const chain = chainOf(asset)
  const served = config.chains.find(({ id }) => id === chain)
  if (!served || !chain.startsWith('eip155:'))
    throw refuseOption(position, 'is of a chain on which no order can be paid here')
  // An address in mixed case has a checksum (EIP-55), which is verified to notice typing errors.
  const isMixedCase = to !== to.toLowerCase() && to.slice(2) !== to.slice(2).toUpperCase()
  if (!isAddress(to, { strict: isMixedCase }) || to === zeroAddress)
    throw refuseOption(position, 'has a receiver that is no address')
  const receiver = to.toLowerCase() as Hex
  const common = { position, chain, asset, receiver, receiverText: to }
  if (asset === coinOfChain(chain)) {
    const { symbol, decimals } = served.nativeCurrency
    return { ...common, token: null, symbol, decimals }
  }
  const token = readAssetContract(asset)
  if (!token || !isAddress(token, { strict: false }))
    throw refuseOption(position, 'is neither the coin of its chain nor an ERC-20 token')
  if (token === receiver) throw refuseOption(position, 'would be sent to the token itself')
  const facts = (await tokens.find(chain, [token], signal)).get(token)
  if (!facts) throw refusal(503, 'accepts', `accepts.${position} cannot be read at the moment`)
  if (facts.kind !== 'erc20' || !facts.symbol)
    throw refuseOption(position, 'is no ERC-20 token with a symbol')
  return { ...common, token, symbol: facts.symbol, decimals: facts.decimals }
}

async function priceOptions(
  { prices }: ResolveServices,
  checked: readonly CheckedOption[],
  price: NonNullable<OrderRequest['price']>,
  signal: AbortSignal,
): Promise<readonly ResolvedOption[]> {
  const currency = currencies.find((one) => one === price.currency.toLowerCase())
  if (!currency) throw refusal(422, 'price', `Prices in ${price.currency} are not known here`)
  const assetIds = checked.map(({ asset }) =>
    normalizeAsset(asset as `${ChainId}/${string}:${string}`),
  )
  const known = await prices.now(assetIds, currency, signal)
  return checked.map((option, position) => {
    const unitPrice = known.get(assetIds[position] as (typeof assetIds)[number])?.price
    const amount = unitPrice && computeAmount(price.amount, unitPrice, option.decimals)
    if (!amount)
      throw refusal(503, 'price', `There is no price of accepts.${position} at the moment`)
    return { ...option, amount }
  })
}

function refuseOption(position: number, reason: string): Error {
  return refusal(422, 'accepts', `accepts.${position} ${reason}`)
}
