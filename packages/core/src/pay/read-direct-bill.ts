import { hasCode, LatchkeyError, moneyUnits } from '@latchkey/protocol'
import { readPrices } from '../gateway/prices.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import type { Bill, BillOption, DirectRequest } from './bill.ts'
import { checkOption } from './check-option.ts'

/**
 * Reads a payment that a page asks for without an order, and checks everything of it that will be
 * shown.
 * @throws what `readBill` throws
 */
export async function readDirectBill(
  kit: Kit,
  request: DirectRequest,
  signal: AbortSignal | undefined,
): Promise<Bill> {
  const { id, title, reference, needed, currency, amount } = request
  const options = await Promise.all(
    (await optionsOf(kit, request, signal)).map((option) =>
      checkOption(kit, option, signal).catch((cause) => {
        // The wrong field came from the page, not from the gateway, so the error is not
        // `gateway-answer-invalid`.
        if (!hasCode(cause, 'gateway-answer-invalid')) throw cause
        const { reason } = cause.context
        throw new LatchkeyError(
          reason?.includes('receiver') ? 'receiver-invalid' : 'token-required',
          {
            cause,
            ...(reason !== undefined && { reason }),
          },
        )
      }),
    ),
  )
  return {
    id,
    options,
    needed,
    ...(title && { title }),
    ...(reference && { reference }),
    ...(currency && { price: { amount, currency } }),
  }
}

async function optionsOf(
  kit: Kit,
  { assets, to, amount, currency }: DirectRequest,
  signal: AbortSignal | undefined,
): Promise<readonly BillOption[]> {
  const [first] = assets
  if (!first) return refuseWith('token-required')
  if (!currency) return [{ asset: first, to, amount: BigInt(amount) }]
  const money = moneyUnits(amount)
  if (money === null) return refuseWith('amount-invalid')
  const prices = await readPrices(kit, { assets, currency: currency.toLowerCase(), signal })
  const options = assets.flatMap((asset): BillOption[] => {
    const price = moneyUnits(prices[asset.id] ?? '')
    if (!price) return []
    // The amount is rounded up, so that the receiver never gets less than was asked.
    return [{ asset, to, amount: (money * 10n ** BigInt(asset.decimals) + price - 1n) / price }]
  })
  return options.length > 0
    ? options
    : refuseWith('read-unavailable', 'no price of what may be paid')
}
