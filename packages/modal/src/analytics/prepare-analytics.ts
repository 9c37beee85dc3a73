import { wallets } from '@latchkey/catalog/wallets'
import { groupWallets, isPhone, type Kit, type Stop } from '@latchkey/core'
import type { WatchedDialog } from '../contract/view.ts'
import { connectGroups } from '../features/connect/connect-groups.ts'
import { transportOf } from '../features/connect/transport-of.ts'
import { whenIdle } from '../shared/when-idle.ts'
import type { EarlyEvents } from './early-events.ts'

/**
 * Starts collecting for analytics at the visitor's first action: opening the dialog, or a request
 * of the page to a wallet without the dialog. Events are held until the analytics code is loaded,
 * so that loading never delays a click.
 */
export function prepareAnalytics(kit: Kit, dialog: WatchedDialog): Stop {
  if (!kit.options.gateway) return () => {}
  const earlyEvents: EarlyEvents = {
    state: kit.getState(),
    news: [],
    routers: [dialog.getState().router],
  }
  const loadAnalytics = (isAct: boolean): void => {
    // `cleanups` starts with the two listeners that collect events; a third entry means that
    // loading has begun already.
    if (!isAct || cleanups.length > 2) return
    cleanups.push(
      whenIdle(() => {
        import('./chunk.ts').then(({ startTracking: startCounting }) => {
          if (cleanups.length === 0) return
          stopCollecting()
          cleanups.push(
            startCounting(kit, dialog, earlyEvents, {
              connectGroups,
              isPhone,
              transportOf,
              groupWallets,
              wallets,
            }),
          )
        }, stopCollecting)
      }),
    )
  }
  const cleanups = [
    kit.watch((...update) => {
      earlyEvents.news.push(update)
      loadAnalytics(update[0].type === 'connect-started')
    }),
    dialog.subscribe(() => {
      const { router } = dialog.getState()
      earlyEvents.routers.push(router)
      loadAnalytics(router.open)
    }),
  ]
  const stopCollecting = (): void => {
    for (const stop of cleanups.splice(0)) {
      stop()
    }
  }
  return stopCollecting
}
