import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { Confirm } from '../parts/Confirm.tsx'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { ShownOnce } from '../parts/ShownOnce.tsx'
import { useShowStatus } from '../parts/Status.tsx'

/** Sets the address of the merchant's server that is notified when an order changes. */
export function OrderWebhook({ project }: { readonly project: string }): ReactElement {
  const api = useApi()
  const queryKey = ['webhook', project]
  const webhook = useQuery({ queryKey, queryFn: () => api.webhook(project) })
  return (
    <section className="card" aria-labelledby="webhook-title">
      <h2 id="webhook-title">Webhook</h2>
      <p className="soft">
        The gateway calls this address after each change of an order, and signs the call with a
        secret of its own.
      </p>
      {webhook.error ? (
        <FaultNotice fault={toFault(webhook.error)} onRetry={() => void webhook.refetch()} />
      ) : null}
      {webhook.isPending ? <Skeleton height={80} label="Loading the webhook" /> : null}
      {webhook.data ? <WebhookForm project={project} url={webhook.data.url ?? ''} /> : null}
    </section>
  )
}

function WebhookForm({
  project,
  url: storedUrl,
}: {
  readonly project: string
  readonly url: string
}): ReactElement {
  const api = useApi()
  const client = useQueryClient()
  const showStatus = useShowStatus()
  const id = useId()
  const [url, setUrl] = useState(storedUrl)
  const [secret, setSecret] = useState('')
  const [fault, setFault] = useState('')
  const [asked, setAsked] = useState<'secret' | 'removal'>()
  const change = async (write: () => Promise<string>): Promise<void> => {
    setAsked(undefined)
    setFault('')
    try {
      showStatus(await write())
    } catch (error) {
      setFault(toFault(error).reason)
    }
    await client.invalidateQueries({ queryKey: ['webhook', project] })
  }
  const setWebhook = (isSecretNew: boolean): Promise<void> =>
    change(async () => {
      const set = await api.setWebhook(project, { url: url.trim(), isSecretNew })
      setSecret(set.secret ?? '')
      return 'The webhook is set'
    })
  const removeWebhook = (): Promise<void> =>
    change(async () => {
      await api.removeWebhook(project)
      setUrl('')
      setSecret('')
      return 'The webhook is removed'
    })
  const submitUrl = (event: FormEvent): void => {
    event.preventDefault()
    void setWebhook(false)
  }
  return (
    <>
      <form className="row new-key" onSubmit={submitUrl} noValidate aria-label="Webhook">
        <div className="field grow">
          <label htmlFor={id}>Address</label>
          <input
            id={id}
            type="url"
            value={url}
            maxLength={1_024}
            autoComplete="off"
            placeholder="https://shop.example/orders"
            aria-invalid={fault ? true : undefined}
            aria-describedby={`${id}f`}
            onChange={({ target }) => setUrl(target.value)}
          />
        </div>
        <button type="submit" className="small strong">
          Set the webhook
        </button>
        <p id={`${id}f`} className="fault" role="alert">
          {fault}
        </p>
      </form>
      {secret ? (
        <ShownOnce name="Webhook secret" value={secret} onClose={() => setSecret('')} />
      ) : null}
      {storedUrl ? (
        <div className="row">
          <button type="button" className="small" onClick={() => setAsked('secret')}>
            Make a new webhook secret
          </button>
          <button type="button" className="small danger" onClick={() => setAsked('removal')}>
            Remove the webhook
          </button>
        </div>
      ) : null}
      {asked === 'secret' ? (
        <Confirm
          title="Make a new webhook secret?"
          verb="Make a new one"
          onConfirm={() => void setWebhook(true)}
          onClose={() => setAsked(undefined)}
        >
          <p className="soft">The old one signs nothing from now on: give your server both.</p>
        </Confirm>
      ) : null}
      {asked === 'removal' ? (
        <Confirm
          title="Remove the webhook?"
          verb="Remove for good"
          onConfirm={() => void removeWebhook()}
          onClose={() => setAsked(undefined)}
        >
          <p className="soft">Your server is told of no more orders, and the secret is lost.</p>
        </Confirm>
      ) : null}
    </>
  )
}
