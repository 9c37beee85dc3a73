import type { ReactElement } from 'react'
import { currencies, families, type Settings } from '../settings/settings.ts'

interface Props {
  readonly settings: Settings
  readonly onChange: (part: Partial<Settings>) => void
}

const switchNames = [
  ['hasGateway', 'Use the gateway'],
  ['isReconnecting', 'Reconnect on reload'],
  ['hasLinkMode', 'Ask wallets of this phone inside links'],
  ['prefetch', 'Load the dialog at idle'],
  ['requireSupportedChain', 'Insist on a supported network'],
] as const satisfies readonly (readonly [keyof Settings, string])[]

export function KitSection({ settings, onChange }: Props): ReactElement {
  return (
    <>
      <fieldset>
        <legend>Kit</legend>
        <div className="checks">
          {switchNames.map(([name, label]) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={settings[name]}
                onChange={() => onChange({ [name]: !settings[name] })}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
        <div className="fields">
          <label>
            <span>Currency</span>
            <select
              value={settings.currency}
              onChange={(event) => onChange({ currency: event.target.value })}
            >
              {currencies.map((currency) => (
                <option key={currency} value={currency}>
                  {currency.toUpperCase()}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>Order of wallets</span>
            <select
              value={settings.order}
              onChange={(event) =>
                onChange({ order: event.target.value === 'default' ? 'default' : 'featured first' })
              }
            >
              <option value="default">As specified</option>
              <option value="featured first">Featured first</option>
            </select>
          </label>
          <label>
            <span>Featured wallets (ids, with commas)</span>
            <input
              type="text"
              value={settings.featured}
              placeholder="rabby, rainbow"
              spellCheck={false}
              onChange={(event) => onChange({ featured: event.target.value })}
            />
          </label>
        </div>
      </fieldset>
      <fieldset>
        <legend>Chain families</legend>
        <div className="checks">
          {families.map(([namespace, label]) => {
            const isFamilyOn = settings.families.includes(namespace)
            const isLastFamily = isFamilyOn && settings.families.length === 1
            return (
              <label key={namespace} className="check">
                <input
                  type="checkbox"
                  checked={isFamilyOn}
                  // The last family cannot be turned off, because a kit without any family has
                  // nothing to show.
                  disabled={isLastFamily}
                  onChange={() =>
                    onChange({
                      families: families.flatMap(([one]) =>
                        (one === namespace ? !isFamilyOn : settings.families.includes(one))
                          ? one
                          : [],
                      ),
                    })
                  }
                />
                <span>{label}</span>
              </label>
            )
          })}
        </div>
      </fieldset>
    </>
  )
}
