import type { RecoveryMethod } from '@latchkey/protocol/vault'
import { type ReactNode, useState } from 'react'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { words } from '../words.ts'
import { askPasskey, forgetPasskey, isSameSecret, makePasskey, type NewPasskey } from './passkey.ts'
import { recoveryKey } from './recovery-key.ts'

/**
 * Sets up a passkey for recovery in two clicks: it is created, then used once. A key is derived
 * only when the passkey gives the same secret both times.
 */
export function PasskeySteps(props: {
  readonly label: string
  readonly isBusy: boolean
  readonly save: (method: RecoveryMethod) => void
  /** Called with the reason when this device's passkeys cannot be used. */
  readonly onUnfit: (why: string) => void
}): ReactNode {
  const { label, isBusy, save, onUnfit } = props
  const [made, setMade] = useState<NewPasskey>()
  const [error, setError] = useState('')
  const [isAsking, setIsAsking] = useState(false)

  const runAndShowFault = async (action: () => Promise<void>): Promise<void> => {
    if (isBusy || isAsking) return
    setError('')
    setIsAsking(true)
    try {
      await action()
    } catch {
      setError(words.recovery.passkeyRefused)
    }
    setIsAsking(false)
  }
  const createPasskey = (): Promise<void> =>
    runAndShowFault(async () => setMade(await makePasskey(label)))
  const checkPasskey = (passkey: NewPasskey): Promise<void> =>
    runAndShowFault(async () => {
      const passkeyAnswer = await askPasskey([passkey])
      // When creating the passkey gave no secret, the passkey is used a second time.
      const secondSecret = passkeyAnswer && (passkey.first ?? (await askPasskey([passkey]))?.secret)
      if (!passkeyAnswer || !secondSecret) {
        void forgetPasskey(passkey)
        return onUnfit(words.recovery.noPrf)
      }
      const isSecretStable = isSameSecret(passkeyAnswer.secret, secondSecret)
      secondSecret.fill(0)
      if (!isSecretStable) {
        passkeyAnswer.secret.fill(0)
        void forgetPasskey(passkey)
        return onUnfit(words.recovery.drift)
      }
      const { publicKey } = await recoveryKey(passkeyAnswer.secret)
      const { credential, salt, isSynced } = passkey
      save({ kind: 'passkey', publicKey, credential, salt, isSynced })
    })
  return (
    <section className="card">
      <h2>{made ? words.recovery.confirm : words.recovery.passkey}</h2>
      <p className="text">{made ? words.recovery.confirmText : words.recovery.passkeyText}</p>
      {made && !made.isSynced ? <Notice tone="warn">{words.recovery.deviceBound}</Notice> : null}
      <p className="error" role="alert">
        {error}
      </p>
      <ArmedButton
        className="primary"
        aria-busy={isBusy || isAsking}
        onClick={() => void (made ? checkPasskey(made) : createPasskey())}
      >
        {made ? words.recovery.confirm : words.recovery.passkey}
      </ArmedButton>
    </section>
  )
}
