import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the field when the visitor types while the heading or a button has the focus;
 * the first character goes into the field. Typing into another field is left alone.
 * @param characters characters that the field accepts as the first one
 */
export function useTypeToFocus(
  field: RefObject<HTMLInputElement | null>,
  characters: RegExp,
): void {
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
