import type { ReactElement } from 'react'
import type { Settings } from '../settings/settings.ts'

interface Props {
  readonly settings: Settings
  readonly onChange: (part: Partial<Settings>) => void
}

const accentColors = [
  ['', 'Default'],
  ['#b4532a', 'Kiln'],
  ['#0f766e', 'Teal'],
  ['#7c3aed', 'Violet'],
  ['#be123c', 'Rose'],
] as const

const textSettings = [
  ['onAccent', 'Text on the accent', '#ffffff'],
  ['radius', 'Radius', '24px'],
  ['font', 'Font', 'Georgia, serif'],
  ['colorMix', 'Colour mixed in', '#b4532a'],
  ['colorMixStrength', 'Strength of it', '8%'],
] as const

export function ThemeSection({ settings, onChange }: Props): ReactElement {
  return (
    <fieldset>
      <legend>Theme</legend>
      <div className="segments">
        {(['system', 'light', 'dark'] as const).map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              name="mode"
              checked={settings.mode === mode}
              onChange={() => onChange({ mode })}
            />
            <span>{mode}</span>
          </label>
        ))}
      </div>
      <div className="chips">
        {accentColors.map(([accent, name]) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={settings.accent === accent}
            onClick={() => onChange({ accent })}
          >
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <circle cx="6" cy="6" r="5" fill={accent || '#2563eb'} />
            </svg>
            {name}
          </button>
        ))}
      </div>
      <div className="fields">
        {textSettings.map(([key, name, example]) => (
          <label key={key}>
            <span>{name}</span>
            <input
              type="text"
              value={settings[key]}
              placeholder={example}
              spellCheck={false}
              onChange={(event) => onChange({ [key]: event.target.value })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
