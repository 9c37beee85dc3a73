import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Sets the frame's height to that of its view, so that the sheet's `transition` can animate it. */
export function useHeight(key: number): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key has another element
  useLayoutEffect(() => {
    const frameElement = frame.current
    const contentElement = frameElement?.firstElementChild as HTMLElement | null | undefined
    if (!frameElement || !contentElement) return
    const followHeight = (): void => {
      // While the dialog is closed or fading out, the height is cleared, so that the next opening
      // starts without an animation.
      frameElement.style.blockSize = frameElement.closest('dialog')?.open
        ? `${contentElement.offsetHeight}px`
        : ''
    }
    const observer = new ResizeObserver(followHeight)
    observer.observe(contentElement)
    followHeight()
    return () => observer.disconnect()
  }, [key])
  return frame
}
