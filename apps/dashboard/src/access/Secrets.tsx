import type { OperatorSetting } from '@latchkey/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { format } from '../format.ts'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { useShowStatus } from '../parts/Status.tsx'

const secretNames: Readonly<Record<string, string>> = {
  'upstreams.etherscan.key': 'Etherscan-like history',
  'upstreams.blockscout.key': 'Blockscout-like history',
  'upstreams.prices.key': 'Prices',
  'upstreams.rates.key': 'Currency rates',
  'swap.zeroEx.key': 'Swaps by 0x',
  'onramp.coinbase.key': 'Buying with Coinbase',
}

/**
 * Lets the operator set the API keys for services that the gateway calls. The keys cannot be read.
 */
export function Secrets({ isReadOnly }: { readonly isReadOnly: boolean }): ReactElement {
  const api = useApi()
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => api.settings() })
  return (
    <section className="card" aria-labelledby="secrets-title">
      <h2 id="secrets-title">Upstream keys</h2>
      <p className="soft">
        For sources of others, where latchkey.json names them. None is needed. In force within
        seconds.
      </p>
      {settings.error ? (
        <FaultNotice fault={toFault(settings.error)} onRetry={() => void settings.refetch()} />
      ) : null}
      {settings.isPending ? <Skeleton height={120} label="Loading upstream keys" /> : null}
      <ul className="list" aria-label="Upstream keys">
        {settings.data
          ?.filter(({ value }) => value === undefined)
          .map((setting) => (
            <Secret key={setting.path} setting={setting} isReadOnly={isReadOnly} />
          ))}
      </ul>
    </section>
  )
}

function Secret({
  setting,
  isReadOnly,
}: {
  readonly setting: OperatorSetting
  readonly isReadOnly: boolean
}): ReactElement {
  const api = useApi()
  const client = useQueryClient()
  const showStatus = useShowStatus()
  const id = useId()
  const [value, setValue] = useState('')
  const [fault, setFault] = useState('')
  const { path, isSet, source, isUsed, changedAt } = setting
  const name = secretNames[path] ?? path
  const changeSecret = async (
    saveChange: () => Promise<void>,
    successText: string,
  ): Promise<void> => {
    try {
      await saveChange()
      setValue('')
      setFault('')
      showStatus(successText)
    } catch (error) {
      const { reason, fix } = toFault(error)
      setFault([reason, fix].filter(Boolean).join('. '))
    }
    await client.invalidateQueries({ queryKey: ['settings'] })
  }
  const submitSecret = (event: FormEvent): void => {
    event.preventDefault()
    if (!value.trim()) setFault('Enter the key')
    else void changeSecret(() => api.setSecret(path, value.trim()), `The key for ${name} is set`)
  }
  return (
    <li>
      <form className="secret" onSubmit={submitSecret} noValidate>
        <div className="field grow">
          <label htmlFor={id}>{name}</label>
          {isReadOnly ? null : (
            <input
              id={id}
              type="password"
              value={value}
              maxLength={256}
              autoComplete="off"
              spellCheck={false}
              placeholder={isSet ? 'Set' : 'Not set'}
              aria-invalid={fault ? true : undefined}
              aria-describedby={`${id}s ${id}f`}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
          <p className="soft" id={`${id}s`}>
            {isSet
              ? `Set ${source === 'dashboard' ? `here ${format.date(changedAt ?? 0)}` : 'in latchkey.json or its environment'}.`
              : 'Not set.'}
            {isUsed ? '' : ' latchkey.json names no such upstream.'}
          </p>
          <p className="fault" id={`${id}f`} role="alert">
            {fault}
          </p>
        </div>
        {isReadOnly ? null : (
          <div className="row">
            <button type="submit" className="small" aria-label={`Set the key for ${name}`}>
              Set
            </button>
            {source === 'dashboard' ? (
              <button
                type="button"
                className="small"
                aria-label={`Forget the key for ${name}`}
                onClick={() =>
                  void changeSecret(() => api.clearSecret(path), `The key for ${name} is forgotten`)
                }
              >
                Forget
              </button>
            ) : null}
          </div>
        )}
      </form>
    </li>
  )
}
