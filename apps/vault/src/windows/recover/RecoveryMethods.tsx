import type { StoredRecovery } from '@latchkey/protocol/vault'
import { type ReactNode, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import type { StretchPassword } from '../recovery/open-lazy-stretch.ts'
import { askPasskey } from '../recovery/passkey.ts'
import { passwordSecret } from '../recovery/stretch.ts'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'
import { WrongSecretError } from './open-recovery.ts'

type RecoveryOfKind<K extends StoredRecovery['kind']> = Extract<
  StoredRecovery,
  { readonly kind: K }
>

/** A way to recover that has a key of its own: a passkey or a password. */
export type KeyedRecovery = Exclude<StoredRecovery, { readonly kind: 'operator' }>

/** Lets the visitor open a sealed share by a passkey, a password, or the operator. */
export function RecoveryMethods(props: {
  readonly channel: Pick<UseChannel, 'ask'>
  readonly stretch: StretchPassword
  readonly methods: readonly StoredRecovery[]
  /**
   * Opens the sealed data with the secret of a way to recover, then wipes the secret. @throws
   * WrongSecretError
   */
  readonly use: (method: KeyedRecovery, secret: Uint8Array) => Promise<void>
  /** Called with the sealed share when the operator has released it. */
  readonly onOperator?: (sealed: string) => void
  /** Text shown when the passkey or password was wrong. */
  readonly wrong?: string
}): ReactNode {
  const { channel, stretch, methods, use, onOperator, wrong = words.recover.wrong } = props
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [password, setPassword] = useState('')
  const methodsOfKind = <K extends StoredRecovery['kind']>(kind: K): readonly RecoveryOfKind<K>[] =>
    methods.filter((method): method is RecoveryOfKind<K> => method.kind === kind)
  const [passkeys, passwords, [operator]] = [
    methodsOfKind('passkey'),
    methodsOfKind('password'),
    methodsOfKind('operator'),
  ]
  const attemptRecovery = async (attempt: () => Promise<boolean>): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    setFault('')
    try {
      if (await attempt()) return
      setFault(words.recover.noPrf)
    } catch (reason) {
      const isPasskeyDeclined =
        reason instanceof WrongSecretError ||
        (reason as { name?: string }).name === 'NotAllowedError'
      setFault(isPasskeyDeclined ? wrong : describeRefusal(reason))
    }
    setIsBusy(false)
  }
  /** Opens the share by a passkey; resolves to false when the passkey gave no secret. */
  const recoverByPasskey = async (): Promise<boolean> => {
    const usedPasskey = await askPasskey(passkeys)
    const method =
      usedPasskey && passkeys.find(({ credential }) => credential === usedPasskey.credential)
    if (!usedPasskey || !method) return false
    await use(method, usedPasskey.secret)
    return true
  }
  const recoverByPassword = async (): Promise<boolean> => {
    const askPepper = (body: { readonly method: string; readonly hash: string }) =>
      channel.ask('POST /api/recovery/pepper', body)
    for (const method of passwords) {
      const secret = await passwordSecret({ password, method, stretch, ask: askPepper })
      const isOpened = await use(method, secret).then(
        () => true,
        (reason) => {
          if (reason instanceof WrongSecretError) return false
          throw reason
        },
      )
      if (isOpened) return true
    }
    throw new WrongSecretError()
  }
  const recoverByOperator = async (): Promise<boolean> => {
    if (operator) onOperator?.(operator.sealed)
    return true
  }
  return (
    <>
      {passkeys.length > 0 ? (
        <ArmedButton
          className="primary"
          aria-busy={isBusy}
          onClick={() => void attemptRecovery(recoverByPasskey)}
        >
          {words.recover.passkey}
        </ArmedButton>
      ) : null}
      {passwords.length > 0 ? (
        <form
          className="card"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void attemptRecovery(recoverByPassword)
          }}
        >
          <label className="field">
            <span>{words.recover.field}</span>
            <input
              type="password"
              autoComplete="current-password"
              value={password}
              aria-invalid={fault !== ''}
              onChange={({ target }) => setPassword(target.value)}
            />
          </label>
          <button
            type="submit"
            className={passkeys.length > 0 ? 'secondary' : 'primary'}
            aria-busy={isBusy}
          >
            {words.recover.password}
          </button>
        </form>
      ) : null}
      {operator && onOperator ? (
        <ArmedButton
          className="secondary"
          aria-busy={isBusy}
          onClick={() => void attemptRecovery(recoverByOperator)}
        >
          {words.recover.operator}
        </ArmedButton>
      ) : null}
      <p className="status" role="status">
        {isBusy ? words.recover.working : ''}
      </p>
      <p className="error" role="alert">
        {fault}
      </p>
    </>
  )
}
