import type { PlainViewName } from '@latchkey/modal'
import type { ReactElement } from 'react'
import type { Addresses } from '../devnet/addresses.ts'
import type { LoggedEvent } from '../event-log.ts'
import { defaultSettings, type Settings } from '../settings/settings.ts'
import { BatchSection } from './BatchSection.tsx'
import { FeatureSection } from './FeatureSection.tsx'
import { KitSection } from './KitSection.tsx'
import { ThemeSection } from './ThemeSection.tsx'
import { WalletSection } from './WalletSection.tsx'

interface Props {
  readonly isOpen: boolean
  readonly settings: Settings
  readonly events: readonly LoggedEvent[]
  readonly addresses: Addresses
  readonly views: readonly PlainViewName[]
  readonly onChange: (settings: Settings) => void
  readonly onView: (view: PlainViewName) => void
  readonly onClose: () => void
}

export function Playground(props: Props): ReactElement | null {
  const { isOpen, settings, events, addresses, views, onChange, onView, onClose } = props
  if (!isOpen) return null
  const changeSettings = (changedSettings: Partial<Settings>): void =>
    onChange({ ...settings, ...changedSettings })
  return (
    <section className="playground" id="playground" aria-labelledby="playground-title">
      <header>
        <h2 id="playground-title">Playground</h2>
        <button type="button" className="button" onClick={() => onChange(defaultSettings)}>
          Start over
        </button>
        <button
          type="button"
          className="button round"
          aria-label="Hide the playground"
          onClick={onClose}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </header>
      <div className="scroll">
        <fieldset>
          <legend>Open a view</legend>
          <div className="chips">
            {views.map((view) => (
              <button key={view} type="button" className="chip" onClick={() => onView(view)}>
                {view}
              </button>
            ))}
          </div>
        </fieldset>
        <WalletSection />
        <BatchSection />
        <ThemeSection settings={settings} onChange={changeSettings} />
        <FeatureSection settings={settings} onChange={changeSettings} />
        <KitSection settings={settings} onChange={changeSettings} />
        <fieldset>
          <legend>Events</legend>
          {events.length === 0 ? (
            <p className="quiet">Everything the kit tells appears here.</p>
          ) : null}
          <ol className="events" aria-label="Events, newest first">
            {events.map(({ key, at, type, detail }) => (
              <li key={key}>
                <span className="event-head">
                  <time>{at}</time> <strong>{type}</strong>
                </span>
                <code>{detail}</code>
              </li>
            ))}
          </ol>
        </fieldset>
        <fieldset>
          <legend>Beside this page</legend>
          <ul className="links">
            <li>
              <a href={addresses.companion} target="_blank" rel="noreferrer">
                Companion: the test wallet
              </a>
            </li>
            <li>
              <a href={`${addresses.gateway}/dashboard/`} target="_blank" rel="noreferrer">
                Dashboard: what happens on this page
              </a>
            </li>
            <li>
              <a href={`${addresses.gateway}/health`} target="_blank" rel="noreferrer">
                Gateway: health
              </a>
            </li>
            <li className="quiet">Chain eip155:31337 at {addresses.evm}</li>
          </ul>
        </fieldset>
      </div>
    </section>
  )
}
