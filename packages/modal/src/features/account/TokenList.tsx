import type { Balance, Kit, Portfolio } from '@latchkey/core'
import { balanceRetryWindowMs, chainOf, hasCode } from '@latchkey/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { TokenRow } from '../../parts/TokenRow.tsx'
import { chainName } from '../../shared/chain-name.ts'
import { useFundRoute } from './use-fund-route.ts'

/**
 * The tokens of an account: placeholders of the same size until they are known, a text with a retry
 * button when they cannot be read.
 */
export function TokenList(props: {
  readonly query: UseQueryResult<readonly Balance[]>
  /** Balances of the same address on the page's other chains. */
  readonly others: Pick<Portfolio, 'balances' | 'missing'>
  readonly kit: Kit
  readonly modal: ViewModal
  readonly locale: string
  readonly hasTitle: boolean
}): ReactElement {
  const { query, others, kit, modal, locale, hasTitle } = props
  const words = modal.words.account
  const fundRoute = useFundRoute(kit)
  const [wait, setWait] = useState<number>()
  const { isError, errorUpdatedAt } = query
  useEffect(() => {
    if (isError && errorUpdatedAt > 0)
      return modal.toast({ variant: 'error', text: words.unavailable })
  }, [isError, errorUpdatedAt, modal, words])

  function retryBalances(): void {
    const retryWaitMs = errorUpdatedAt + balanceRetryWindowMs - Date.now()
    setWait(retryWaitMs > 0 ? Math.ceil(retryWaitMs / 1000) : undefined)
    if (retryWaitMs <= 0) void query.refetch()
  }
  const tokens = query.data
  const cause = query.error?.cause
  const ownerFaultCode =
    hasCode(cause, 'project-id-unknown') || hasCode(cause, 'origin-not-allowed')
      ? cause.code
      : undefined
  return (
    <section className="tokens">
      {hasTitle && <h3>{words.tokens}</h3>}
      {isError && !tokens && (
        <div className="empty">
          <p>{words.unavailable}</p>
          <p className="hint">
            {(ownerFaultCode && modal.words.errors[ownerFaultCode]) ?? words.unavailableHint}
          </p>
          <button type="button" className="pill" onClick={retryBalances}>
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
              <TokenRow balance={balance} locale={locale} currency={modal.options.currency} />
            </li>
          ))}
          {others.balances.map((balance) => (
            <li key={balance.asset.id}>
              <TokenRow
                balance={balance}
                locale={locale}
                currency={modal.options.currency}
                network={chainName(kit, chainOf(balance.asset.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {tokens?.every(({ amount }) => amount === 0n) &&
        others.balances.length === 0 &&
        fundRoute?.view === 'OnRampProviders' && (
          <button
            type="button"
            className="secondary"
            onClick={() => modal.push({ view: 'FundWallet' })}
          >
            {modal.words.buy.fund}
          </button>
        )}
      {tokens && others.missing.length > 0 && (
        <p className="hint">
          {words.missing(others.missing.map((chain) => chainName(kit, chain)).join(', '))}
        </p>
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
