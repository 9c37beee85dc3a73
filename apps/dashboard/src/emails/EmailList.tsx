import type { CapturedEmail } from '@latchkey/protocol'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { format } from '../format.ts'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { SearchField } from '../parts/SearchField.tsx'
import { ForgetEmail } from './ForgetEmail.tsx'

/** Lists the captured email addresses, newest first, page by page. */
export function EmailList({ project }: { readonly project: string }): ReactElement {
  const api = useApi()
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<CapturedEmail>()
  const pages = useInfiniteQuery({
    queryKey: ['emails', project, search],
    queryFn: ({ pageParam, signal }) => api.emails(project, { search, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const emails = pages.data?.pages.flatMap((page) => page.emails) ?? []
  const total = pages.data?.pages[0]?.total ?? 0
  const isEmpty = pages.data !== undefined && total === 0
  return (
    <section className="card" aria-labelledby="emails-count">
      <div className="emails-head">
        <h2 id="emails-count">{pages.data ? describeCount(total, search) : 'Addresses'}</h2>
        {isEmpty && !search ? null : (
          <SearchField
            label="Address or account"
            placeholder="Address or account"
            maxLength={320}
            className="emails-search"
            onSearch={setSearch}
          />
        )}
      </div>
      {pages.error ? (
        <FaultNotice fault={toFault(pages.error)} onRetry={() => void pages.refetch()} />
      ) : null}
      {pages.isPending ? <Skeleton height={160} label="Loading emails" /> : null}
      {isEmpty ? (
        <p className="soft">
          {search
            ? 'Look for a part of an address or of an account.'
            : 'Pages ask for one after connecting where their owner wants it (emailCapture), and this gateway can send mail.'}
        </p>
      ) : null}
      {emails.length > 0 ? (
        <ul className="list emails" aria-label="Emails, newest first">
          {emails.map((email) => (
            <li key={email.account}>
              <div>
                <strong>{email.email}</strong>
                <p className="soft mono">{email.account}</p>
                <p className="soft">Confirmed {format.date(email.confirmedAt)}</p>
              </div>
              <button
                type="button"
                className="small"
                aria-label={`Delete ${email.email} of ${email.account}`}
                onClick={() => setAsked(email)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {pages.hasNextPage ? (
        <button
          type="button"
          className="small"
          aria-disabled={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </button>
      ) : null}
      {asked ? (
        <ForgetEmail
          project={project}
          email={asked}
          onDone={() => void client.invalidateQueries({ queryKey: ['emails', project] })}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </section>
  )
}

function describeCount(total: number, search: string): string {
  if (search) return total === 0 ? 'Nothing found' : `${format.count(total)} found`
  if (total === 0) return 'No address yet'
  return total === 1 ? 'One address' : `${format.count(total)} addresses`
}
