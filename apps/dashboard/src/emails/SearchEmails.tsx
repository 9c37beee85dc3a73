import { type FormEvent, type ReactElement, useState } from 'react'

/** A search field that searches when it is submitted, not at each key press. */
export function SearchEmails({
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
    <search className="emails-search">
      <form className="row" onSubmit={submitSearch}>
        <label className="field grow">
          <span className="unseen">Address or account</span>
          <input
            type="search"
            value={text}
            maxLength={320}
            autoComplete="off"
            placeholder="Address or account"
            onChange={({ target }) => {
              setText(target.value)
              // The browser's clear button in a search field empties the field without submitting
              // it, so this is handled here.
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
