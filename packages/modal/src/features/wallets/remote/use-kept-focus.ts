import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Where a view changes under the focus, the heading has it: nobody is left outside of the dialog.
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
