import { isPhone, type Kit, type KitEvent, type Stop } from '@latchkey/core'
import type { ViewName } from '../contract/route.ts'
import { topEntry } from '../contract/router.ts'
import { transportOf } from '../features/connect/transport-of.ts'
import { whenIdle } from '../shared/when-idle.ts'
import type { Navigation } from './navigation.ts'

const listViews: readonly ViewName[] = ['Connect', 'ConnectWallets', 'AllWallets']

/**
 * Prepares what the visitor is likely to need next. On a phone, while wallets are listed, that is
 * the link that a tap opens. While a wallet is asked, it is the code of the account's views and of
 * the sign-in. On most pages nobody connects, so this code is not loaded earlier.
 */
export function keepConnectionReady(
  kit: Kit,
  { modal, getState, subscribe, features }: Navigation,
): Stop {
  let releaseLink: Stop | undefined
  const updatePreparedLink = (): void => {
    const { router } = getState()
    const isListShown = router.open && listViews.includes(topEntry(router).route.view) && isPhone()
    if (isListShown && transportOf(kit.getState())) releaseLink ??= modal.prepare()
    else {
      releaseLink?.()
      releaseLink = undefined
    }
  }
  const handleKitEvent = (event: KitEvent): void => {
    updatePreparedLink()
    // When the connector shows a QR code, the code of the account's views is loaded only after
    // that, because the visitor waits for the QR code.
    const isConnectAsked =
      event.type === 'connect-prompted' ||
      (event.type === 'connect-started' && !kit.getState().connectors[event.connector]?.prepare)
    if (isConnectAsked || event.type.endsWith('-granted'))
      whenIdle(() => {
        if (kit.options.signIn) features.load('sign-in').catch(() => {})
        features.load('account').catch(() => {})
      })
  }
  const cleanups = [subscribe(updatePreparedLink), kit.watch(handleKitEvent)]
  return () => {
    for (const stop of cleanups) {
      stop()
    }
    releaseLink?.()
  }
}
