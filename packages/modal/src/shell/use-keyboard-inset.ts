import { type RefObject, useEffect } from 'react'

/** Lifts a bottom sheet above the keyboard of a phone, which covers the page without making it smaller. */
export function useKeyboardInset(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const element = dialog.current
    if (!viewport || !element || !isOpen) return
    const follow = (): void => {
      const px = Math.max(0, Math.round(innerHeight - viewport.height - viewport.offsetTop))
      // Pinch zoom makes the viewport small too; that is no keyboard.
      const isKeyboard = px > 80 && viewport.scale < 1.05
      element.style.insetBlockEnd = isKeyboard ? `${px}px` : ''
      element.style.maxBlockSize = isKeyboard ? `${Math.round(viewport.height - 8)}px` : ''
    }
    viewport.addEventListener('resize', follow)
    viewport.addEventListener('scroll', follow)
    follow()
    return () => {
      viewport.removeEventListener('resize', follow)
      viewport.removeEventListener('scroll', follow)
      element.style.insetBlockEnd = ''
      element.style.maxBlockSize = ''
    }
  }, [dialog, isOpen])
}
