import { type Asset, inWords, orderIdPattern } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import type { PayRequest } from './bill.ts'
import type { PayTerms } from './pay-terms.ts'

interface Parameters {
  readonly terms: PayTerms
  /** The tokens that the page configured for the dialog. */
  readonly tokens?: readonly Asset[]
}

/**
 * Checks the payment that a page asks for, and returns it as plain data.
 * @throws `feature-unsupported` when `features.pay` is off | `order-not-found` | `receiver-invalid` |
 *   `receiver-chain-mismatch` | `amount-invalid` | `token-required` | `chain-unsupported` |
 *   `config-invalid`
 */
export function readPayRequest(kit: Kit, parameters: Parameters): Promise<PayRequest> {
  return inWords(runReadPayRequest(kit, parameters))
}

async function runReadPayRequest(
  kit: Kit,
  { terms, tokens = [] }: Parameters,
): Promise<PayRequest> {
  if (kit.getState().features.pay === false)
    refuseWith('feature-unsupported', 'features.pay is off')
  if (!('order' in terms)) {
    const { readDirectRequest } = await import('./read-direct-request.ts')
    return readDirectRequest(kit, terms, tokens)
  }
  const { order } = terms
  if (typeof order !== 'string' || !orderIdPattern.test(order))
    refuseWith('order-not-found', 'the id is no 32 hex digits')
  return { order }
}
