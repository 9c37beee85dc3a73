import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef } from 'react'

export type HoldingsTab = 'tokens' | 'activity'

export declare namespace Holdings {
  interface Props {
    readonly label: string
    readonly names: Readonly<Record<HoldingsTab, string>>
    readonly selected: HoldingsTab
    readonly onSelect: (tab: HoldingsTab) => void
    /** Called when the pointer comes near a tab. */
    readonly onNear: (tab: HoldingsTab) => void
    readonly children: ReactNode
  }
}

const order: readonly HoldingsTab[] = ['tokens', 'activity']

/**
 * The two tabs of an account and the panel of the chosen one (ARIA tabs; the selection follows the
 * focus).
 */
export function Holdings({
  label,
  names,
  selected: selectedTab,
  onSelect,
  onNear,
  children,
}: Holdings.Props): ReactElement {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  function chooseTab(tab: HoldingsTab): void {
    onSelect(tab)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus()
  }
  function moveByKey(event: KeyboardEvent): void {
    const tab = findTab(event, selectedTab)
    if (tab === undefined) return
    event.preventDefault()
    chooseTab(tab)
  }
  return (
    <section className="tokens">
      <div ref={list} role="tablist" aria-label={label} className="tabs" onKeyDown={moveByKey}>
        {order.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            className="tab"
            data-tab={tab}
            aria-selected={tab === selectedTab}
            aria-controls={`${id}-panel`}
            tabIndex={tab === selectedTab ? 0 : -1}
            onClick={() => onSelect(tab)}
            onPointerEnter={() => onNear(tab)}
            onFocus={() => onNear(tab)}
          >
            {names[tab]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selectedTab}`}>
        {children}
      </div>
    </section>
  )
}

/** The tab that a key selects, if any. */
function findTab(event: KeyboardEvent, selectedTab: HoldingsTab): HoldingsTab | undefined {
  if (event.key === 'Home') return order[0]
  if (event.key === 'End') return order.at(-1)
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const step = { ArrowRight: isRightToLeft ? -1 : 1, ArrowLeft: isRightToLeft ? 1 : -1 }[event.key]
  if (step === undefined) return undefined
  return order[(order.indexOf(selectedTab) + step + order.length) % order.length]
}
