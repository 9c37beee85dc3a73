import { hasCode, type Social } from '@latchkey/protocol'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Shell } from '../parts/Shell.tsx'
import { providerName } from '../provider-name.ts'
import { apartWords as words } from './apart-words.ts'
import type { StoredLogin } from './kept-login.ts'
import type { OwnDevice } from './open-own-device.ts'
import { type CodeStep, leaveForProvider, startEmail, verifyCode } from './sign-in-here.ts'

/** Logs this window in: by a mail to the account's address, or at a provider. */
export function SignInHere(props: {
  readonly own: OwnDevice
  readonly id: StoredLogin['id']
  readonly window: StoredLogin['window']
  readonly account: StoredLogin['account']
  readonly step?: CodeStep
  readonly error?: string
  readonly onDone: () => void
}): ReactNode {
  const { own, id, window, account, onDone } = props
  const [step, setStep] = useState<CodeStep | undefined>(props.step)
  const [error, setError] = useState(props.error ?? '')
  const [isBusy, setBusy] = useState(false)
  const runAction = async (deed: () => Promise<CodeStep | null | undefined>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setError('')
    try {
      const nextStep = await deed()
      if (nextStep === null) return onDone()
      if (nextStep) setStep(nextStep)
    } catch (reason) {
      setError((hasCode(reason) && words.failures[reason.code]) || words.failed)
      if (hasCode(reason, 'code-expired') || hasCode(reason, 'code-limit')) setStep(undefined)
    }
    setBusy(false)
  }
  if (step)
    return (
      <Shell
        key={String(step.isDevice)}
        heading={words.codeHeading}
        keepsFocus
        actions={<CloseButton />}
      >
        <p className="text">{(step.isDevice ? words.deviceText : words.codeText)(step.email)}</p>
        <Field
          key={step.asked.challenge}
          error={error}
          isBusy={isBusy}
          label={words.code}
          action={words.submit}
          digits={6}
          onText={(code) => runAction(() => verifyCode(own, step, code))}
        />
      </Shell>
    )
  const providers = own.project.providers.filter(
    (one): one is Exclude<Social, 'farcaster'> => one !== 'farcaster',
  )
  return (
    <Shell heading={words.heading} actions={<CloseButton />}>
      <p className="text">{words.text}</p>
      <Field
        error={error}
        isBusy={isBusy}
        label={words.email}
        action={words.continue}
        onText={(email) => runAction(() => startEmail(own, email))}
      />
      <div className="ways">
        {providers.map((provider) => (
          <ArmedButton
            key={provider}
            className="secondary"
            onClick={() =>
              void runAction(async () => {
                await leaveForProvider(own, provider, { id, window, account })
                return undefined
              })
            }
          >
            {words.continueWith(providerName(provider))}
          </ArmedButton>
        ))}
      </div>
    </Shell>
  )
}

/**
 * Shows one text field with its button; with `digits`, the form submits itself once that many
 * digits are typed.
 */
export function Field(props: {
  readonly label: string
  readonly action: string
  readonly error: string
  readonly isBusy: boolean
  readonly digits?: number
  readonly onText: (text: string) => void
}): ReactNode {
  const { label, action, error, isBusy, digits, onText } = props
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const fault = useId()
  const submitText = (event: FormEvent): void => {
    event.preventDefault()
    const isComplete = digits === undefined ? text.trim() !== '' : text.length === digits
    if (isComplete) onText(text.trim())
    else field.current?.focus()
  }
  const submitWhenComplete = (value: string): void => {
    const changedText = digits === undefined ? value : value.replaceAll(/\D/g, '').slice(0, digits)
    setText(changedText)
    if (changedText.length === digits && changedText !== text) onText(changedText)
  }
  return (
    <form className="card" onSubmit={submitText} noValidate>
      <label className="field">
        <span>{label}</span>
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the window was opened only to type into this field
          autoFocus={digits !== undefined}
          value={text}
          aria-invalid={error !== ''}
          aria-describedby={fault}
          {...(digits === undefined
            ? { type: 'email', autoComplete: 'email' }
            : {
                type: 'text',
                inputMode: 'numeric',
                autoComplete: digits === 6 ? 'one-time-code' : 'off',
              })}
          onChange={({ target }) => submitWhenComplete(target.value)}
        />
      </label>
      <p className="error" id={fault} role="alert">
        {error}
      </p>
      <button type="submit" className="primary" aria-busy={isBusy}>
        {action}
      </button>
    </form>
  )
}
