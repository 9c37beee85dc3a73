import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { type ApiFault, createApi, toFault } from './api/api.ts'
import { Logo } from './parts/Icon.tsx'

interface Props {
  /** Why the last session ended. */
  readonly fault: ApiFault | undefined
  readonly onSignedIn: (token: string) => void
}

export function SignIn({ fault, onSignedIn }: Props): ReactElement {
  const tokenInput = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<{ fault?: ApiFault | undefined; isBusy: boolean }>({
    isBusy: false,
    fault,
  })
  const showFault = (signInFault: ApiFault): void => {
    setState({ isBusy: false, fault: signInFault })
    tokenInput.current?.focus()
  }
  const submitToken = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const token = tokenInput.current?.value.trim() ?? ''
    if (!token)
      return showFault({ code: 'token-missing', field: '', reason: 'Enter the token', fix: '' })
    if (state.isBusy) return
    setState({ isBusy: true })
    try {
      await createApi(token, () => {}).session()
      onSignedIn(token)
    } catch (error) {
      showFault(toFault(error))
    }
  }
  return (
    <main className="sign-in">
      <form className="card" aria-labelledby="sign-in-title" onSubmit={submitToken} noValidate>
        <Logo />
        <h1 id="sign-in-title">Latchkey dashboard</h1>
        <p className="soft">
          Sign in with the operator token. The gateway said where it lies when it started.
        </p>
        <label className="field">
          <span>Operator token</span>
          <input
            ref={tokenInput}
            type="password"
            name="token"
            autoComplete="current-password"
            spellCheck={false}
            aria-invalid={state.fault ? true : undefined}
            aria-describedby="sign-in-fault"
          />
        </label>
        <p id="sign-in-fault" className="fault" role="alert">
          {state.fault ? [state.fault.reason, state.fault.fix].filter(Boolean).join('. ') : null}
        </p>
        <button type="submit" className="primary" aria-disabled={state.isBusy}>
          {state.isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
    </main>
  )
}
