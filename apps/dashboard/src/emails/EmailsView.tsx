import type { ReactElement } from 'react'
import { useApi, useMayWrite, useSession } from '../api/api-context.tsx'
import { DownloadButton } from '../parts/DownloadButton.tsx'
import { Skeleton } from '../parts/Notice.tsx'
import { EmailList } from './EmailList.tsx'

/** Shows the email addresses that visitors of a project gave after connecting. */
export function EmailsView({ project }: { readonly project: string }): ReactElement {
  const api = useApi()
  const session = useSession()
  const mayWrite = useMayWrite()
  return (
    <>
      <div className="title-row">
        <h1 tabIndex={-1}>Emails of {project}</h1>
        {mayWrite ? (
          <DownloadButton
            fileName={`emails-${project}.csv`}
            load={() => api.emailsAsCsv(project)}
          />
        ) : null}
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
