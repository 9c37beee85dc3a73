import { type Kit, readSource } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol'
import { type FeeRates, feeRates } from '../read/fee-rates.ts'

/** What nodes take for a virtual byte, in whole satoshi. Throws `read-unavailable`, `rpc-answer-invalid`. */
export async function getFeeRates(
  kit: Kit,
  { chain, signal }: { readonly chain: ChainId; readonly signal?: AbortSignal },
): Promise<FeeRates> {
  return feeRates(readSource(kit, { chain, ...(signal && { signal }) }))
}
