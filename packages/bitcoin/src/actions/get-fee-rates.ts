import { type Kit, readSource } from '@latchkey/core'
import { type ChainId, inWords } from '@latchkey/protocol'
import { type FeeRates, feeRates } from '../read/fee-rates.ts'

/**
 * Fee rates that nodes estimate, in whole satoshi per virtual byte. Throws `rpc-answer-invalid` for
 * an invalid answer, and `read-unavailable` when the chain has neither a node nor a gateway, whether
 * or not a wallet is connected.
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
