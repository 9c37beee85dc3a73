import { useEffect, useRef } from 'react'
import type { Modal } from '../contract/modal.ts'
import type { ModalListeners } from '../contract/modal-event.ts'
import { watchModal } from '../events/watch-modal.ts'

/**
 * Calls listeners for what the dialog, its wallets and transactions do, while the component is
 * mounted.
 * @param listeners may be a new object at each render: each event calls that of the newest render.
 *
 * @example
 * ```tsx
 * import { useModalEvents } from '@latchkey/modal'
 *
 * function Log() {
 *   useModalEvents(modal, { any: (event) => console.log(event.type) })
 *   return null
 * }
 * ```
 */
export function useModalEvents(modal: Modal, listeners: ModalListeners): void {
  const newestListeners = useRef(listeners)
  useEffect(() => {
    newestListeners.current = listeners
  })
  useEffect(
    () =>
      watchModal(modal, {
        any: (event) => {
          const { [event.type]: listener, any } = newestListeners.current
          ;(listener as ((given: typeof event) => void) | undefined)?.(event)
          any?.(event)
        },
      }),
    [modal],
  )
}
