import { KitProvider } from '@latchkey/react'
import { type ReactElement, useEffect, useState } from 'react'
import type { Addresses } from './devnet/addresses.ts'
import { isAppliedLive, makeKit, makeModal, themeOf } from './make-kit.ts'
import { Page } from './Page.tsx'
import { keepLinkMode, readLinkMode } from './phone-link-mode.ts'
import { readSettings, storeSettings } from './settings/keep-settings.ts'
import { defaultSettings, type Settings } from './settings/settings.ts'

export function App({ addresses }: { readonly addresses: Addresses }): ReactElement {
  const [state, setState] = useState(() =>
    startKit(
      { ...readSettings(window, defaultSettings), hasLinkMode: readLinkMode(window) },
      addresses,
    ),
  )
  const { kit, modal, settings } = state
  useEffect(() => {
    modal.setTheme(themeOf(settings))
    document.documentElement.dataset.mode = settings.mode
  }, [modal, settings])

  function changeSettings(next: Settings): void {
    keepLinkMode(window, next.hasLinkMode)
    storeSettings(window, next)
    const changedNames = Object.keys(next).filter(
      (key) => next[key as keyof Settings] !== settings[key as keyof Settings],
    )
    if (changedNames.every(isAppliedLive)) {
      setState({ ...state, settings: next })
      return
    }
    modal.destroy()
    setState(startKit(next, addresses))
  }

  return (
    <KitProvider kit={kit}>
      <Page
        kit={kit}
        modal={modal}
        settings={settings}
        addresses={addresses}
        onSettings={changeSettings}
      />
    </KitProvider>
  )
}

/** Makes the kit and the dialog; a new kit resumes the session that the previous one stored. */
function startKit(settings: Settings, addresses: Addresses) {
  const kit = makeKit(settings, addresses)
  return { settings, kit, modal: makeModal(kit, settings) }
}
