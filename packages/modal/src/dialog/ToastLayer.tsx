import { type ReactElement, useLayoutEffect, useRef } from 'react'
import type { Toast } from '../contract/toast.ts'
import { Icon } from '../parts/Icon.tsx'
import { Spinner } from '../parts/Spinner.tsx'

/**
 * A toast above everything, and the live regions that announce it; the regions exist before there
 * is a text.
 */
export function ToastLayer({ toast }: { readonly toast: Toast | null }): ReactElement {
  const layer = useRef<HTMLDivElement>(null)
  const isShown = toast !== null
  useLayoutEffect(() => {
    const element = layer.current
    if (!element?.isConnected || !('popover' in element)) return
    const isOpen = element.matches(':popover-open')
    if (isShown && !isOpen) element.showPopover()
    if (!isShown && isOpen) element.hidePopover()
  }, [isShown])
  const isError = toast?.variant === 'error'
  return (
    <>
      <div role="status" className="hidden">
        {!isError && toast?.text}
      </div>
      <div role="alert" className="hidden">
        {isError && toast?.text}
      </div>
      <div
        ref={layer}
        className="toast"
        part="toast"
        aria-hidden="true"
        data-variant={toast?.variant}
        {...popover}
      >
        {toast?.variant === 'loading' && <Spinner />}
        {toast?.variant === 'success' && <Icon name="check" />}
        {isError && <Icon name="warn" />}
        <span>{toast?.text}</span>
      </div>
    </>
  )
}

// A manual popover is closed neither by Escape nor by a click beside it.
const popover = { popover: 'manual' } as const
