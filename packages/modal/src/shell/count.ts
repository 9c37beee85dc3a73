import { wallets } from '@latchkey/catalog/wallets'
import { groupWallets, type Kit, type Stop } from '@latchkey/core'
import type { Early } from '../analytics/early.ts'
import { connectGroups } from '../wallet/connect-groups.ts'
import { isPhone } from '../wallet/is-phone.ts'
import { transportOf } from '../wallet/transport-of.ts'
import { whenIdle } from '../when-idle.ts'
import type { Navigation } from './navigation.ts'

/** From the first opening on: keeps what happens until the code that counts has come, which is never in a click's way. */
export function count(kit: Kit, navigation: Navigation): Stop {
  if (!kit.options.gateway) return () => {}
  const early: Early = { state: kit.getState(), news: [], routers: [navigation.getState().router] }
  const stops = [
    kit.watch((...news) => void early.news.push(news)),
    navigation.subscribe(() => void early.routers.push(navigation.getState().router)),
  ]
  const end = (): void => {
    for (const stop of stops.splice(0)) stop()
  }
  stops.push(
    whenIdle(() => {
      import('../analytics/chunk.ts').then(({ startCounting }) => {
        if (stops.length === 0) return
        end()
        stops.push(
          startCounting(kit, navigation, early, { connectGroups, isPhone, transportOf, groupWallets, wallets }),
        )
      }, end)
    }),
  )
  return end
}
