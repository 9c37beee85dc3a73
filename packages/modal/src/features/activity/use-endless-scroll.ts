import { type RefObject, useEffect, useRef } from 'react'

/**
 * Maximum number of pages without visible rows that are read automatically in a row; then the
 * visitor must press a button to read the next page.
 */
const maxEmptyPages = 3

/** Reads the next page while the end of a list is near the edge of the scrolled area. */
export function useEndlessScroll({
  count,
  isActive,
  loadMore,
}: {
  /** Number of rows shown. */
  readonly count: number
  readonly isActive: boolean
  readonly loadMore: () => unknown
}): RefObject<HTMLDivElement | null> {
  const endMarker = useRef<HTMLDivElement>(null)
  const remainingAttempts = useRef({ count, left: maxEmptyPages })
  useEffect(() => {
    const element = endMarker.current
    if (!isActive || !element) return
    if (remainingAttempts.current.count !== count)
      remainingAttempts.current = { count, left: maxEmptyPages }
    const observer = new IntersectionObserver(
      (entries) => {
        // The browser may have queued several observer entries while the page was busy; the last
        // one is current.
        if (!entries.at(-1)?.isIntersecting || remainingAttempts.current.left === 0) return
        remainingAttempts.current.left -= 1
        loadMore()
      },
      { root: element.closest('.frame'), rootMargin: '400px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [count, isActive, loadMore])
  return endMarker
}
