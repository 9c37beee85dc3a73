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

type Watch = (element: Element, onSeen: () => void) => () => void

const never: Watch = () => () => {}
const SeenContext: Context<Watch> = createContext<Watch>(never)
/** Who only flies past is not looked at. */
const dwellMs = 250

/** One observer for all rows of a list. */
export function SeenProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const calls = useRef(new Map<Element, () => void>())
  const observer = useRef<IntersectionObserver | undefined>(undefined)
  useEffect(
    () => () => {
      observer.current?.disconnect()
      observer.current = undefined
    },
    [],
  )
  const [watch] = useState<Watch>(() => (element: Element, onSeen: () => void) => {
    observer.current ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) calls.current.get(target)?.()
    })
    calls.current.set(element, onSeen)
    observer.current.observe(element)
    return () => {
      calls.current.delete(element)
      observer.current?.unobserve(element)
    }
  })
  return <SeenContext.Provider value={watch}>{children}</SeenContext.Provider>
}

/** Whether an element has been on the screen for a moment; stays true. */
export function useSeen<T extends Element>(
  isWanted: boolean,
): { readonly ref: RefObject<T | null>; readonly isSeen: boolean } {
  const watch = useContext(SeenContext)
  const ref = useRef<T>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!isWanted || isSeen || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const isOnScreen = (): boolean => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    const stop = watch(element, () => {
      clearTimeout(timer)
      timer = setTimeout(() => isOnScreen() && setSeen(true), dwellMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [watch, isWanted, isSeen])
  return { ref, isSeen }
}
