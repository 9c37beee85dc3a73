import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'

type WatchVisibility = (element: Element, onSeen: () => void) => () => void

const watchNothing: WatchVisibility = () => () => {}
const VisibilityContext: Context<WatchVisibility> = createContext<WatchVisibility>(watchNothing)
/** Milliseconds without scrolling after which the visible rows count as seen. */
const dwellMs = 250

/**
 * Tells rows that the visitor sees them, once the list has not scrolled for a moment. All rows
 * share one listener, because thousands of observed elements cost the browser more than the list
 * itself.
 */
export function VisibilityProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const marker = useRef<HTMLSpanElement>(null)
  const [rows] = useState(() => new Map<Element, () => void>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [look] = useState(() => (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const frameBounds = marker.current?.closest('.frame')?.getBoundingClientRect()
      const [top, bottom] = [
        Math.max(0, frameBounds?.top ?? 0),
        Math.min(innerHeight, frameBounds?.bottom ?? innerHeight),
      ]
      for (const [element, onSeen] of [...rows]) {
        const elementBounds = element.getBoundingClientRect()
        if (elementBounds.bottom > top && elementBounds.top < bottom) onSeen()
      }
    }, dwellMs)
  })
  const [watch] = useState<WatchVisibility>(() => (element: Element, onSeen: () => void) => {
    rows.set(element, onSeen)
    look()
    return () => {
      rows.delete(element)
    }
  })
  useEffect(() => {
    // Scroll events do not bubble, so the listener is added to the element that scrolls.
    const frame = marker.current?.closest('.frame') ?? window
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(timer.current)
      frame.removeEventListener('scroll', look)
    }
  }, [look])
  return (
    <VisibilityContext.Provider value={watch}>
      <span ref={marker} hidden />
      {children}
    </VisibilityContext.Provider>
  )
}

/** Whether an element has been on the screen for a moment; stays true. */
export function useVisibility<T extends Element>(
  isWanted: boolean,
): { readonly ref: RefObject<T | null>; readonly isSeen: boolean } {
  const watch = useContext(VisibilityContext)
  const ref = useRef<T>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    return isWanted && !isSeen && element ? watch(element, () => setSeen(true)) : undefined
  }, [watch, isWanted, isSeen])
  return { ref, isSeen }
}
