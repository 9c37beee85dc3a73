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

const emptyDigits: readonly string[] = Array.from({ length: codeLength }, () => '')

/**
 * Six boxes for a code of six digits, which may be typed, pasted as a whole into any box, or filled
 * in by the browser. The sixth digit submits the code.
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
  const [digits, setDigits] = useState(emptyDigits)
  const currentDigits = useRef(digits)
  const inputAt = (position: number): HTMLInputElement | undefined =>
    group.current?.querySelectorAll('input')[Math.min(Math.max(position, 0), codeLength - 1)]
  const updateDigits = (next: readonly string[]): void => {
    currentDigits.current = next
    setDigits(next)
  }
  const fillBoxes = (position: number, text: string): void => {
    if (isBusy) return
    const { digits: next, next: nextPosition } = writeDigits(currentDigits.current, position, text)
    updateDigits(next)
    inputAt(nextPosition)?.focus()
    if (next.every(Boolean) && text !== '') onCode(next.join(''))
  }
  useImperativeHandle(handle, () => ({
    clear: () => {
      updateDigits(emptyDigits)
      inputAt(0)?.focus()
    },
  }))
  const latestWriter = useRef(fillBoxes)
  useEffect(() => {
    latestWriter.current = fillBoxes
  })
  // The heading has the focus when the view opens: typing or pasting there goes into the boxes.
  useEffect(() => {
    const dialog = group.current?.closest('dialog')
    const findEmpty = (): number => Math.max(0, currentDigits.current.indexOf(''))
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
      latestWriter.current(findEmpty(), event.key)
    }
    const pasteDigits = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text') ?? ''
      if (!/\d/.test(text)) return
      event.preventDefault()
      latestWriter.current(0, text)
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
      {digits.map((digit, position) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is known only by its position
          key={position}
          className="box-digit"
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={position === 0 ? 'one-time-code' : 'off'}
          aria-label={words.digit(position + 1)}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          value={digit}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => fillBoxes(position, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && digit === '' && position > 0) {
              event.preventDefault()
              fillBoxes(position - 1, '')
            } else if (event.key === 'ArrowLeft') inputAt(position - 1)?.focus()
            else if (event.key === 'ArrowRight') inputAt(position + 1)?.focus()
            else return
            if (event.key.startsWith('Arrow')) event.preventDefault()
          }}
        />
      ))}
    </div>
  )
}
