import { type FormEvent, type ReactElement, useState } from 'react'

/** A search field for orders that searches when it is submitted. */
export function SearchOrders({
  onSearch,
}: {
  readonly onSearch: (text: string) => void
}): ReactElement {
  const [text, setText] = useState('')
  const submitSearch = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search className="grow">
      <form className="row orders-search" onSubmit={submitSearch}>
        <label className="field grow">
          <span className="unseen">Reference, title, id or transaction</span>
          <input
            type="search"
            value={text}
            maxLength={128}
            autoComplete="off"
            placeholder="Reference, id or hash"
            onChange={({ target }) => {
              setText(target.value)
              // The browser's clear button empties the field without submitting it.
              if (target.value === '') onSearch('')
            }}
          />
        </label>
        <button type="submit" className="small">
          Search
        </button>
      </form>
    </search>
  )
}
