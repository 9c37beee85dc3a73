import { type ReactElement, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { SearchField } from '../../parts/SearchField.tsx'
import { TokenRow } from '../../parts/TokenRow.tsx'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'

function SendToken({ modal }: ViewProps<'SendToken'>): ReactElement {
  const words = modal.words.token
  const locale = useLocale(modal.options)
  const balances = useHoldings(modal.options)
  const [search, setSearch] = useState('')
  const searchText = search.trim().toLowerCase()
  const matchingBalances = (balances.data ?? []).filter(
    ({ asset }) =>
      asset.name.toLowerCase().includes(searchText) ||
      asset.symbol.toLowerCase().includes(searchText),
  )
  return (
    <>
      <SearchField label={words.search} value={search} onValue={setSearch} />
      <ul className="list" aria-label={words.list}>
        {matchingBalances.map((balance) => (
          <li key={balance.asset.id}>
            <TokenRow
              balance={balance}
              locale={locale}
              currency={modal.options.currency}
              onPress={() => modal.settle('success', balance.asset.id)}
            />
          </li>
        ))}
      </ul>
      <div role="status" className="hint">
        {matchingBalances.length === 0 && !balances.isPending && words.none}
      </div>
    </>
  )
}

export const sendTokenView: View<'SendToken'> = {
  heading: (words) => words.token.heading,
  component: SendToken,
}
