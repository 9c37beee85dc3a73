import { KitProvider } from '@latchkey/react'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import type { Addresses } from './addresses.ts'
import { makeKit } from './make-kit.ts'
import { Page } from './Page.tsx'
import { defaultSettings, type Settings } from './settings.ts'

export function App({ addresses }: { readonly addresses: Addresses }): ReactElement {
  const [settings, setSettings] = useState<Settings>(defaultSettings)
  const made = useMemo(() => makeKit(settings, addresses), [settings, addresses])
  useEffect(() => () => made.modal.destroy(), [made])
  useEffect(() => {
    document.documentElement.dataset.mode = settings.mode
  }, [settings.mode])
  return (
    <KitProvider kit={made.kit}>
      <Page made={made} settings={settings} addresses={addresses} onSettings={setSettings} />
    </KitProvider>
  )
}
