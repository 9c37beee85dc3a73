import { defaultSocials, type FeatureFlags, type WalletFeature } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { type Settings, shownFeatures, walletFeatureOrders } from '../settings/settings.ts'

interface Props {
  readonly settings: Settings
  readonly onChange: (part: Partial<Settings>) => void
}

export function FeatureSection({ settings, onChange }: Props): ReactElement {
  const { features } = settings
  const toggleFeature = (name: keyof FeatureFlags): void => {
    const value = name === 'socials' && !features.socials ? defaultSocials : !features[name]
    onChange({ features: { ...features, [name]: value } })
  }
  const renderBox = ([name, label]: readonly [keyof FeatureFlags, string]): ReactElement => (
    <label key={name} className="check">
      <input
        type="checkbox"
        checked={Boolean(features[name])}
        onChange={() => toggleFeature(name)}
      />
      <span>{label}</span>
    </label>
  )
  return (
    <fieldset>
      <legend>Features</legend>
      <div className="checks">
        {shownFeatures.map(renderBox)}
        <label className="check">
          <input
            type="checkbox"
            checked={settings.hasLegalLinks}
            onChange={() => onChange({ hasLegalLinks: !settings.hasLegalLinks })}
          />
          <span>Legal links</span>
        </label>
      </div>
      <div className="fields">
        <label>
          <span>Email after connecting</span>
          <select
            value={String(features.emailCapture)}
            onChange={({ target: { value } }) =>
              onChange({
                features: {
                  ...features,
                  emailCapture: value === 'required' ? ['required'] : value === 'true',
                },
              })
            }
          >
            <option value="false">Not asked for</option>
            <option value="true">May be skipped</option>
            <option value="required">Required</option>
          </select>
        </label>
        <label>
          <span>Order in the account</span>
          <select
            value={settings.walletFeaturesOrder.join(',')}
            onChange={(event) =>
              onChange({ walletFeaturesOrder: event.target.value.split(',') as WalletFeature[] })
            }
          >
            {walletFeatureOrders.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  )
}
