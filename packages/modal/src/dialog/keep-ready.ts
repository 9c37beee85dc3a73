import type { Kit, KitEvent, Stop } from '@latchkey/core'
import type { ViewName } from '../contract/route.ts'
import { topEntry } from '../contract/router.ts'
import { transportOf } from '../features/connect/transport-of.ts'
import { isPhone } from '../shared/is-phone.ts'
import { whenIdle } from '../shared/when-idle.ts'
import type { Navigation } from './navigation.ts'

const lists: readonly ViewName[] = ['Connect', 'ConnectWallets', 'AllWallets']

/**
 * Keeps ready what is wanted next: on a phone, as long as wallets are listed, a link that a tap has
 * to find; and the account's views while a wallet is asked, since on most pages nobody connects.
 */
export function keepReady(kit: Kit, { modal, getState, subscribe, features }: Navigation): Stop {
  let release: Stop | undefined
  const keepLink = (): void => {
    const { router } = getState()
    const isWanted = router.open && lists.includes(topEntry(router).route.view) && isPhone()
    if (isWanted && transportOf(kit.getState())) release ??= modal.prepare()
    else {
      release?.()
      release = undefined
    }
  }
  const hearEvent = (event: KitEvent): void => {
    keepLink()
    // The code for a phone comes first: it is what the visitor waits for.
    const isAsked =
      event.type === 'connect-prompted' ||
      (event.type === 'connect-started' && !kit.getState().connectors[event.connector]?.prepare)
    if (isAsked || event.type.endsWith('-granted'))
      whenIdle(() => void features.load('account').catch(() => {}))
  }
  const stops = [subscribe(keepLink), kit.watch(hearEvent)]
  return () => {
    for (const stop of stops) {
      stop()
    }
    release?.()
  }
}
