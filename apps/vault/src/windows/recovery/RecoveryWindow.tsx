import type { RecoveryMethod } from '@latchkey/protocol/vault'
import { type ReactNode, useState } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Notice } from '../parts/Notice.tsx'
import { RemoveRow } from '../parts/RemoveRow.tsx'
import { Shell } from '../parts/Shell.tsx'
import { WaitingNotice } from '../parts/WaitingNotice.tsx'
import { useProof } from '../protect/use-proof.tsx'
import { formatDay, useAccount } from '../use-account.ts'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'
import { PasskeySteps } from './PasskeySteps.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { randomText, recoveryKey } from './recovery-key.ts'
import { argonParameters, passwordSecret } from './stretch.ts'

/** Lists the ways to recover the wallet, and lets the visitor add another. */
export function RecoveryWindow({ channel, project, stretch }: FramedWindow): ReactNode {
  const readyMessage = channel.last('latchkey-frame-ready')
  const doneMessage = channel.last('latchkey-frame-done')
  const { account, error, change } = useAccount(channel)
  const { form, prove } = useProof({ channel, stretch })
  const [isPassword, setIsPassword] = useState(!('PublicKeyCredential' in globalThis))
  const [busy, setBusy] = useState<'' | 'working' | 'saving'>('')
  const [fault, setFault] = useState('')
  if (form) return form
  if (doneMessage)
    return doneMessage.isRefused ? (
      <MessageWindow heading={words.refused} text={describeRefusal(doneMessage)} tone="bad" />
    ) : (
      <MessageWindow heading={words.recovery.saved} text={words.doneText} tone="ok" />
    )
  if (!readyMessage) return <WaitingNotice channel={channel} />

  const saveRecovery = (recovery: RecoveryMethod): void => {
    setBusy('saving')
    void prove(() => channel.tell({ type: 'latchkey-window-recovery', recovery }))
  }
  const savePassword = async (password: string): Promise<void> => {
    setBusy('working')
    setFault('')
    try {
      const method = { salt: randomText(), ...argonParameters }
      const askPepper = (body: { readonly method: string; readonly hash: string }) =>
        channel.ask('POST /api/recovery/pepper', body)
      const { publicKey } = await recoveryKey(
        await passwordSecret({ password, method, stretch, ask: askPepper }),
      )
      saveRecovery({ kind: 'password', publicKey, ...method })
    } catch (reason) {
      setBusy('')
      setFault(describeRefusal(reason))
    }
  }
  const offerPasswordInstead = (reasonText: string): void => {
    setFault(reasonText)
    setIsPassword(true)
  }
  const nameRecoveryKind = (kind: RecoveryMethod['kind']): string => words.recovery.kinds[kind]
  return (
    <Shell heading={words.recovery.heading} actions={<CloseButton />}>
      <p className="text">{words.recovery.text}</p>
      {project.recoveryByOperator ? <Notice tone="warn">{words.recovery.byOperator}</Notice> : null}
      <p className="error" role="alert">
        {fault || error}
      </p>
      {isPassword ? (
        <PasswordForm isBusy={busy !== ''} save={(password) => void savePassword(password)} />
      ) : (
        <PasskeySteps
          label={readyMessage.label}
          isBusy={busy !== ''}
          save={saveRecovery}
          onUnfit={offerPasswordInstead}
        />
      )}
      <p className="status" role="status">
        {busy === '' ? '' : words.recovery[busy]}
      </p>
      {busy === '' ? (
        <button
          type="button"
          className="quiet"
          onClick={() => {
            setFault('')
            setIsPassword(!isPassword)
          }}
        >
          {isPassword ? words.recovery.passkey : words.recovery.password}
        </button>
      ) : null}
      {account && account.methods.length > 0 ? (
        <>
          <h2>{words.recovery.existing}</h2>
          <ul className="rows">
            {account.methods.map((method) => (
              <RemoveRow
                key={method.id}
                title={nameRecoveryKind(method.kind)}
                sub={words.recovery.since(formatDay(method.createdAt))}
                ask={words.recovery.remove(nameRecoveryKind(method.kind))}
                sure={words.recovery.removeSure(nameRecoveryKind(method.kind))}
                sureText={words.recovery.removeText}
                {...(method.kind !== 'operator' && {
                  remove: () =>
                    prove(() =>
                      change(() => channel.ask('remove-recovery', { method: method.id })),
                    ),
                })}
              />
            ))}
          </ul>
        </>
      ) : null}
    </Shell>
  )
}
