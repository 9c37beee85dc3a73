import { type RefObject, useEffect } from 'react'

/**
 * Whoever just types, with the focus on the heading or a button, means the field: it gets the focus
 * with the first character, which then stands in it. What is typed into another field stays there.
 * @param characters what begins what the field takes
 */
export function useTyping(field: RefObject<HTMLInputElement | null>, characters: RegExp): void {
  useEffect(() => {
    const input = field.current
    const dialog = input?.closest('dialog')
    if (!input || !dialog) return
    const focusField = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      const { activeElement } = input.getRootNode() as ShadowRoot | Document
      if (
        activeElement instanceof HTMLInputElement ||
        ctrlKey ||
        metaKey ||
        altKey ||
        !characters.test(key)
      )
        return
      input.focus()
    }
    dialog.addEventListener('keydown', focusField)
    return () => dialog.removeEventListener('keydown', focusField)
  }, [field, characters])
}
