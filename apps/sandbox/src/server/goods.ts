import { devnetChain, devnetTokens } from '@latchkey/devnet'
import {
  type AssetId,
  boughtFor,
  type ChainId,
  currencyPlaces,
  type Money,
  moneyText,
  moneyUnits,
  type OnrampOptions,
  paymentLimits,
  shareOfMoney,
} from '@latchkey/protocol'

/**
 * A coin or token that the sandbox sells, with its price. Prices are the initial ones of the
 * devnet's pools and never change.
 */
export interface Good {
  readonly asset: AssetId
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Address of the token's contract; absent for the chain's own coin. */
  readonly contract?: `0x${string}`
  /** Price of one unit in US dollars, as decimal text. */
  readonly price: string
}

const { id: chain, name: chainName, nativeCurrency } = devnetChain()
const tokenPrices: Readonly<Record<string, string>> = { LATCH: '1.25', USDC: '1' }
export const sandboxChain: ChainId = chain

export const goods: readonly Good[] = [
  { asset: `${chain}/slip44:60`, ...nativeCurrency, price: '2500' },
  ...devnetTokens.flatMap(({ id, name, symbol, decimals }): readonly Good[] => {
    const [price, contract] = [
      tokenPrices[symbol],
      id.slice(id.lastIndexOf(':') + 1) as `0x${string}`,
    ]
    return price === undefined ? [] : [{ asset: id, name, symbol, decimals, contract, price }]
  }),
]

/** For each currency: its rate in US dollars, and the lowest and highest card payment. */
const currencies: Readonly<
  Record<string, { readonly rate: string; readonly min: string; readonly max: string }>
> = {
  USD: { rate: '1', ...paymentLimits.card },
  EUR: { rate: '1.08', ...paymentLimits.card },
  JPY: { rate: '0.0065', min: '1500', max: '1100000' },
}
/** Fees of a purchase: `percent` of the price, and `network` in US dollars. */
const fee = { percent: 1.5, network: '0.25' }
/** Maximum number of decimals of a delivered amount. */
const maxShownDecimals = 8

/** Lists what a buyer can choose: currencies, payment methods and limits. */
export function sandboxOptions(): OnrampOptions {
  return {
    purchaseCurrencies: goods.map(({ asset, name, symbol, contract = '' }) => ({
      id: asset,
      name,
      symbol,
      networks: [
        {
          name: 'latchkey-devnet',
          display_name: chainName,
          chain_id: chain.slice(chain.indexOf(':') + 1),
          contract_address: contract,
        },
      ],
    })),
    paymentCurrencies: Object.entries(currencies).map(([id, { min, max }]) => ({
      id,
      payment_method_limits: [{ id: 'card', min, max }],
    })),
  }
}

/** An offer; subtotal and fees add up exactly to the total. */
export interface Offer {
  readonly good: Good
  readonly paymentTotal: Money
  readonly paymentSubtotal: Money
  readonly providerFee: Money
  readonly networkFee: Money
  readonly purchaseAmount: Money
  /** Amount that is bought, in base units. */
  readonly units: bigint
}

/** Why no offer can be made: the wrong field of the request, and a text. */
export interface RefusedOffer {
  readonly field: string
  readonly description: string
}

/** Makes an offer for `amount` of a currency, paid by card. */
export function makeOffer({
  purchaseCurrency,
  paymentCurrency: currency,
  amount,
}: {
  readonly purchaseCurrency: string
  readonly paymentCurrency: string
  readonly amount: string
}): Offer | RefusedOffer {
  const good = goods.find(
    ({ symbol, asset }) => symbol === purchaseCurrency || asset === purchaseCurrency,
  )
  if (!good) return { field: 'purchaseCurrency', description: 'The sandbox does not have this' }
  const currencyTerms = Object.hasOwn(currencies, currency) ? currencies[currency] : undefined
  if (!currencyTerms)
    return { field: 'paymentCurrency', description: `The sandbox takes no ${currency}` }
  const [total, min, max, rate] = [
    amount,
    currencyTerms.min,
    currencyTerms.max,
    currencyTerms.rate,
  ].map((text) => moneyUnits(text) ?? 0n)
  if (
    total === undefined ||
    min === undefined ||
    max === undefined ||
    rate === undefined ||
    total < min ||
    total > max
  )
    return {
      field: 'amount',
      description: `Between ${currencyTerms.min} and ${currencyTerms.max} ${currency}`,
    }
  const currencyDecimals = currencyPlaces(currency)
  const rateScale = 10n ** 36n
  const moneyOfUnits = (units: bigint): Money => ({
    amount: moneyText(units, currencyDecimals),
    currency,
  })
  const providerFee = shareOfMoney(total, fee.percent, currencyDecimals)
  const networkFeeUnits = shareOfMoney(
    ((moneyUnits(fee.network) ?? 0n) * rateScale) / rate,
    100,
    currencyDecimals,
  )
  const amountAfterFees = total - providerFee - networkFeeUnits
  const dollars = (amountAfterFees * rate) / rateScale
  const shownDecimals = Math.min(good.decimals, maxShownDecimals)
  const boughtUnits = boughtFor(dollars, moneyUnits(good.price) ?? 0n, shownDecimals)
  return {
    good,
    paymentTotal: moneyOfUnits(total),
    paymentSubtotal: moneyOfUnits(amountAfterFees),
    providerFee: moneyOfUnits(providerFee),
    networkFee: moneyOfUnits(networkFeeUnits),
    purchaseAmount: {
      amount: moneyText(boughtUnits * 10n ** BigInt(36 - shownDecimals)),
      currency: good.symbol,
    },
    units: boughtUnits * 10n ** BigInt(good.decimals - shownDecimals),
  }
}

/**
 * Converts a decimal amount of a good to base units; null when it is malformed or has too many
 * decimals.
 */
export function toBaseUnits({ decimals }: Good, amount: string): bigint | null {
  const units = moneyUnits(amount)
  const minUnit = 10n ** BigInt(36 - decimals)
  return units === null || units === 0n || units % minUnit !== 0n ? null : units / minUnit
}
