import type { Transaction } from '@latchkey/core'
import type { AccountChunkWords } from '../../words/words.ts'

/** Heading of the dialog for each status of a swap or an approval. */
export function swapHeading(
  words: AccountChunkWords['swap'],
  { status, purpose, asset }: Pick<Transaction, 'status' | 'purpose' | 'asset'>,
): string {
  const { approving, approved, notApproved, swapping, swapped, failed } = words.status
  const isApproval = purpose === 'approve'
  if (status === 'confirmed') return isApproval ? approved(asset.symbol) : swapped
  if (status === 'signing' || status === 'submitted')
    return isApproval ? approving(asset.symbol) : swapping
  if (status === 'failed' || status === 'draft') return isApproval ? notApproved : failed
  return words.other[status]
}
