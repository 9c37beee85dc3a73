import type { OperatorSecret, OperatorSecretMade } from '@latchkey/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { format } from '../format.ts'
import { Confirm } from '../parts/Confirm.tsx'
import { NewCredential } from '../parts/NewCredential.tsx'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { ShownOnce } from '../parts/ShownOnce.tsx'
import { useShowStatus } from '../parts/Status.tsx'

/** Manages the secrets with which the merchant's servers make orders. */
export function OrderSecrets({ project }: { readonly project: string }): ReactElement {
  const api = useApi()
  const client = useQueryClient()
  const showStatus = useShowStatus()
  const queryKey = ['secrets', project]
  const secrets = useQuery({ queryKey, queryFn: () => api.projectSecrets(project) })
  const [made, setMade] = useState<OperatorSecretMade>()
  const [asked, setAsked] = useState<OperatorSecret>()
  const revokeSecret = async ({ id, label }: OperatorSecret): Promise<void> => {
    setAsked(undefined)
    try {
      await api.revokeProjectSecret(project, id)
      showStatus(`${label} is revoked`)
    } catch (error) {
      showStatus(toFault(error).reason)
    }
    await client.invalidateQueries({ queryKey })
  }
  return (
    <section className="card" aria-labelledby="secrets-title">
      <h2 id="secrets-title">Secrets of servers</h2>
      <p className="soft">
        Your server makes orders with one. It is shown once, when it is made; only its hash is kept.
      </p>
      {secrets.error ? (
        <FaultNotice fault={toFault(secrets.error)} onRetry={() => void secrets.refetch()} />
      ) : null}
      {secrets.isPending ? <Skeleton height={80} label="Loading secrets" /> : null}
      {secrets.data && secrets.data.length > 0 ? (
        <ul className="list" aria-label="Secrets">
          {secrets.data.map((secret) => (
            <li key={secret.id} data-off={secret.revokedAt ? true : undefined}>
              <div>
                <strong>{secret.label}</strong>
                <p className="soft">
                  Made {format.date(secret.madeAt)}. {describeUse(secret)}
                </p>
              </div>
              {secret.revokedAt ? null : (
                <button
                  type="button"
                  className="small"
                  aria-label={`Revoke ${secret.label}`}
                  onClick={() => setAsked(secret)}
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
          name={`Secret “${made.label}”`}
          value={made.secret}
          onClose={() => setMade(undefined)}
        />
      ) : null}
      <NewCredential
        noun="secret"
        onMake={async (label) => {
          setMade(await api.makeProjectSecret(project, label))
          await client.invalidateQueries({ queryKey })
        }}
      />
      {asked ? (
        <Confirm
          title={`Revoke ${asked.label}?`}
          verb="Revoke for good"
          onConfirm={() => void revokeSecret(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p className="soft">A server that uses it makes no more orders from now on.</p>
        </Confirm>
      ) : null}
    </section>
  )
}

function describeUse({ usedAt, revokedAt }: OperatorSecret): string {
  if (revokedAt) return `Revoked ${format.date(revokedAt)}.`
  return usedAt ? `Last used ${format.date(usedAt)}.` : 'Never used.'
}
