import type { OperatorKeyMade } from '@latchkey/protocol'
import { type ReactElement, useEffect, useRef } from 'react'
import { Icon } from '../parts/Icon.tsx'
import { useSay } from '../parts/Status.tsx'

interface Props {
  readonly made: OperatorKeyMade
  readonly onClose: () => void
}

/** Shows a new key, the only time it is visible. */
export function MadeKey({ made, onClose }: Props): ReactElement {
  const field = useRef<HTMLInputElement>(null)
  const say = useSay()
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const copyToken = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(made.token)
      say('Copied')
    } catch {
      field.current?.select()
      say('Copy it by hand: the browser refuses')
    }
  }
  return (
    <div className="notice made">
      <label className="field grow">
        <span>Key “{made.label}”: copy it now, it is not shown again</span>
        <input
          ref={field}
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
