import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** Label of the confirming button. */
  readonly verb: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/**
 * Asks for confirmation of an irreversible action. Escape, a click outside and "Cancel" close the
 * dialog.
 */
export function Confirm({ title, children, verb, onConfirm, onClose }: Props): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    // The dialog is not closed on unmount, because closing it would count as "Cancel"; its element
    // is removed anyway.
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element itself handles Escape
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="confirm-body">
        <h2 id={id}>{title}</h2>
        {children}
        <div className="row end">
          <button type="button" className="small" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="small danger" onClick={onConfirm}>
            {verb}
          </button>
        </div>
      </div>
    </dialog>
  )
}
