import { useAccount } from '@latchkey/react'
import { useSwapTokens } from '@latchkey/react/queries'
import { type ReactElement, useMemo, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { SearchField } from '../../parts/SearchField.tsx'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { groupTokens, type TokenChoice } from './group-tokens.ts'
import { SwapTokenRow } from './SwapTokenRow.tsx'

/**
 * Lists the tokens that can be swapped: those that the account holds first, then suggested ones,
 * then all others.
 */
function SwapToken({ kit, modal, words }: ViewProps<'SwapToken'>): ReactElement {
  const tokenWords = modal.words.token
  const locale = useLocale(modal.options)
  const { account, chain } = useAccount()
  const tokens = useSwapTokens({ chain: account === undefined ? undefined : chain })
  const balances = useHoldings(modal.options)
  const [search, setSearch] = useState('')
  const groups = useMemo(
    () => groupTokens({ tokens: tokens.data ?? [], balances: balances.data ?? [], search }),
    [tokens.data, balances.data, search],
  )
  const hasNoTokens = groups.owned.length + groups.suggested.length + groups.popular.length === 0
  const renderRows = (choices: readonly TokenChoice[]) =>
    choices.map((choice) => (
      <li key={choice.asset.id}>
        <SwapTokenRow
          kit={kit}
          choice={choice}
          locale={locale}
          words={words}
          currency={modal.options.currency}
          onPress={() => modal.settle('success', choice.asset.id)}
        />
      </li>
    ))
  const renderGroup = (name: string, choices: readonly TokenChoice[]) =>
    choices.length > 0 && (
      <li>
        <h3 className="group-name">{name}</h3>
        <ul className="list">{renderRows(choices)}</ul>
      </li>
    )
  return (
    <>
      <SearchField label={tokenWords.search} value={search} onValue={setSearch} />
      <ul className="list" aria-label={tokenWords.list} aria-busy={tokens.isPending}>
        {renderGroup(words.token.owned, groups.owned)}
        {renderGroup(words.token.suggested, groups.suggested)}
        {renderGroup(words.token.popular, groups.popular)}
      </ul>
      <div role="status" className="hint">
        {hasNoTokens &&
          !tokens.isPending &&
          (tokens.isError ? words.form.unavailable : tokenWords.none)}
      </div>
    </>
  )
}

export const swapTokenView: View<'SwapToken'> = {
  heading: (words) => words.token.heading,
  component: SwapToken,
}
