import {
  type Asset,
  hasCode,
  isPaymentOrder,
  LatchkeyError,
  orderIdPattern,
  type PaymentOption,
  type PaymentOrder,
} from '@latchkey/protocol'
import { getFromGateway } from '../gateway/get.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { plainText } from '../plain-text.ts'
import type { Bill } from './bill.ts'
import { checkOption } from './check-option.ts'

/**
 * Reads an order from the gateway. Only the shape of the answer is checked.
 * @throws `order-not-found` | what `getFromGateway` throws
 */
export async function readOrder(
  kit: Kit,
  { order: id, signal }: { readonly order: string; readonly signal?: AbortSignal | undefined },
): Promise<PaymentOrder> {
  if (typeof id !== 'string' || !orderIdPattern.test(id))
    refuseWith('order-not-found', 'the id is no 32 hex digits')
  try {
    return await getFromGateway(kit, `v1/orders/${id}`, {
      read: (answer) => (isPaymentOrder(answer) && answer.id === id ? answer : null),
      signal,
    })
  } catch (cause) {
    if (hasCode(cause) && cause.context.sourceCode === 404)
      throw new LatchkeyError('order-not-found', { reason: id, cause })
    throw cause
  }
}

/**
 * Reads an order and checks each of its ways to pay against the kit and the chain. Ways to pay on
 * chains that the kit does not have are left out. One wrong way to pay makes the whole order
 * invalid.
 * @throws `chain-unsupported` when no way to pay is left | what `readOrder` and `checkOption` throw
 */
export async function readOrderBill(
  kit: Kit,
  parameters: { readonly order: string; readonly signal?: AbortSignal | undefined },
): Promise<Bill> {
  const order = await readOrder(kit, parameters)
  return billOfOrder(kit, order, parameters.signal)
}

async function billOfOrder(
  kit: Kit,
  order: PaymentOrder,
  signal: AbortSignal | undefined,
): Promise<Bill> {
  const known = order.accepts.filter(({ chain }) => kit.chains.some(({ id }) => id === chain))
  if (known.length === 0)
    return refuseWith('chain-unsupported', order.accepts.map(({ chain }) => chain).join(', '))
  const options = await Promise.all(
    known.map((option) =>
      checkOption(
        kit,
        { asset: assetOf(option), to: option.to, amount: BigInt(option.amount) },
        signal,
      ),
    ),
  )
  const title = plainText(order.title ?? '', 80)
  const reference = plainText(order.reference ?? '', 128)
  return {
    id: order.id,
    order,
    options,
    expiresAt: Date.parse(order.expiresAt),
    needed: order.payment?.needed ?? 1,
    ...(title && { title }),
    ...(reference && { reference }),
    ...(order.price && { price: order.price }),
  }
}

function assetOf({ asset, symbol, decimals }: PaymentOption): Asset {
  return { id: asset, name: symbol, symbol, decimals }
}
