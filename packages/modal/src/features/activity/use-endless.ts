import { type RefObject, useEffect, useRef } from 'react'

/**
 * Pages read in a row by themselves that brought nothing to see; the next one waits for a press.
 */
const emptyPages = 3

/** Reads on while the end of a list is near the edge of what is scrolled. */
export function useEndless({
  count,
  isActive,
  loadMore,
}: {
  /** Rows shown. */
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
        // Several wait together when the page was busy; the last one is how it stands.
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
