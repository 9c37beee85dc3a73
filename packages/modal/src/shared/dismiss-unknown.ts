import { discardTransaction, type Kit } from '@latchkey/core'
import type { ViewModal } from '../contract/view.ts'

/** Forgets a transaction of which nobody knows what became, once the visitor has read so. */
export function dismissUnknown(kit: Kit, modal: Pick<ViewModal, 'reset'>, id: string): void {
  modal.reset({ view: 'Account' })
  discardTransaction(kit, { id })
}
