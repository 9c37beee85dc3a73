import { type ReactElement, useId, useState } from 'react'
import type { SwapWords } from '../../words/words.ts'
import { percentText, readSlippage, slippageBounds, slippageChoices } from './percent.ts'

/** Chooses the slippage: three values, or one that the visitor types. */
export function SlippageChoice(props: {
  readonly words: SwapWords['review']
  readonly locale: string
  /** Slippage in percent. */
  readonly slippage: number
  readonly onChange: (slippage: number) => void
}): ReactElement {
  const { words, locale, slippage, onChange } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isCustomSlippage = slippageChoices.every((one) => one !== slippage)
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  function applyTypedSlippage(): void {
    const typedSlippage = readSlippage(text, locale)
    setInvalid(typedSlippage === null && text.trim() !== '')
    if (typedSlippage !== null && typedSlippage !== slippage) onChange(typedSlippage)
  }
  const slippageText = percentText(slippage, locale)
  return (
    <div className="kv with-whole">
      <dt>{words.slippage}</dt>
      <dd>
        <button
          type="button"
          className="turn"
          aria-expanded={isOpen}
          aria-label={words.changeSlippage(slippageText)}
          onClick={() => setOpen(!isOpen)}
        >
          {slippageText}
        </button>
      </dd>
      {isOpen && (
        <dd className="whole kv-choice">
          <div
            role="radiogroup"
            aria-label={words.slippage}
            aria-describedby={`${id}-hint`}
            className="chips"
          >
            {slippageChoices.map((one) => (
              <label key={one} className="chip">
                <input
                  type="radio"
                  name={`${id}-slippage`}
                  checked={one === slippage}
                  onChange={() => {
                    setText('')
                    setInvalid(false)
                    onChange(one)
                  }}
                />
                <span>{percentText(one, locale)}</span>
              </label>
            ))}
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              className="chip-input"
              data-chosen={isCustomSlippage}
              aria-label={words.own}
              aria-invalid={isInvalid}
              aria-describedby={`${id}-note`}
              placeholder={isCustomSlippage ? slippageText : words.ownPlaceholder}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setInvalid(false)
              }}
              onBlur={applyTypedSlippage}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                applyTypedSlippage()
              }}
            />
          </div>
          <p id={`${id}-note`} role="status" className="choice-fault">
            {isInvalid && words.ownInvalid(...slippageBounds(locale))}
          </p>
          <p id={`${id}-hint`} className="choice-hint">
            {words.slippageHint}
          </p>
        </dd>
      )}
    </div>
  )
}
