import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * When a view changes while it has the focus, the heading gets it, so that the focus never leaves
 * the dialog.
 */
export function useKeptFocus(inside: RefObject<HTMLElement | null>, what: string): void {
  const shown = useRef(what)
  useLayoutEffect(() => {
    if (shown.current === what) return
    shown.current = what
    const root = inside.current?.getRootNode()
    if (!(root instanceof ShadowRoot) || root.activeElement) return
    root.querySelector<HTMLElement>('[autofocus]')?.focus({ preventScroll: true })
  }, [inside, what])
}
