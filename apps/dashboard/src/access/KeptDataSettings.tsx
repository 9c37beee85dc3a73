import type { OperatorSetting } from '@latchkey/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { format } from '../format.ts'
import { useShowStatus } from '../parts/Status.tsx'

const keepDaysPath = 'analytics.keepDays'
const keepAddressesPath = 'analytics.keepAddresses'

/**
 * Shows settings for how long events are stored, and whether addresses are stored. A change applies
 * without a restart of the gateway.
 */
export function KeptDataSettings({
  settings,
  isReadOnly,
}: {
  readonly settings: readonly OperatorSetting[]
  readonly isReadOnly: boolean
}): ReactElement {
  const keptSettings = [keepDaysPath, keepAddressesPath].flatMap(
    (path) => settings.find((candidate) => candidate.path === path) ?? [],
  )
  return (
    <section className="card" aria-labelledby="kept-title">
      <h2 id="kept-title">Events</h2>
      <p className="soft">
        Addresses are hashed with a key unless they are kept. What is kept already stays as it is
        until it is too old.
      </p>
      <ul className="list" aria-label="Events">
        {keptSettings.map((setting) => (
          <SettingRow
            key={`${setting.path} ${setting.value}`}
            setting={setting}
            isReadOnly={isReadOnly}
          />
        ))}
      </ul>
    </section>
  )
}

function SettingRow({
  setting,
  isReadOnly,
}: {
  readonly setting: OperatorSetting
  readonly isReadOnly: boolean
}) {
  const api = useApi()
  const client = useQueryClient()
  const showStatus = useShowStatus()
  const id = useId()
  const { path, source, changedAt } = setting
  const [value, setValue] = useState(setting.value ?? '')
  const [fault, setFault] = useState('')
  const name = path === keepDaysPath ? 'Days events are kept' : 'Keep addresses'
  const changeSetting = async (saveChange: () => Promise<void>): Promise<void> => {
    try {
      await saveChange()
      setFault('')
      showStatus(
        path === keepDaysPath ? 'Saved. In force within an hour' : 'Saved. In force within seconds',
      )
    } catch (error) {
      const { reason, fix } = toFault(error)
      setFault([reason, fix].filter(Boolean).join('. '))
    }
    await client.invalidateQueries({ queryKey: ['settings'] })
  }
  const submitSetting = (event: FormEvent): void => {
    event.preventDefault()
    void changeSetting(() => api.setSecret(path, value.trim()))
  }
  const inputProps = {
    id,
    value,
    disabled: isReadOnly,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': `${id}s ${id}f`,
  }
  return (
    <li>
      <form className="secret" onSubmit={submitSetting} noValidate>
        <div className="field grow">
          <label htmlFor={id}>{name}</label>
          {path === keepDaysPath ? (
            <input
              {...inputProps}
              inputMode="numeric"
              maxLength={4}
              autoComplete="off"
              onChange={({ target }) => setValue(target.value)}
            />
          ) : (
            <select {...inputProps} onChange={({ target }) => setValue(target.value)}>
              <option value="false">No, hashes only</option>
              <option value="true">Yes, in clear</option>
            </select>
          )}
          <p className="soft" id={`${id}s`}>
            {source === 'dashboard'
              ? `Set here ${format.date(changedAt ?? 0)}.`
              : 'As in latchkey.json.'}
          </p>
          <p className="fault" id={`${id}f`} role="alert">
            {fault}
          </p>
        </div>
        {isReadOnly ? null : (
          <div className="row">
            <button type="submit" className="small" aria-label={`Save: ${name}`}>
              Save
            </button>
            {source === 'dashboard' ? (
              <button
                type="button"
                className="small"
                aria-label={`As in latchkey.json: ${name}`}
                onClick={() => void changeSetting(() => api.clearSecret(path))}
              >
                As in the file
              </button>
            ) : null}
          </div>
        )}
      </form>
    </li>
  )
}
