import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Sets the frame's height to that of its view, so that the sheet's `transition` can animate it. */
export function useHeight(key: number): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another element to observe
  useLayoutEffect(() => {
    const outer = frame.current
    const inner = outer?.firstElementChild as HTMLElement | null | undefined
    if (!outer || !inner) return
    const followHeight = (): void => {
      // Closed, or still fading: the next opening starts without an animation.
      outer.style.blockSize = outer.closest('dialog')?.open ? `${inner.offsetHeight}px` : ''
    }
    const observer = new ResizeObserver(followHeight)
    observer.observe(inner)
    followHeight()
    return () => observer.disconnect()
  }, [key])
  return frame
}
