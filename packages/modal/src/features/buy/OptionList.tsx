import type { BuyOptions } from '@latchkey/core'
import { useAccount } from '@latchkey/react'
import { useOnrampOptions } from '@latchkey/react/queries'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { SearchField } from '../../parts/SearchField.tsx'
import type { BuyWords } from '../../words/words.ts'
import { Loading } from './States.tsx'

export interface Option {
  readonly id: string
  readonly name: string
  readonly sub: string
  readonly picture: ReactNode
}

export declare namespace OptionList {
  interface Props {
    readonly modal: ViewModal
    readonly provider: string
    readonly words: BuyWords
    readonly labels: { readonly list: string; readonly none: string; readonly search: string }
    readonly toOptions: (options: BuyOptions) => readonly Option[]
  }
}

// Number of options from which a search field is shown.
const minSearchableOptions = 8

/** A list of a seller's options; the chosen one is passed back to the form. */
export function OptionList({
  modal,
  provider,
  words,
  labels,
  toOptions,
}: OptionList.Props): ReactElement {
  const { chain } = useAccount()
  const options = useOnrampOptions({ chain, provider })
  const [search, setSearch] = useState('')
  if (!options.data) return <Loading words={words} />
  const allOptions = toOptions(options.data)
  const searchText = search.trim().toLowerCase()
  const matchingOptions = allOptions.filter(({ name, sub }) =>
    `${name}\n${sub}`.toLowerCase().includes(searchText),
  )
  return (
    <>
      {allOptions.length >= minSearchableOptions && (
        <SearchField label={labels.search} value={search} onValue={setSearch} />
      )}
      <ul className="list" aria-label={labels.list}>
        {matchingOptions.map(({ id, name, sub, picture }) => (
          <li key={id}>
            <button type="button" className="row" onClick={() => modal.settle('success', id)}>
              {picture}
              <span className="row-text">
                <span className="row-name">{name}</span>
                <span className="row-sub">{sub}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div role="status" className="hint">
        {matchingOptions.length === 0 && labels.none}
      </div>
    </>
  )
}
