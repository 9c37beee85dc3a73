import { type ReactElement, useId, useState } from 'react'
import type { SwapWords } from '../../words/words.ts'
import type { ApprovalKind } from './use-swap-review.ts'

/**
 * Chooses the amount to approve for the provider's contract: exactly what this swap needs, or
 * unlimited.
 */
export function ApprovalChoice(props: {
  readonly words: SwapWords['review']
  readonly kind: ApprovalKind
  /** Text of the exact amount that this swap needs. */
  readonly exact: string
  readonly symbol: string
  readonly onChange: (kind: ApprovalKind) => void
}): ReactElement {
  const { words, kind, exact, symbol, onChange } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const texts: Readonly<Record<ApprovalKind, string>> = {
    exact: words.exact(exact),
    unlimited: words.unlimited,
  }
  return (
    <div className="kv with-whole">
      <dt>{words.approval}</dt>
      <dd>
        <button
          type="button"
          className="turn"
          aria-expanded={isOpen}
          aria-label={words.changeApproval(texts[kind])}
          onClick={() => setOpen(!isOpen)}
        >
          {texts[kind]}
        </button>
      </dd>
      {isOpen && (
        <dd className="whole kv-choice">
          <div
            role="radiogroup"
            aria-label={words.approval}
            aria-describedby={`${id}-hint`}
            className="chips"
          >
            {(['exact', 'unlimited'] as const).map((one) => (
              <label key={one} className="chip">
                <input
                  type="radio"
                  name={`${id}-approval`}
                  checked={one === kind}
                  onChange={() => onChange(one)}
                />
                <span>{texts[one]}</span>
              </label>
            ))}
          </div>
          <p id={`${id}-hint`} className="choice-hint">
            {words.approvalHint(symbol)}
          </p>
        </dd>
      )}
    </div>
  )
}
