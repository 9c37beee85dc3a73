import { type RefObject, useEffect, useRef } from 'react'

/**
 * Most pages without visible rows that are read automatically; after them the next page waits for a
 * press.
 */
const emptyPages = 3

/** Reads the next page while the end of a list is near the edge of the scrolled area. */
export function useEndless({
  count,
  isActive,
  loadMore,
}: {
  /** Number of rows shown. */
  readonly count: number
  readonly isActive: boolean
  readonly loadMore: () => unknown
}): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  const tries = useRef({ count, left: emptyPages })
  useEffect(() => {
    const element = end.current
    if (!isActive || !element) return
    if (tries.current.count !== count) tries.current = { count, left: emptyPages }
    const observer = new IntersectionObserver(
      (entries) => {
        // Several entries may have queued while the page was busy; the last one is current.
        if (!entries.at(-1)?.isIntersecting || tries.current.left === 0) return
        tries.current.left -= 1
        loadMore()
      },
      { root: element.closest('.frame'), rootMargin: '400px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [count, isActive, loadMore])
  return end
}
