import type { OnrampOptions } from '@latchkey/protocol'
import { currencyPlaces, isPayable, LatchkeyError, moneyText, moneyUnits } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'
import type { BuyAsk, BuyLimits } from './onramp.ts'

/**
 * Returns the limits of a payment method; without `paymentMethod`, those of the currency's first
 * method. Null when there is no such method.
 */
export function onrampLimits(
  { paymentCurrencies }: Pick<OnrampOptions, 'paymentCurrencies'>,
  { paymentCurrency, paymentMethod }: Pick<BuyAsk, 'paymentCurrency' | 'paymentMethod'>,
): (BuyLimits & { readonly id: string }) | null {
  const methods =
    paymentCurrencies.find(({ id }) => id === paymentCurrency)?.payment_method_limits ?? []
  return methods.find(({ id }) => paymentMethod === undefined || id === paymentMethod) ?? null
}

/**
 * Checks an amount against the limits of its payment method, and returns it in the form that is
 * sent to the gateway.
 * @throws `amount-invalid` | `onramp-amount-out-of-range` with `min`, `max` and `currency`, and
 * both limits in `reason` | `onramp-unavailable` when currency or method is not an option
 */
export function checkOnrampAmount(
  options: Pick<OnrampOptions, 'paymentCurrencies'>,
  request: Pick<BuyAsk, 'paymentCurrency' | 'paymentMethod' | 'amount'>,
): string {
  const decimalPlaces = currencyPlaces(request.paymentCurrency)
  if (!isPayable(request.amount, decimalPlaces))
    refuseWith('amount-invalid', request.paymentCurrency)
  const limits = onrampLimits(options, request)
  if (!limits)
    refuseWith(
      'onramp-unavailable',
      `${request.paymentCurrency} ${request.paymentMethod ?? ''}`.trim(),
    )
  const { min, max } = limits
  const [asked, low, high] = [request.amount, min, max].map(moneyUnits)
  if (asked == null || (low != null && asked < low) || (high != null && asked > high))
    throw new LatchkeyError('onramp-amount-out-of-range', {
      reason: `${min}–${max} ${request.paymentCurrency}`,
      min,
      max,
      currency: request.paymentCurrency,
    })
  return moneyText(asked, decimalPlaces)
}
