import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import type { Modal, OpenParameters } from '../contract/modal.ts'
import { pageWords } from '../words/en/page.ts'
import css from './button.css?inline'
import { useModalState } from './use-modal-state.ts'
import { useSheet } from './use-sheet.ts'

interface Props {
  readonly modal: Modal
  readonly kind: 'connect' | 'network'
  readonly status?: string
  readonly label?: string | undefined
  readonly className?: string | undefined
  readonly view?: OpenParameters['view']
  readonly children: ReactNode
}

/**
 * A button on the page that opens the dialog. It is styled by class, because a strict Content
 * Security Policy allows no style attribute.
 */
export function PageButton({
  modal,
  kind,
  status,
  label,
  className,
  view,
  children,
}: Props): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  const { open, loading, isLoadFailed, view: shownView } = useModalState(modal)
  useSheet(css)
  // When there are several buttons, only the pressed one shows that opening failed.
  const [isOpened, setOpened] = useState(true)
  const isFailed = isLoadFailed && !isOpened
  return (
    <button
      ref={button}
      type="button"
      className={`latchkey-button${className ? ` ${className}` : ''}`}
      data-kind={kind}
      data-status={status}
      aria-label={isFailed ? undefined : label}
      aria-haspopup="dialog"
      // When there are several buttons, only the one whose view is shown counts as expanded.
      aria-expanded={open && (shownView === 'Networks') === !!view}
      aria-busy={(loading && !open) || undefined}
      onPointerEnter={modal.preload}
      onFocus={modal.preload}
      onTouchStart={modal.preload}
      onClick={() => modal.open({ opener: button.current, ...(view && { view }) }).then(setOpened)}
    >
      {isFailed ? pageWords.loadFailed : children}
    </button>
  )
}
