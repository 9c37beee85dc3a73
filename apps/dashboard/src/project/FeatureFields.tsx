import { type ReactElement, useId } from 'react'
import { type FeatureChoice, type FeatureRow, featureChoices } from './features.ts'

interface Props {
  readonly rows: readonly FeatureRow[]
  readonly isReadOnly: boolean
  readonly onChange: (rows: FeatureRow[]) => void
}

export function FeatureFields({ rows, isReadOnly, onChange }: Props): ReactElement {
  const key = useId()
  const changeRow = (id: string, changedFields: Partial<FeatureRow>): void =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changedFields } : row)))
  return (
    <section className="card features" aria-labelledby={`${key}title`}>
      <h2 id={`${key}title`}>Features</h2>
      <p className="soft">
        What the gateway tells the pages of this project; it wins over what they say themselves.
      </p>
      <ul>
        {rows.map(({ id, name, hint, choice, options }) => (
          <li key={id}>
            <label htmlFor={`${key}${id}`}>{name}</label>
            <select
              id={`${key}${id}`}
              value={choice}
              disabled={isReadOnly}
              onChange={({ target }) => changeRow(id, { choice: target.value as FeatureChoice })}
            >
              {featureChoices.map(({ value, name: choiceName }) => (
                <option key={value} value={value}>
                  {choiceName}
                </option>
              ))}
            </select>
            {choice === 'on' && (hint || options) ? (
              <input
                aria-label={`Options of ${name}`}
                value={options}
                placeholder={hint}
                readOnly={isReadOnly}
                maxLength={500}
                spellCheck={false}
                onChange={({ target }) => changeRow(id, { options: target.value })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
