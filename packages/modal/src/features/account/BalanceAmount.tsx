import { type Balance, fiatValue } from '@latchkey/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactElement, useId } from 'react'
import { fiatParts, shortAmount } from '../../shared/amounts.ts'

/** The fiat value of the account when prices are known, else its balance of the native coin. */
export function BalanceAmount(props: {
  readonly label: string
  readonly busy: string
  readonly query: UseQueryResult<readonly Balance[]>
  /** Balances on other chains, which are included in the account's value. */
  readonly others: readonly Balance[]
  readonly locale: string
  readonly currency: string | undefined
}): ReactElement {
  const { label, busy, query, others, locale, currency } = props
  const id = useId()
  const coin = query.data?.[0]
  const value = query.data && fiatValue([...query.data, ...others])
  const fiat = value === undefined ? undefined : fiatParts(value, locale, currency)
  const coins = coin && shortAmount(coin.amount, coin.asset, locale)
  const { length } = fiat ? fiat.whole + fiat.fraction : (coins ?? '')
  return (
    <div className="figure">
      <span id={id} className="hidden">
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: an output is a live region, and a balance read aloud at every refresh is noise */}
      <div
        role="group"
        aria-labelledby={id}
        aria-busy={query.isPending}
        className="figure-text"
        data-length={chooseLengthClass(length)}
      >
        {fiat && (
          <>
            {fiat.whole}
            <span className="figure-fraction">{fiat.fraction}</span>
          </>
        )}
        {!fiat && coins}
        {!coin && query.isPending && (
          <span className="skeleton figure-skeleton">
            <span className="hidden">{busy}</span>
          </span>
        )}
        {!coin && query.isError && '—'}
      </div>
    </div>
  )
}

/** The length class by which the style sheet chooses a font size that fits the narrowest dialog. */
function chooseLengthClass(characters: number): 'short' | 'middle' | 'long' | 'longest' {
  if (characters <= 11) return 'short'
  if (characters <= 16) return 'middle'
  return characters <= 22 ? 'long' : 'longest'
}
