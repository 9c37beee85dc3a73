import type { Balance } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { TokenRow } from '../../account/TokenRow.tsx'
import type { ViewModal } from '../../view.ts'

// Specification, section 5.
const retryBlockedMs = 30_000

/** The tokens of an account; skeletons of the same size until they are known, words and a way on when they are not. */
export function TokenList(props: {
  readonly query: UseQueryResult<readonly Balance[]>
  readonly modal: ViewModal
  readonly locale: string
}): ReactElement {
  const { query, modal, locale } = props
  const words = modal.words.account
  const [wait, setWait] = useState<number>()
  const { isError, errorUpdatedAt } = query
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) return modal.toast({ variant: 'error', text: words.unavailable })
  }, [isError, errorUpdatedAt, modal, words])

  function retry(): void {
    const leftMs = errorUpdatedAt + retryBlockedMs - Date.now()
    setWait(leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined)
    if (leftMs <= 0) void query.refetch()
  }
  const tokens = query.data
  const cause = query.error?.cause
  const ownersFault =
    hasCode(cause, 'project-id-unknown') || hasCode(cause, 'origin-not-allowed') ? cause.code : undefined
  return (
    <section className="tokens">
      <h3>{words.tokens}</h3>
      {isError && !tokens && (
        <div className="empty">
          <p>{words.unavailable}</p>
          <p className="hint">{(ownersFault && modal.words.errors[ownersFault]) ?? words.unavailableHint}</p>
          <button type="button" className="pill" onClick={retry}>
            {words.retry}
          </button>
          <p role="status" className="hint">
            {wait !== undefined && words.retryIn(wait)}
          </p>
        </div>
      )}
      {!isError && !tokens && <Skeletons label={words.loading} />}
      {tokens && (
        <ul className="list" aria-label={words.tokenList}>
          {tokens.map((balance) => (
            <li key={balance.asset.id}>
              <TokenRow balance={balance} locale={locale} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Skeletons({ label }: { readonly label: string }): ReactElement {
  return (
    <div className="list" aria-busy="true">
      <span className="hidden">{label}</span>
      {[0, 1].map((row) => (
        <div key={row} className="row" aria-hidden="true">
          <span className="skeleton token-icon" />
          <span className="row-text">
            <span className="skeleton line-long" />
            <span className="skeleton line-short" />
          </span>
        </div>
      ))}
    </div>
  )
}
