import { inWords } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import type { Bill, PayRequest } from './bill.ts'
import { readOrderBill } from './read-order.ts'

/**
 * Reads a payment that a page asks for, and checks everything of it that will be shown.
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
