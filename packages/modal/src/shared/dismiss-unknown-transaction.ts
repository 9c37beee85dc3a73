import { discardTransaction, type Kit } from '@latchkey/core'
import type { ViewModal } from '../contract/view.ts'

/** Deletes a transaction of unknown status once the visitor has read about it. */
export function dismissUnknownTransaction(
  kit: Kit,
  modal: Pick<ViewModal, 'reset'>,
  id: string,
): void {
  modal.reset({ view: 'Account' })
  discardTransaction(kit, { id })
}
