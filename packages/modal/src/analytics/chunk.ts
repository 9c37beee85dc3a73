import { type Kit, type Stop, startAnalytics } from '@latchkey/core'
import type { WatchedDialog } from '../contract/view.ts'
import { analyticsWords } from '../words/en/analytics.ts'
import type { DialogModules, EarlyEvents } from './early-events.ts'
import { modalEvents } from './modal-events.ts'
import { warnOwner } from './warn-owner.ts'

/**
 * Starts the analytics code: a chunk of its own, loaded after the first opening and only when there
 * is a gateway.
 */
export function startTracking(
  kit: Kit,
  dialog: WatchedDialog,
  { state, news, routers }: EarlyEvents,
  dialogModules: DialogModules,
): Stop {
  const { source, describeConnect } = modalEvents(kit, dialog, routers, dialogModules)
  return startAnalytics(kit, {
    sources: [source],
    describeConnect,
    since: { state, news },
    onRefused: () => {
      dialog.modal.toast({ variant: 'error', text: analyticsWords.refused })
      void warnOwner(kit)
    },
  })
}
