import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the screen, in px, within which rows are drawn. */
const renderMarginPx = 1200

/**
 * A few rows of a long list: drawn near the screen, else replaced by their height. Rows with the
 * focus stay drawn.
 */
export function Block({ children }: { readonly children: ReactNode }): ReactElement {
  const listRef = useRef<HTMLUListElement>(null)
  /**
   * Height in px that the rows take while they are far from the screen; null while they are drawn.
   */
  const [height, setHeight] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = listRef.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const isNearScreen = entries.at(-1)?.isIntersecting === true
        const hasFocusInside = element.contains(
          (element.getRootNode() as ShadowRoot | Document).activeElement,
        )
        if (isNearScreen || hasFocusInside) setHeight(null)
        else setHeight((knownHeight) => knownHeight ?? element.offsetHeight)
      },
      { root: element.closest('.frame'), rootMargin: `${renderMarginPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <ul ref={listRef} className="list" style={height === null ? undefined : { blockSize: height }}>
      {height === null && children}
    </ul>
  )
}
