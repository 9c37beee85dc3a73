import { type Kit, readSource } from '@latchkey/core'
import { type ChainId, inWords } from '@latchkey/protocol'
import { type FeeRates, feeRates } from '../read/fee-rates.ts'

/**
 * Fee rates that nodes estimate, in whole satoshi per virtual byte. Throws
 * `read-unavailable` without a node or gateway, whether or not a wallet is connected;
 * `rpc-answer-invalid`, or what the node throws.
 *
 * @example const rates = await getFeeRates(kit, { chain: mainnet })
 */
export function getFeeRates(
  kit: Kit,
  parameters: { readonly chain: ChainId; readonly signal?: AbortSignal },
): Promise<FeeRates> {
  return inWords(runGetFeeRates(kit, parameters))
}

async function runGetFeeRates(
  kit: Kit,
  { chain, signal }: { readonly chain: ChainId; readonly signal?: AbortSignal },
): Promise<FeeRates> {
  return feeRates(readSource(kit, { chain, ...(signal && { signal }) }))
}
