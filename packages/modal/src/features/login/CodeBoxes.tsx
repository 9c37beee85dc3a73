import {
  type ReactElement,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { LoginWords } from '../../words/words.ts'
import { codeLength, writeDigits } from './write-digits.ts'

export interface CodeBoxesHandle {
  /** Empties all boxes and focuses the first. */
  clear(): void
}

const empty: readonly string[] = Array.from({ length: codeLength }, () => '')

/**
 * Six boxes for six digits: typed, pasted as a whole anywhere, or filled in by the browser; the
 * sixth digit submits.
 */
export function CodeBoxes({
  words,
  describedBy,
  isBusy,
  isWrong,
  onCode,
  handle,
}: {
  readonly words: LoginWords['code']
  readonly describedBy: string
  readonly isBusy: boolean
  readonly isWrong: boolean
  readonly onCode: (code: string) => void
  readonly handle: Ref<CodeBoxesHandle>
}): ReactElement {
  const group = useRef<HTMLDivElement>(null)
  const [digits, setDigits] = useState(empty)
  const held = useRef(digits)
  const boxAt = (place: number): HTMLInputElement | undefined =>
    group.current?.querySelectorAll('input')[Math.min(Math.max(place, 0), codeLength - 1)]
  const holdDigits = (next: readonly string[]): void => {
    held.current = next
    setDigits(next)
  }
  const fillBoxes = (place: number, text: string): void => {
    if (isBusy) return
    const { digits: next, next: to } = writeDigits(held.current, place, text)
    holdDigits(next)
    boxAt(to)?.focus()
    if (next.every(Boolean) && text !== '') onCode(next.join(''))
  }
  useImperativeHandle(handle, () => ({
    clear: () => {
      holdDigits(empty)
      boxAt(0)?.focus()
    },
  }))
  const writer = useRef(fillBoxes)
  useEffect(() => {
    writer.current = fillBoxes
  })
  // The heading has the focus when the view opens: typing or pasting there goes into the boxes.
  useEffect(() => {
    const dialog = group.current?.closest('dialog')
    const findEmpty = (): number => Math.max(0, held.current.indexOf(''))
    const typeDigit = (event: KeyboardEvent): void => {
      if (
        event.target instanceof HTMLInputElement ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      if (!/^\d$/.test(event.key)) return
      event.preventDefault()
      writer.current(findEmpty(), event.key)
    }
    const pasteDigits = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text') ?? ''
      if (!/\d/.test(text)) return
      event.preventDefault()
      writer.current(0, text)
    }
    dialog?.addEventListener('keydown', typeDigit)
    dialog?.addEventListener('paste', pasteDigits)
    return () => {
      dialog?.removeEventListener('keydown', typeDigit)
      dialog?.removeEventListener('paste', pasteDigits)
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div
      className="boxes"
      role="group"
      aria-label={words.group}
      aria-busy={isBusy}
      ref={group}
      dir="ltr"
    >
      {digits.map((digit, place) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a box is
          key={place}
          className="box-digit"
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={place === 0 ? 'one-time-code' : 'off'}
          aria-label={words.digit(place + 1)}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          value={digit}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => fillBoxes(place, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && digit === '' && place > 0) {
              event.preventDefault()
              fillBoxes(place - 1, '')
            } else if (event.key === 'ArrowLeft') boxAt(place - 1)?.focus()
            else if (event.key === 'ArrowRight') boxAt(place + 1)?.focus()
            else return
            if (event.key.startsWith('Arrow')) event.preventDefault()
          }}
        />
      ))}
    </div>
  )
}
