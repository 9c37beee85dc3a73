import { type ReactNode, useId, useRef, useState } from 'react'
import { words } from '../words.ts'
import { measureStrength, minCharacters, type Strength } from './strength.ts'

type PasswordFault = 'short' | 'differs'

/** Asks for a new recovery password, typed twice. Its strength is shown but not enforced. */
export function PasswordForm(props: {
  readonly isBusy: boolean
  readonly save: (password: string) => void
}): ReactNode {
  const { isBusy, save } = props
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [fault, setFault] = useState<PasswordFault>()
  const fields = { first: useRef<HTMLInputElement>(null), second: useRef<HTMLInputElement>(null) }
  const [hint, error, meter] = [useId(), useId(), useId()]
  const strength = measureStrength(password)
  const submitPassword = (event: React.FormEvent): void => {
    event.preventDefault()
    if (isBusy) return
    const foundFault = findFault(strength, password === repeat)
    setFault(foundFault)
    if (foundFault === 'short') fields.first.current?.focus()
    else if (foundFault === 'differs') fields.second.current?.focus()
    else save(password)
  }
  return (
    <form className="card" onSubmit={submitPassword} noValidate>
      <label className="field">
        <span>{words.recovery.field}</span>
        <input
          ref={fields.first}
          type="password"
          autoComplete="new-password"
          value={password}
          aria-invalid={fault === 'short'}
          aria-describedby={`${hint} ${error}`}
          onChange={({ target }) => setPassword(target.value)}
        />
      </label>
      <meter
        id={meter}
        min={0}
        max={4}
        value={strength}
        aria-label={words.recovery.strength[strength]}
      />
      <p className="sub" id={hint}>
        {words.recovery.strength[strength]}. {words.recovery.short(minCharacters)}.{' '}
        {words.recovery.measured}
      </p>
      <label className="field">
        <span>{words.recovery.repeat}</span>
        <input
          ref={fields.second}
          type="password"
          autoComplete="new-password"
          value={repeat}
          aria-invalid={fault === 'differs'}
          aria-describedby={error}
          onChange={({ target }) => setRepeat(target.value)}
        />
      </label>
      <p className="error" id={error} role="alert">
        {describeFault(fault)}
      </p>
      <button type="submit" className="primary" aria-busy={isBusy}>
        {words.recovery.save}
      </button>
    </form>
  )
}

function findFault(strength: Strength, isRepeated: boolean): PasswordFault | undefined {
  if (strength === 0) return 'short'
  return isRepeated ? undefined : 'differs'
}

function describeFault(fault: PasswordFault | undefined): string {
  if (fault === 'short') return words.recovery.short(minCharacters)
  return fault === 'differs' ? words.recovery.differs : ''
}
