import type { KitFailure } from '@latchkey/core'
import type { ReactElement } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { useErrorWords } from '../../words/use-error-words.ts'
import type { LoginWords } from '../../words/words.ts'

/** Shows why a login failed, and a button to choose another way to connect. */
export function LoginFailure({
  words,
  name,
  failure,
  onRetry,
  onCancel,
}: {
  readonly words: LoginWords['login']
  readonly name: string
  readonly failure: KitFailure
  readonly onRetry: () => void
  readonly onCancel: () => void
}): ReactElement {
  const errors = useErrorWords(true)
  const isDeclined = failure.code === 'login-refused' || failure.code === 'user-rejected'
  return (
    <div className="connecting" data-status={isDeclined ? 'declined' : 'failed'}>
      <div className="pulse">
        <Tile name={name} color="#6b7280" size={72} />
      </div>
      <div role="status">
        <p className="connecting-title">
          {!isDeclined && <Icon name="warn" />}
          {isDeclined ? words.declined : words.failed}
        </p>
      </div>
      <p className="hint">{errors && (errors[failure.code] ?? words.notLoaded)}</p>
      <button type="button" className="primary" onClick={onRetry}>
        {words.tryAgain}
      </button>
      <button type="button" className="secondary" onClick={onCancel}>
        {words.cancel}
      </button>
    </div>
  )
}
