import { type FormEvent, type ReactElement, useState } from 'react'

/** Searches on submit, not at each key press. */
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
              // The search field's own clear button empties the field without a submit.
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
