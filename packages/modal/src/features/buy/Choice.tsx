import { type ReactElement, type ReactNode, useId } from 'react'

export interface ChoiceItem {
  readonly id: string
  /** Accessible name of the option. */
  readonly label: string
  /** Text that describes the option. */
  readonly sub?: ReactNode
  readonly picture?: ReactNode
}

export declare namespace Choice {
  interface Props {
    readonly label: string
    readonly items: readonly ChoiceItem[]
    readonly selected: string | undefined
    readonly onSelect: (id: string) => void
    /** Whether the options are side by side, as a bar, instead of one below the other. */
    readonly isInline?: boolean
  }
}

/** Chooses one of a few options: radio buttons that look like rows, or like a bar. */
export function Choice({
  label,
  items,
  selected,
  onSelect,
  isInline = false,
}: Choice.Props): ReactElement {
  const groupId = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${groupId}-label`}
      className={isInline ? 'choices bar' : 'choices'}
    >
      <span id={`${groupId}-label`} className="choices-label">
        {label}
      </span>
      <div className="choices-items">
        {items.map(({ id, label: name, sub, picture }, index) => (
          <div key={id} className="choice" data-chosen={id === selected}>
            <input
              type="radio"
              name={groupId}
              value={id}
              checked={id === selected}
              aria-labelledby={`${groupId}-${index}`}
              aria-describedby={sub === undefined ? undefined : `${groupId}-${index}-sub`}
              onChange={() => onSelect(id)}
            />
            {picture}
            <span className="row-text">
              <span className="row-name" id={`${groupId}-${index}`}>
                {name}
              </span>
              {sub !== undefined && (
                <span className="row-sub" id={`${groupId}-${index}-sub`}>
                  {sub}
                </span>
              )}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
