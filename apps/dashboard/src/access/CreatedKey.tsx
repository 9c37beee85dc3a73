import type { OperatorKeyMade } from '@latchkey/protocol'
import { type ReactElement, useEffect, useRef } from 'react'
import { Icon } from '../parts/Icon.tsx'
import { useShowStatus } from '../parts/Status.tsx'

interface Props {
  readonly made: OperatorKeyMade
  readonly onClose: () => void
}

/** Shows a key that was just created. The gateway never shows it again. */
export function CreatedKey({ made, onClose }: Props): ReactElement {
  const tokenInput = useRef<HTMLInputElement>(null)
  const showStatus = useShowStatus()
  useEffect(() => {
    tokenInput.current?.focus()
    tokenInput.current?.select()
  }, [])
  const copyToken = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(made.token)
      showStatus('Copied')
    } catch {
      tokenInput.current?.select()
      showStatus('Copy it by hand: the browser refuses')
    }
  }
  return (
    <div className="notice made">
      <label className="field grow">
        <span>Key “{made.label}”: copy it now, it is not shown again</span>
        <input
          ref={tokenInput}
          readOnly
          value={made.token}
          spellCheck={false}
          autoComplete="off"
          className="mono"
        />
      </label>
      <div className="row">
        <button type="button" className="small strong" onClick={() => void copyToken()}>
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
