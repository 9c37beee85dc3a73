import type { Kit, Stop } from '@latchkey/core'
import type { ViewName } from '../route.ts'
import { topEntry } from '../router.ts'
import { isPhone } from '../wallet/is-phone.ts'
import { transportOf } from '../wallet/transport-of.ts'
import type { Navigation } from './navigation.ts'

const lists: readonly ViewName[] = ['Connect', 'ConnectWallets', 'AllWallets']

/** On a phone, as long as wallets are listed, a link is kept ready: a tap has to find it. */
export function keepReady(kit: Kit, { modal, getState, subscribe }: Navigation): Stop {
  let release: Stop | undefined
  const check = (): void => {
    const { router } = getState()
    const isWanted = router.open && lists.includes(topEntry(router).route.view) && isPhone()
    if (isWanted && transportOf(kit.getState())) release ??= modal.prepare()
    else {
      release?.()
      release = undefined
    }
  }
  const stops = [subscribe(check), kit.watch(check)]
  return () => {
    for (const stop of stops) stop()
    release?.()
  }
}
