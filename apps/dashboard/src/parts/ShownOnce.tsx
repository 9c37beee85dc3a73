import { type ReactElement, useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import { useShowStatus } from './Status.tsx'

interface Props {
  /** Name of the secret that is shown, such as `Key “Server”`. */
  readonly name: string
  readonly value: string
  readonly onClose: () => void
}

/** Shows a secret that was just made. The gateway never shows it again. */
export function ShownOnce({ name, value, onClose }: Props): ReactElement {
  const valueInput = useRef<HTMLInputElement>(null)
  const showStatus = useShowStatus()
  useEffect(() => {
    valueInput.current?.focus()
    valueInput.current?.select()
  }, [])
  const copyValue = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      showStatus('Copied')
    } catch {
      valueInput.current?.select()
      showStatus('Copy it by hand: the browser refuses')
    }
  }
  return (
    <div className="notice made">
      <label className="field grow">
        <span>{name}: copy it now, it is not shown again</span>
        <input
          ref={valueInput}
          readOnly
          value={value}
          spellCheck={false}
          autoComplete="off"
          className="mono"
        />
      </label>
      <div className="row">
        <button type="button" className="small strong" onClick={() => void copyValue()}>
          <Icon name="copy" />
          Copy
        </button>
        <button type="button" className="small" onClick={onClose}>
          I have it
        </button>
      </div>
    </div>
  )
}
