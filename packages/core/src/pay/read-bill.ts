import { inWords } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import type { Bill, PayRequest } from './bill.ts'
import { readOrderBill } from './read-order.ts'

/**
 * Reads what is to be paid, and checks everything that will be shown of it.
 * @throws `order-not-found` | `chain-unsupported` | `receiver-invalid` | `amount-invalid` |
 *   `read-unavailable` when no price is known | `gateway-answer-invalid` | what the reads throw
 */
export function readBill(
  kit: Kit,
  parameters: { readonly request: PayRequest; readonly signal?: AbortSignal | undefined },
): Promise<Bill> {
  return inWords(runReadBill(kit, parameters))
}

async function runReadBill(
  kit: Kit,
  { request, signal }: { readonly request: PayRequest; readonly signal?: AbortSignal | undefined },
): Promise<Bill> {
  if ('order' in request) return readOrderBill(kit, { order: request.order, signal })
  const { readDirectBill } = await import('./read-direct-bill.ts')
  return readDirectBill(kit, request, signal)
}
