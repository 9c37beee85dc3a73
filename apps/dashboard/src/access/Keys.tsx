import type { OperatorKey, OperatorKeyMade } from '@latchkey/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { format } from '../format.ts'
import { Confirm } from '../parts/Confirm.tsx'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { ShownOnce } from '../parts/ShownOnce.tsx'
import { useShowStatus } from '../parts/Status.tsx'
import { NewKey } from './NewKey.tsx'

/** Manages the tokens that the operator makes for colleagues and programs. */
export function Keys(): ReactElement {
  const api = useApi()
  const client = useQueryClient()
  const showStatus = useShowStatus()
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => api.keys() })
  const [made, setMade] = useState<OperatorKeyMade>()
  const [asked, setAsked] = useState<OperatorKey>()
  const reloadKeys = (): Promise<void> => client.invalidateQueries({ queryKey: ['keys'] })
  const revokeKey = async (key: OperatorKey): Promise<void> => {
    setAsked(undefined)
    try {
      await api.revokeKey(key.id)
      showStatus(`${key.label} is revoked`)
    } catch (error) {
      showStatus(toFault(error).reason)
    }
    await reloadKeys()
  }
  return (
    <section className="card" aria-labelledby="keys-title">
      <h2 id="keys-title">Operator keys</h2>
      <p className="soft">
        For colleagues and programs. A key is shown once, when it is made; only its hash is kept.
      </p>
      {keys.error ? (
        <FaultNotice fault={toFault(keys.error)} onRetry={() => void keys.refetch()} />
      ) : null}
      {keys.isPending ? <Skeleton height={80} label="Loading keys" /> : null}
      {keys.data && keys.data.length > 0 ? (
        <ul className="list" aria-label="Keys">
          {keys.data.map((key) => (
            <li key={key.id} data-off={key.revokedAt ? true : undefined}>
              <div>
                <strong>{key.label}</strong>{' '}
                <span className="mark">{key.scope === 'write' ? 'Reads and writes' : 'Reads'}</span>
                <p className="soft">
                  Made {format.date(key.madeAt)}. {describeUse(key)}
                </p>
              </div>
              {key.revokedAt ? null : (
                <button
                  type="button"
                  className="small"
                  aria-label={`Revoke ${key.label}`}
                  onClick={() => setAsked(key)}
                >
                  Revoke
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {made ? (
        <ShownOnce
          name={`Key “${made.label}”`}
          value={made.token}
          onClose={() => setMade(undefined)}
        />
      ) : null}
      <NewKey
        onMake={async (label, scope) => {
          setMade(await api.makeKey(label, scope))
          await reloadKeys()
        }}
      />
      {asked ? (
        <Confirm
          title={`Revoke ${asked.label}?`}
          verb="Revoke for good"
          onConfirm={() => void revokeKey(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p className="soft">Whoever uses it is refused from now on.</p>
        </Confirm>
      ) : null}
    </section>
  )
}

function describeUse({ usedAt, revokedAt }: OperatorKey): string {
  if (revokedAt) return `Revoked ${format.date(revokedAt)}.`
  return usedAt ? `Last used ${format.date(usedAt)}.` : 'Never used.'
}
