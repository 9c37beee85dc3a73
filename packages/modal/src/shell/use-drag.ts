import { type PointerEvent, type RefObject, useRef } from 'react'

const closePx = 120
// A flick: faster than this on average.
const flickPxPerMs = 0.6

interface Handlers {
  onPointerDown(event: PointerEvent): void
  onPointerMove(event: PointerEvent): void
  onPointerUp(event: PointerEvent): void
  onPointerCancel(): void
}

/** Drags a bottom sheet down to close it. */
export function useDrag(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): Handlers {
  const drag = useRef<{ readonly y: number; readonly at: number } | null>(null)
  const move = (px: number): void => {
    const element = dialog.current
    if (!element) return
    element.style.translate = px > 0 ? `0 ${px}px` : ''
    element.toggleAttribute('data-dragging', drag.current !== null)
  }
  const end = (): void => {
    drag.current = null
    move(0)
  }
  return {
    onPointerDown: (event) => {
      const isSheet = matchMedia('(max-width: 480px)').matches
      if (!isSheet || event.button !== 0 || (event.target as Element).closest('button')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { y: event.clientY, at: event.timeStamp }
    },
    onPointerMove: (event) => {
      if (drag.current) move(event.clientY - drag.current.y)
    },
    onPointerUp: (event) => {
      const start = drag.current
      if (!start) return
      const px = event.clientY - start.y
      const isFlick = px > 24 && px / Math.max(1, event.timeStamp - start.at) > flickPxPerMs
      end()
      if (px > closePx || isFlick) onClose()
    },
    onPointerCancel: end,
  }
}
