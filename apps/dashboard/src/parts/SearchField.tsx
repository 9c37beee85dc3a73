import { type FormEvent, type ReactElement, useState } from 'react'

interface Props {
  /** What can be searched for, read out by screen readers. */
  readonly label: string
  /** The same in short, shown in the empty field. */
  readonly placeholder: string
  /** The greatest number of characters. */
  readonly maxLength: number
  /** CSS class of the landmark. */
  readonly className: string
  readonly onSearch: (text: string) => void
}

/** A search field that searches when it is submitted, not at each key press. */
export function SearchField({
  label,
  placeholder,
  maxLength,
  className,
  onSearch,
}: Props): ReactElement {
  const [text, setText] = useState('')
  const submitSearch = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search className={className}>
      <form className="row" onSubmit={submitSearch}>
        <label className="field grow">
          <span className="unseen">{label}</span>
          <input
            type="search"
            value={text}
            maxLength={maxLength}
            autoComplete="off"
            placeholder={placeholder}
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
