import { debounceMs, labelPattern, type NameSuggestion } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useNameSuggestions } from '@latchkey/react/queries'
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { useOwnName } from '../../shared/use-own-name.ts'
import type { NamesWords } from '../../words/words.ts'
import { checkLabel } from './check-label.ts'
import { faultText } from './fault-text.ts'

export declare namespace ChooseName {
  type Props = ViewProps<'ChooseName'>
}

/** Chooses a name of the operator's zone; while typing it shows whether the name is free. */
function ChooseName({ kit, modal, route, words }: ChooseName.Props): ReactElement {
  const { account } = useAccount()
  const { zone, name: ownName } = useOwnName(kit)
  const text = route.label ?? ''
  const checkedLabel = checkLabel(text)
  const label = 'label' in checkedLabel ? checkedLabel.label : undefined
  const [rested, setRested] = useState(label)
  const [isPressed, setPressed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    const timer = setTimeout(() => setRested(label), debounceMs)
    return () => clearTimeout(timer)
  }, [label])
  const suggestions = useNameSuggestions({ label: rested === label ? label : undefined })
  if (!account) return <p className="hint">{modal.words.account.notConnected}</p>
  if (zone === null) return <p className="hint">{modal.words.errors['names-unavailable']}</p>
  const [exact, ...otherSuggestions] = suggestions.data ?? []
  const fault = 'is' in checkedLabel ? checkedLabel : undefined
  const isTyping = fault?.is === 'missing' || fault?.is === 'short'
  const isNameTaken = exact?.registered === true
  // An unfinished name is not shown as a fault before the visitor continues.
  const shownFault = fault && (isPressed || !isTyping) ? faultText(words, fault) : undefined
  const availableSuggestions = otherSuggestions.filter(({ registered }) => !registered)

  function changeLabel(next: string): void {
    setPressed(false)
    modal.update({ view: 'ChooseName', label: next })
  }
  function submitForm(event: FormEvent): void {
    event.preventDefault()
    setPressed(true)
    if (label === undefined || !zone || isNameTaken) field.current?.focus()
    else modal.push({ view: 'RegisterName', name: `${label}.${zone}` })
  }
  return (
    <form className="naming" onSubmit={submitForm} noValidate>
      <p className="hint">{ownName === undefined ? words.hint : words.owned(ownName)}</p>
      <div className="recipient" data-fault={shownFault !== undefined || isNameTaken}>
        <label htmlFor={`${id}-name`}>{words.name}</label>
        <div className="naming-row" dir="ltr">
          <input
            id={`${id}-name`}
            ref={field}
            aria-describedby={`${id}-zone ${id}-note`}
            aria-invalid={shownFault !== undefined || isNameTaken}
            type="text"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            value={text}
            onChange={(event) => changeLabel(event.currentTarget.value)}
          />
          <span className="naming-zone" id={`${id}-zone`}>
            {zone && `.${zone}`}
          </span>
        </div>
        <div
          className="field-note"
          id={`${id}-note`}
          role="status"
          data-free={exact !== undefined && !isNameTaken}
        >
          {shownFault}
          {!shownFault &&
            label !== undefined &&
            describeAvailability(words, {
              exact,
              isError: suggestions.isError || suggestions.data?.length === 0,
              hasRested: rested === label,
            })}
        </div>
      </div>
      {availableSuggestions.length > 0 && (
        <section className="suggestions">
          <h3 className="choices-label">{words.suggestions}</h3>
          <ul className="list" aria-label={words.suggestions}>
            {availableSuggestions.map(({ name }) => (
              <li key={name}>
                <button
                  type="button"
                  className="row"
                  aria-description={words.free}
                  onClick={() => changeLabel(firstLabel(name))}
                >
                  <span className="row-text">
                    <span className="row-name">{name}</span>
                  </span>
                  <span className="tag" aria-hidden="true">
                    {words.free}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {suggestions.isError && (
        <button type="button" className="secondary" onClick={() => void suggestions.refetch()}>
          {words.retry}
        </button>
      )}
      <button type="submit" className="primary">
        {words.continue}
      </button>
    </form>
  )
}

function describeAvailability(
  words: NamesWords,
  availability: {
    readonly exact: NameSuggestion | undefined
    readonly isError: boolean
    readonly hasRested: boolean
  },
): string {
  if (availability.isError) return words.unknown
  if (!availability.exact || !availability.hasRested) return words.checking
  return availability.exact.registered
    ? words.taken(availability.exact.name)
    : words.available(availability.exact.name)
}

function firstLabel(name: string): string {
  const label = name.slice(0, name.indexOf('.'))
  return labelPattern.test(label) ? label : ''
}

export const chooseNameView: View<'ChooseName'> = {
  heading: (words) => words.names.choose,
  component: ChooseName,
}
