import { type ReactElement, useRef } from 'react'
import { useTypeToFocus } from './use-type-to-focus.ts'

const wordCharacter = /^[\p{L}\p{N}]$/u

export declare namespace SearchField {
  interface Props {
    readonly label: string
    readonly value: string
    readonly onValue: (value: string) => void
  }
}

/** A search field above a list. */
export function SearchField({ label, value, onValue }: SearchField.Props): ReactElement {
  const field = useRef<HTMLInputElement>(null)
  useTypeToFocus(field, wordCharacter)
  return (
    <input
      ref={field}
      type="search"
      className="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}
