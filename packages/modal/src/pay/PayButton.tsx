import type { LatchkeyError } from '@latchkey/protocol'
import type { ReactElement, ReactNode } from 'react'
import type { Modal } from '../contract/modal.ts'
import css from '../page/button.css?inline'
import { useSheet } from '../page/use-sheet.ts'
import type { pay } from './pay.ts'
import { usePay } from './use-pay.ts'

export declare namespace PayButton {
  interface Props {
    readonly modal: Modal
    /** The payment that the button asks for, as in the parameter `terms` of `pay`. */
    readonly terms: pay.Parameters
    /** Called with the receipt after the visitor has paid. */
    readonly onPaid?: ((receipt: pay.ReturnType) => void) | undefined
    /** Called with the error when nothing was paid. */
    readonly onFailed?: ((error: LatchkeyError) => void) | undefined
    /** An additional CSS class of the button, after `latchkey-button`. */
    readonly className?: string | undefined
    /** The button's text; default "Pay". */
    readonly children?: ReactNode
  }
}

/** A button that opens the dialog's view Pay. The code of the view is loaded at the click. */
export function PayButton({
  modal,
  terms,
  onPaid,
  onFailed,
  className,
  children = 'Pay',
}: PayButton.Props): ReactElement {
  const { state, pay: run } = usePay(modal)
  useSheet(css)
  async function payNow(): Promise<void> {
    const outcome = await run(terms)
    if (outcome.status === 'done') onPaid?.(outcome.receipt)
    else onFailed?.(outcome.error)
  }
  return (
    <button
      type="button"
      className={`latchkey-button${className ? ` ${className}` : ''}`}
      data-kind="pay"
      data-status={state.status}
      aria-haspopup="dialog"
      aria-busy={state.status === 'paying' || undefined}
      onPointerEnter={modal.preload}
      onFocus={modal.preload}
      onClick={() => void payNow()}
    >
      {children}
    </button>
  )
}
