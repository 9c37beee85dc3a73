import { wallets } from '@latchkey/catalog/wallets'
import { groupWallets, type Kit, type Stop } from '@latchkey/core'
import type { Early } from '../analytics/early.ts'
import { connectGroups } from '../wallet/connect-groups.ts'
import { isPhone } from '../wallet/is-phone.ts'
import { transportOf } from '../wallet/transport-of.ts'
import { whenIdle } from '../when-idle.ts'
import type { Navigation } from './navigation.ts'

/**
 * From the visitor's first act on: the dialog is opened, or the page asks a wallet without it. What
 * happens until the code that counts has come is kept; that code is never in a click's way.
 */
export function count(kit: Kit, navigation: Navigation): Stop {
  if (!kit.options.gateway) return () => {}
  const early: Early = { state: kit.getState(), news: [], routers: [navigation.getState().router] }
  const begin = (isAct: boolean): void => {
    // Beside the two that keep, one that waits.
    if (!isAct || stops.length > 2) return
    stops.push(
      whenIdle(() => {
        import('../analytics/chunk.ts').then(({ startCounting }) => {
          if (stops.length === 0) return
          end()
          stops.push(
            startCounting(kit, navigation, early, {
              connectGroups,
              isPhone,
              transportOf,
              groupWallets,
              wallets,
            }),
          )
        }, end)
      }),
    )
  }
  const stops = [
    kit.watch((...news) => {
      early.news.push(news)
      begin(news[0].type === 'connect-started')
    }),
    navigation.subscribe(() => {
      const { router } = navigation.getState()
      early.routers.push(router)
      begin(router.open)
    }),
  ]
  const end = (): void => {
    for (const stop of stops.splice(0)) {
      stop()
    }
  }
  return end
}
