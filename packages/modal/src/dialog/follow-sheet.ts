import type { Stop } from '@latchkey/core'

const closeDistancePx = 120
// Average speed in px per millisecond above which a drag is a flick.
const flickPxPerMs = 0.6

/**
 * Moves a bottom sheet while the dialog is open: a drag closes it, and it stays above the keyboard.
 */
export function followSheet(dialog: HTMLDialogElement, onClose: () => void): Stop {
  const cleanups = [followDrag(dialog, onClose), followKeyboard(dialog)]
  return () => {
    for (const stop of cleanups) {
      stop()
    }
  }
}

function followDrag(dialog: HTMLDialogElement, onClose: () => void): Stop {
  const header = dialog.querySelector<HTMLElement>('.head')
  let drag: { readonly y: number; readonly at: number } | undefined
  const moveSheet = (pixels: number): void => {
    dialog.style.translate = pixels > 0 ? `0 ${pixels}px` : ''
    dialog.toggleAttribute('data-dragging', drag !== undefined)
  }
  const endDrag = (): void => {
    drag = undefined
    moveSheet(0)
  }
  const listeners = {
    pointerdown: (event: PointerEvent) => {
      const isSheet = matchMedia('(max-width: 480px)').matches
      if (!isSheet || event.button !== 0 || (event.target as Element).closest('button')) return
      header?.setPointerCapture(event.pointerId)
      drag = { y: event.clientY, at: event.timeStamp }
    },
    pointermove: (event: PointerEvent) => {
      if (drag) moveSheet(event.clientY - drag.y)
    },
    pointerup: (event: PointerEvent) => {
      if (!drag) return
      const pixels = event.clientY - drag.y
      const isFlick = pixels > 24 && pixels / Math.max(1, event.timeStamp - drag.at) > flickPxPerMs
      endDrag()
      if (pixels > closeDistancePx || isFlick) onClose()
    },
    pointercancel: endDrag,
  }
  const listenerEntries = Object.entries(listeners) as [
    keyof typeof listeners,
    (event: PointerEvent) => void,
  ][]
  for (const [type, listener] of listenerEntries) {
    header?.addEventListener(type, listener)
  }
  return () => {
    for (const [type, listener] of listenerEntries) {
      header?.removeEventListener(type, listener)
    }
    endDrag()
  }
}

/** A phone's keyboard covers the page without resizing it. */
function followKeyboard(dialog: HTMLDialogElement): Stop {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const followViewport = (): void => {
    const pixels = Math.max(0, Math.round(innerHeight - viewport.height - viewport.offsetTop))
    // Pinch zoom shrinks the visual viewport as the keyboard does, so a zoomed page counts as
    // having none.
    const isKeyboard = pixels > 80 && viewport.scale < 1.05
    dialog.style.insetBlockEnd = isKeyboard ? `${pixels}px` : ''
    // A sheet is placed above the keyboard; any other dialog keeps its upper edge.
    const marginTop = Number.parseFloat(getComputedStyle(dialog).marginBlockStart)
    dialog.style.maxBlockSize = isKeyboard ? `${Math.round(viewport.height - 8 - marginTop)}px` : ''
  }
  viewport.addEventListener('resize', followViewport)
  viewport.addEventListener('scroll', followViewport)
  followViewport()
  return () => {
    viewport.removeEventListener('resize', followViewport)
    viewport.removeEventListener('scroll', followViewport)
    dialog.style.insetBlockEnd = ''
    dialog.style.maxBlockSize = ''
  }
}
