import { hasCode } from '@latchkey/protocol'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useErrorWords } from '../../words/use-error-words.ts'
import type { LoginWords } from '../../words/words.ts'
import { CodeBoxes, type CodeBoxesHandle } from './CodeBoxes.tsx'
import { useSeconds } from './use-seconds.ts'

/** Asks for a mailed code, shows whether the typed code was right, and offers to mail another. */
export function CodeForm({
  words,
  text,
  resendAt,
  onCode,
  onResend,
  onError,
}: {
  readonly words: LoginWords['code']
  readonly text: string
  /**
   * Milliseconds since the epoch from which another code may be mailed; without `onResend` none is
   * offered.
   */
  readonly resendAt: number
  /** Submits the code. Rejects with an error of the code, such as `code-wrong`. */
  readonly onCode: (code: string) => Promise<void>
  readonly onResend?: () => Promise<void>
  /** Called with an error that does not concern the code. */
  readonly onError: (error: unknown) => void
}): ReactElement {
  const id = useId()
  const boxes = useRef<CodeBoxesHandle>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<'code-wrong' | 'code-expired' | 'code-limit'>()
  const [note, setNote] = useState('')
  const seconds = useSeconds(resendAt)
  const container = useRef<HTMLDivElement>(null)
  // When this form has replaced another form that had the focus, nothing is focused any more, so
  // the first box gets the focus.
  useEffect(() => {
    const root = container.current?.getRootNode()
    if (root instanceof ShadowRoot && !root.activeElement) boxes.current?.clear()
  }, [])
  const errors = useErrorWords(fault !== undefined && fault !== 'code-wrong')
  const submitCode = async (code: string): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    setNote('')
    try {
      await onCode(code)
    } catch (error) {
      if (
        hasCode(error, 'code-wrong') ||
        hasCode(error, 'code-expired') ||
        hasCode(error, 'code-limit')
      )
        setFault(error.code)
      else onError(error)
    }
    setBusy(false)
    boxes.current?.clear()
  }
  const describeFault = (): string => {
    if (fault === undefined) return ''
    return fault === 'code-wrong' ? words.wrong : (errors?.[fault] ?? words.wrong)
  }
  return (
    <div className="code-form" ref={container}>
      <p className="hint" id={`${id}-text`}>
        {text}
      </p>
      <CodeBoxes
        words={words}
        describedBy={`${id}-fault`}
        isBusy={isBusy}
        isWrong={fault !== undefined}
        onCode={(code) => void submitCode(code)}
        handle={boxes}
      />
      <p id={`${id}-fault`} role="alert" className="email-fault">
        {describeFault()}
      </p>
      <p role="status" className="hint code-note">
        {isBusy ? words.checking : note}
      </p>
      {onResend && (
        <button
          type="button"
          className="secondary"
          onClick={() => {
            if (seconds > 0) return setNote(words.wait(seconds))
            setFault(undefined)
            onResend().then(() => setNote(words.resent), onError)
          }}
        >
          {words.resend}
          {seconds > 0 && (
            <span className="count" aria-hidden="true">
              {words.in(seconds)}
            </span>
          )}
        </button>
      )}
    </div>
  )
}
