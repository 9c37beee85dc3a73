import type { ReadSource, Transfer, TransferEstimate } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { isAddress, nativeAsset } from '../chains.ts'
import { readAmount } from './amount.ts'

/** The fee that the node asks for. Throws `receiver-invalid`, `rpc-answer-invalid`. */
export async function estimateTransfer(
  source: ReadSource,
  { to }: Transfer,
): Promise<TransferEstimate> {
  if (!isAddress(to)) throw new LatchkeyError('receiver-invalid')
  const fee = readAmount(await source.request('toy_fee'))
  return { fee, feeAsset: nativeAsset(source.chain), notes: [] }
}
