import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * When a change of the view removes the focused element, the heading gets the focus, so that the
 * focus never leaves the dialog.
 */
export function useRestoredFocus(container: RefObject<HTMLElement | null>, focusKey: string): void {
  const previousKey = useRef(focusKey)
  useLayoutEffect(() => {
    if (previousKey.current === focusKey) return
    previousKey.current = focusKey
    const root = container.current?.getRootNode()
    if (!(root instanceof ShadowRoot) || root.activeElement) return
    root.querySelector<HTMLElement>('[autofocus]')?.focus({ preventScroll: true })
  }, [container, focusKey])
}
