import { type ReactElement, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi, useMayWrite, useSession } from '../api/api-context.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Notice.tsx'
import { useShowStatus } from '../parts/Status.tsx'
import { EmailList } from './EmailList.tsx'

/** Shows the email addresses that visitors of a project gave after connecting. */
export function EmailsView({ project }: { readonly project: string }): ReactElement {
  const session = useSession()
  const mayWrite = useMayWrite()
  return (
    <>
      <div className="title-row">
        <h1 tabIndex={-1}>Emails of {project}</h1>
        {mayWrite ? <Download project={project} /> : null}
      </div>
      <p className="soft lead">
        Given by visitors after connecting, each confirmed by a code. Which account it belongs to is
        what the page said: no wallet signed it.
      </p>
      <EmailsBody project={project} mayWrite={mayWrite} isKnown={Boolean(session.data)} />
    </>
  )
}

function EmailsBody(props: {
  readonly project: string
  readonly mayWrite: boolean
  /** Whether the gateway has reported yet what the operator's token may do. */
  readonly isKnown: boolean
}): ReactElement {
  const { project, mayWrite, isKnown } = props
  if (mayWrite) return <EmailList project={project} />
  if (!isKnown) return <Skeleton height={240} label="Loading emails" />
  return <p className="notice">This key may read only: addresses are not shown to it.</p>
}

function Download({ project }: { readonly project: string }): ReactElement {
  const api = useApi()
  const showStatus = useShowStatus()
  const [isBusy, setBusy] = useState(false)
  const saveEmails = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      const url = URL.createObjectURL(await api.emailsAsCsv(project))
      const link = document.createElement('a')
      Object.assign(link, { href: url, download: `emails-${project}.csv` }).click()
      URL.revokeObjectURL(url)
    } catch (error) {
      showStatus(toFault(error).reason)
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="small"
      aria-disabled={isBusy}
      onClick={() => void saveEmails()}
    >
      <Icon name="download" />
      Download CSV
    </button>
  )
}
